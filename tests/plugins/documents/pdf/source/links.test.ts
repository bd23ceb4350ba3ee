import { expect, test } from 'bun:test'
import { read } from '../../../../../plugins/documents/pdf/index.ts'
import { CATALOG, FONT, PAGES, page, pdfOf } from '../../pdf-of.ts'

const TEXT = 'BT /F1 12 Tf 72 700 Td (Country:) Tj 0 -60 Td (Signed here) Tj ET'

/** A page of text with an annotation. */
const pdfWith = (annotation: string, text = TEXT, flags = 4) =>
  pdfOf([
    CATALOG,
    PAGES,
    page().replace('/Contents', '/Annots[6 0 R]/Contents'),
    { dict: '', data: text },
    FONT,
    `<</Type/Annot/F ${flags}/DA(/F1 12 Tf 0 g)${annotation}>>`,
  ])
const htmlOf = async (bytes: Uint8Array) => (await read(bytes, { mime: '', url: 'https://a.example/' })).html

test('a choice field shows the label of the selected option, not its value', async () => {
  const list = (options: string) => `/Subtype/Widget/FT/Ch/Ff 131072/T(c)/Rect[130 695 300 712]/V(DE)/Opt[${options}]`
  expect(await htmlOf(pdfWith(list('[(DE)(Germany)][(FR)(France)]')))).toContain('<p>Country: Germany</p>')
  expect(await htmlOf(pdfWith(list('(FR)(DE)')))).toContain('<p>Country: DE</p>')
})

test('free text on a page is part of the text, but a note that has to be opened is not', async () => {
  const at = (subtype: string) => `/Subtype/${subtype}/Rect[130 695 300 712]/Contents(New Zealand)`
  expect(await htmlOf(pdfWith(at('FreeText')))).toBe('<p>Country: New Zealand</p>\n<p>Signed here</p>')
  expect(await htmlOf(pdfWith(at('FreeText').replace('New ', 'New\\r'), ''))).toContain('<p>New Zealand</p>')
  expect(await htmlOf(pdfWith(at('Text')))).not.toContain('Zealand')
  expect(await htmlOf(pdfWith(at('FreeText'), TEXT, 2))).not.toContain('Zealand')
})
