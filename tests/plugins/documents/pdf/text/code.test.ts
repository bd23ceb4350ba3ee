import { expect, test } from 'bun:test'
import { read } from '../../../../../plugins/documents/pdf/index.ts'
import { CATALOG, FONT, PAGES, pdfOf } from '../../pdf-of.ts'

/** The blocks of a page with these lines of code, each after a number in another font. */
const page = async (lines: readonly (readonly [number: string, code: string])[]) => {
  const at = (font: string, x: number, y: number, text: string) => `BT /${font} ${x} ${y} Td (${text}) Tj ET\n`
  const data = lines.map(([number, code], i) => {
    const y = 650 - i * 12
    return (
      at('F1 6 Tf', 66, y, number) + at('F2 10 Tf', 80 + (code.length - code.trimStart().length) * 6, y, code.trim())
    )
  })
  const intro = at('F1 10 Tf', 72, 700, 'This is what boils the water of all kettles, one after the other.')
  const pdf = pdfOf([
    CATALOG,
    PAGES,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>',
    { dict: '', data: intro + data.join('') },
    FONT,
    '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
  ])
  return (await read(pdf, { mime: 'application/pdf', url: 'https://a.example/b.pdf' })).html
}

test('numbered lines of code are code without their numbers', async () => {
  expect(
    await page([
      ['9', 'for kettle in kettles:'],
      ['10', '    if kettle.water:'],
      ['11', '        boil(kettle)'],
      ['12', 'pour(kettles)'],
    ]),
  ).toContain(
    '<pre><code>for kettle in kettles:\n    if kettle.water:\n        boil(kettle)\npour(kettles)</code></pre>',
  )
})

test('a number before a single line of code is kept', async () => {
  expect(await page([['9', 'boil(kettle)']])).toContain('9 <code>boil(kettle)</code>')
})

test('numbers before code that are no line numbers are kept', async () => {
  const html = await page([
    ['404', 'NOT_FOUND'],
    ['429', 'TOO_MANY'],
    ['500', 'BROKEN'],
  ])
  for (const number of [404, 429, 500]) expect(html).toContain(String(number))
})
