import { expect, test } from 'bun:test'
import { read } from '../../../../plugins/documents/pdf/index.ts'
import type { Span } from '../../../../plugins/documents/pdf/model.ts'
import { joinLines } from '../../../../plugins/documents/pdf/text/spans.ts'
import { pdfOf } from '../pdf-of.ts'

const span = (text: string): Span[] => [{ text, bold: false, italic: false, mono: false, href: null, raised: 0 }]

test.each([
  ['a split word', 'the ket-', 'tle', [], 'the kettle'],
  ['a hyphen before a capital', 'the kettle-', 'Berlin line', [], 'the kettle-Berlin line'],
  ['a name without a hyphen elsewhere', 'call Fc-', 'ConfigParse', ['fcconfigparse'], 'call FcConfigParse'],
  ['a word with a hyphen elsewhere', 'a well-', 'known kettle', ['well-known'], 'a well-known kettle'],
  ['a word with and without a hyphen elsewhere', 'e-', 'mail', ['email', 'e-mail'], 'email'],
  ['a soft hyphen before any letter', 'the kettle\u00ad', 'Berlin line', [], 'the kettleBerlin line'],
  ['a word among others in capitals', 'EXPRESS OR IM-', 'PLIED, INCLUDING', [], 'EXPRESS OR IMPLIED, INCLUDING'],
  ['a name in capitals', 'runs on MS-', 'DOS', [], 'runs on MS-DOS'],
  ['no word before the hyphen', '1990-', '1995', [], '1990- 1995'],
] as const)('joins %s at the end of a line correctly', (_, first, second, words, whole) => {
  const joined = joinLines([span(first), span(second)], new Set<string>(words))
  expect(joined.map(({ text }) => text).join('')).toBe(whole)
})

const widthOf = (code: number) => (code % 2 === 0 ? 400 : 600)

/** The blocks of a page whose lines begin and end at these positions, some of them centred. */
const page = async (lines: readonly (readonly [text: string, left: number, width: number])[]) => {
  // The space between letters stretches each line to its width.
  const data = lines.map(([text, left, width], i) => {
    const own = [...text].reduce((sum, letter) => sum + widthOf(letter.charCodeAt(0)) / 100, 0)
    const space = (width - own) / text.length
    return `BT /F1 10 Tf ${space} Tc ${left} ${700 - i * 12} Td (${text}) Tj ET\n`
  })
  const widths = `/FirstChar 32/LastChar 126/Widths[${Array.from({ length: 95 }, (_, i) => widthOf(i + 32)).join(' ')}]/FontDescriptor 6 0 R`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    { dict: '', data: data.join('') },
    `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${widths}>>`,
    '<</Type/FontDescriptor/FontName/Helvetica/Flags 32/MissingWidth 500>>',
  ]
  return (await read(pdfOf(objects), { mime: 'application/pdf', url: 'https://a.example/b.pdf' })).html
}
const wide = 'Water that boils in a kettle of copper is as hot as water that boils in one of steel'

test('a quotation that is narrower than the text around it is one paragraph', async () => {
  const html = await page([
    [wide, 72, 460],
    [wide, 72, 460],
    ['Nobody who has a kettle of glass would give it away for one of', 122, 340],
    ['copper or of steel, save perhaps those who have broken theirs and', 122, 340],
    ['not yet bought another.', 122, 120],
  ])
  expect(html).toContain(
    '<p>Nobody who has a kettle of glass would give it away for one of copper or of steel, save perhaps those who ' +
      'have broken theirs and not yet bought another.</p>',
  )
})

test('short lines that end in the same place by chance are separate paragraphs', async () => {
  expect(
    await page([
      [wide, 72, 460],
      ['Made in 1990.', 72, 70],
      ['Sold in 1991.', 72, 70],
    ]),
  ).toContain('Made in 1990.</p>\n<p>Sold in 1991.</p>')
})
