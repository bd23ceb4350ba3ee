import { expect, test } from 'bun:test'
import { chooseLanguage } from '../../../../plugins/scrape/online/choose-language.ts'

const choose = (all: readonly (string | undefined)[], ...asked: string[]) =>
  chooseLanguage(
    all.map((language) => ({ language })),
    ({ language }) => language,
    asked,
  )?.language

test.each([
  ['the very language before one of its kind', ['pt-PT', 'pt-BR', 'en'], ['pt-BR'], 'pt-BR'],
  ['it whatever its case', ['pt-PT', 'PT-br'], ['pt-BR'], 'PT-br'],
  ['one of its kind', ['fr', 'de-AT'], ['de-CH'], 'de-AT'],
  ['the first that is asked for, where there is one', ['fr', 'de'], ['it', 'de', 'fr'], 'de'],
  ['one of the kind of the first before the very second', ['en', 'de-AT'], ['de', 'en'], 'de-AT'],
  ['English where there is none that is asked for', ['fr', 'en-GB'], ['it'], 'en-GB'],
  ['the first where there is no English either', ['fr', 'de'], ['it'], 'fr'],
  ['one without a language where there is no other', [undefined], ['it'], undefined],
])('is %s', (_, all, asked, expected) => {
  expect(choose(all, ...asked)).toBe(expected)
})

test('is none of none', () => {
  expect(chooseLanguage([], () => 'en', ['en'])).toBeUndefined()
})
