import { expect, test } from 'bun:test'
import { chooseLanguage } from '../../../../plugins/scrape/online/choose-language.ts'

const choose = (all: readonly (string | undefined)[], ...asked: string[]) =>
  chooseLanguage(
    all.map((language) => ({ language })),
    ({ language }) => language,
    asked,
  )?.language

test.each([
  ['the exact language rather than a related one', ['pt-PT', 'pt-BR', 'en'], ['pt-BR'], 'pt-BR'],
  ['the exact language in any case', ['pt-PT', 'PT-br'], ['pt-BR'], 'PT-br'],
  ['a related language', ['fr', 'de-AT'], ['de-CH'], 'de-AT'],
  ['the first requested language that is available', ['fr', 'de'], ['it', 'de', 'fr'], 'de'],
  ['one related to the first rather than the exact second', ['en', 'de-AT'], ['de', 'en'], 'de-AT'],
  ['English if no requested language is available', ['fr', 'en-GB'], ['it'], 'en-GB'],
  ['the first of all if there is no English either', ['fr', 'de'], ['it'], 'fr'],
  ['one without a language if there is no other', [undefined], ['it'], undefined],
])('is %s', (_, all, asked, expected) => {
  expect(choose(all, ...asked)).toBe(expected)
})

test('is undefined for an empty list', () => {
  expect(chooseLanguage([], () => 'en', ['en'])).toBeUndefined()
})
