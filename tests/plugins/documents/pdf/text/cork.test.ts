import { expect, test } from 'bun:test'
import { read } from '../../../../../plugins/documents/pdf/index.ts'
import { withBullet } from '../../../../../plugins/documents/pdf/text/cork.ts'
import { CATALOG, PAGES, page, pdfOf } from '../../pdf-of.ts'

const glyphs = Array.from({ length: 112 }, (_, i) => `/a${i + 16}`)
/** A font of bitmaps whose names of characters mean nothing, as TeX writes it. */
const BITMAPS =
  '<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[.1 0 0 .1 0 0]/FirstChar 16/LastChar 127' +
  `/Widths[${glyphs.map((_, i) => 5 + (i % 3)).join(' ')}]/Encoding<</Type/Encoding/Differences[16${glyphs.join('')}]>>` +
  `/CharProcs<<${glyphs.map((name) => `${name} 6 0 R`).join('')}>>>>`

const textOf = async (shown: string) => {
  const data = `BT /F1 12 Tf 72 700 Td (${shown}) Tj ET`
  const bytes = pdfOf([CATALOG, PAGES, page(), { dict: '', data }, BITMAPS, { dict: '', data: '5 0 d0' }])
  return (await read(bytes, { mime: 'application/pdf', url: 'https://a.example/b.pdf' })).html
}

test('ligatures, quotation marks and dashes of bitmap fonts by TeX are read', async () => {
  expect(await textOf('with e\\033ect of \\034rst \\035ow in o\\036ces and ba\\037ed')).toBe(
    '<p>with effect of first flow in offices and baffled</p>',
  )
  expect(await textOf('\\020some tea\\021 \\026 at 4\\0255')).toBe('<p>“some tea” — at 4–5</p>')
})

test('letters of formulas in bitmap fonts are not ligatures', async () => {
  expect(await textOf('a\\033b')).toBe('<p>a b</p>')
})

test('a bullet of a symbol font is read, and such a code elsewhere is not', () => {
  expect([withBullet('\x88 tea'), withBullet('\x0f tea'), withBullet('\x88')]).toEqual(['• tea', '• tea', '•'])
  expect(withBullet('tea \x88 cups')).toBe('tea \x88 cups')
})
