import {
  CATALOG,
  FONT,
  flate,
  onePage,
  PAGES,
  packed,
  page as pageObject,
  pdfOf,
} from '../../../plugins/documents/pdf-of.ts'
import { type Construction, each, nested } from '../construction.ts'
import { content } from '../content.ts'

const pdf = (name: string, count: number, make: (n: number) => Uint8Array): Construction =>
  content(name, count, (n) => ({ headers: { 'content-type': 'application/pdf' }, body: make(n) }))
const written = (name: string, count: number, make: (n: number) => string) =>
  pdf(name, count, (n) => onePage({ dict: '', data: make(n) }))
const list = (count: number, piece: (i: number) => string) => Array.from({ length: count }, (_, i) => piece(i))

/** PDFs: their objects, pages and text. */
export const pdfs: Construction[] = [
  written('words', 2000, (n) => `BT /F1 12 Tf 72 700 Td ${'(Hello) Tj '.repeat(n)}ET`),
  written(
    'words in places of their own',
    2000,
    (n) => `BT /F1 9 Tf ${each(n, (i) => `1 0 0 1 ${(i * 37) % 600} ${(i * 53) % 780} Tm (a) Tj `)}ET`,
  ),
  written('words in one place', 2000, (n) => `BT /F1 9 Tf ${'1 0 0 1 72 700 Tm (a) Tj '.repeat(n)}ET`),
  written('lines', 1000, (n) => `BT /F1 9 Tf 72 700 Td ${'(a b c) Tj 0 -1 Td '.repeat(n)}ET`),
  written(
    'words in columns',
    1000,
    (n) => `BT /F1 5 Tf ${each(n, (i) => `1 0 0 1 ${(i % 60) * 10} ${780 - Math.floor(i / 60)} Tm (1.5) Tj `)}ET`,
  ),
  written(
    'words that turn',
    1000,
    (n) =>
      `BT /F1 9 Tf ${each(n, (i) => `${Math.cos(i)} ${Math.sin(i)} ${-Math.sin(i)} ${Math.cos(i)} 300 400 Tm (a) Tj `)}ET`,
  ),
  written('a long word', 20_000, (n) => `BT /F1 12 Tf 72 700 Td (${'a'.repeat(n)}) Tj ET`),
  written('a long row of dots', 20_000, (n) => `BT /F1 12 Tf 72 700 Td (${'. '.repeat(n)}) Tj ET`),
  written('blanks', 20_000, (n) => `BT /F1 12 Tf 72 700 Td (a${' '.repeat(n)}b) Tj ET`),
  written('hyphens', 20_000, (n) => `BT /F1 12 Tf 72 700 Td (${'a-'.repeat(n)}) Tj ET`),
  written('lines that make a table', 1000, (n) =>
    each(n, (i) => `${i % 600} 0 m ${i % 600} 700 l S 0 ${i % 700} m 600 ${i % 700} l S `),
  ),
  written('boxes', 2000, (n) => each(n, (i) => `${i % 600} ${i % 700} 5 5 re f `)),
  written('saved states', 20_000, (n) => 'q '.repeat(n)),
  written('arrays in arrays', 20_000, (n) => nested(n, '[', ']')),
  written('marked content', 5000, (n) => `${'/P <</MCID 0>> BDC '.repeat(n)}BT /F1 12 Tf (a) Tj ET`),
  written('operators that nobody knows', 20_000, (n) => 'xx '.repeat(n)),
  written('an inline picture that never ends', 20_000, (n) => `BI /W 1 /H 1 ID ${'a'.repeat(n)}`),
  pdf('pages', 500, (n) =>
    pdfOf([
      CATALOG,
      `<</Type/Pages/Kids[${list(n, (i) => `${i + 3} 0 R`).join(' ')}]/Count ${n}>>`,
      ...list(n, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>'),
    ]),
  ),
  pdf('one page again and again', 5000, (n) =>
    pdfOf([
      CATALOG,
      `<</Type/Pages/Kids[${'3 0 R '.repeat(n)}]/Count ${n}>>`,
      pageObject(),
      { dict: '', data: 'BT /F1 12 Tf 72 700 Td (a) Tj ET' },
      FONT,
    ]),
  ),
  pdf('a deep tree of pages', 500, (n) =>
    pdfOf([
      CATALOG,
      ...list(n, (i) => `<</Type/Pages/Count 1/Kids[${i + 3} 0 R]>>`),
      '<</Type/Page/MediaBox[0 0 9 9]>>',
    ]),
  ),
  pdf('trees of pages that double', 5, (n) =>
    pdfOf([
      CATALOG,
      ...list(n, (i) => `<</Type/Pages/Count ${2 ** (n - i)}/Kids[${i + 3} 0 R ${i + 3} 0 R]>>`),
      '<</Type/Page/MediaBox[0 0 9 9]>>',
    ]),
  ),
  pdf('a packed page of words', 20_000, (n) => onePage(flate(packed(n * 12, '(Hello) Tj ')))),
  pdf('packed blanks', 200_000, (n) => onePage(flate(packed(n, ' ')))),
  pdf('forms in forms', 6, (n) =>
    onePage(
      { dict: '', data: '/X0 Do' },
      list(n, (i) => `placeholder ${i}`).map((_, i) => ({
        dict: `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X${i + 1} ${i + 7} 0 R>>/Font<</F1 5 0 R>>>>`,
        data: i === n - 1 ? 'BT /F1 12 Tf (a) Tj ET' : `/X${i + 1} Do `.repeat(4),
      })),
      '/XObject<</X0 6 0 R>>',
    ),
  ),
  pdf('outlines', 2000, (n) =>
    pdfOf([
      '<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>',
      PAGES,
      pageObject(),
      { dict: '', data: '' },
      FONT,
      '<</First 7 0 R>>',
      ...list(n, (i) => `<</Title(a)/Next ${i + 8} 0 R>>`),
    ]),
  ),
  pdf('tags in tags', 2000, (n) =>
    pdfOf([
      '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>',
      PAGES,
      pageObject(),
      { dict: '', data: '/P <</MCID 0>> BDC BT /F1 12 Tf 72 700 Td (a) Tj ET EMC' },
      FONT,
      '<</Type/StructTreeRoot/K 7 0 R>>',
      ...list(n, (i) => `<</Type/StructElem/S/Div/Pg 3 0 R/K ${i === n - 1 ? 0 : `${i + 8} 0 R`}>>`),
    ]),
  ),
  pdf('tags beside tags', 2000, (n) =>
    pdfOf([
      '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>',
      PAGES,
      pageObject(),
      { dict: '', data: '/P <</MCID 0>> BDC BT /F1 12 Tf 72 700 Td (a) Tj ET EMC' },
      FONT,
      `<</Type/StructTreeRoot/K[${list(n, (i) => `${i + 7} 0 R`).join(' ')}]>>`,
      ...list(n, () => '<</Type/StructElem/S/P/Pg 3 0 R/K 0>>'),
    ]),
  ),
  pdf('links', 2000, (n) =>
    pdfOf([
      CATALOG,
      PAGES,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[${'6 0 R '.repeat(n)}]>>`,
      { dict: '', data: 'BT /F1 12 Tf 72 700 Td (a b c) Tj ET' },
      FONT,
      '<</Type/Annot/Subtype/Link/Rect[70 690 200 720]/A<</S/URI/URI(http://a.b/)>>>>',
    ]),
  ),
  pdf('fields of a form', 1000, (n) =>
    pdfOf([
      `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${'6 0 R '.repeat(n)}]>>>>`,
      PAGES,
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots[${'6 0 R '.repeat(n)}]>>`,
      { dict: '', data: '' },
      FONT,
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(b)/Rect[0 0 9 9]>>',
    ]),
  ),
  pdf('objects that nobody names', 5000, (n) =>
    pdfOf([CATALOG, PAGES, pageObject(), { dict: '', data: '' }, FONT, ...list(n, () => '<</A 1>>')]),
  ),
]
