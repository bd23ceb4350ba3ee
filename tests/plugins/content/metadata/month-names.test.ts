import { expect, test } from 'bun:test'
import { commonMonthNames } from '../../../../plugins/content/metadata/date/common-month-names.ts'
import { monthNames, namesByIntl } from '../../../../plugins/content/metadata/date/month-names.ts'

test('the names of common languages are those of Intl', () => {
  for (const language of Object.keys(commonMonthNames)) {
    const names = new Map([...monthNames('en'), ...namesByIntl(language)])
    expect({ language, names: Object.fromEntries(monthNames(language)) }).toEqual({
      language,
      names: Object.fromEntries(names),
    })
  }
})

test('a language that is not common has its names and English ones, by Intl', () => {
  const names = monthNames('sw')
  expect(names.get('machi')).toBe(3)
  expect(names.get('march')).toBe(3)
  expect(monthNames('sw-KE')).toBe(names)
})

test('an unknown language has English names, and those of all common languages where it is not stated', () => {
  for (const language of ['xx', 'constructor', '', '__proto__', 'english please'])
    expect(monthNames(language)).toBe(monthNames('en'))
  expect(monthNames(null).get('ledna')).toBe(1)
  // In Polish; in Croatian it is October.
  expect(monthNames(null).get('listopad')).toBe(11)
})
