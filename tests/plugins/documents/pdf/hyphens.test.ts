import { expect, test } from 'bun:test'
import type { Span } from '../../../../plugins/documents/pdf/model.ts'
import { joinLines } from '../../../../plugins/documents/pdf/text/spans.ts'

const span = (text: string): Span[] => [{ text, bold: false, italic: false, mono: false, href: null, raised: 0 }]

test.each([
  ['a word that is parted', 'the ket-', 'tle', [], 'the kettle'],
  ['a hyphen before a capital', 'the kettle-', 'Berlin line', [], 'the kettle-Berlin line'],
  ['a name that is whole elsewhere', 'call Fc-', 'ConfigParse', ['fcconfigparse'], 'call FcConfigParse'],
  ['a word that has its hyphen elsewhere', 'a well-', 'known kettle', ['well-known'], 'a well-known kettle'],
  ['a word that is whole and with a hyphen elsewhere', 'e-', 'mail', ['email', 'e-mail'], 'email'],
  ['a soft hyphen, whatever is behind it', 'the kettle\u00ad', 'Berlin line', [], 'the kettleBerlin line'],
  ['no word before the hyphen', '1990-', '1995', [], '1990- 1995'],
] as const)('%s at the end of a line', (_, first, second, words, whole) => {
  const joined = joinLines([span(first), span(second)], new Set<string>(words))
  expect(joined.map(({ text }) => text).join('')).toBe(whole)
})
