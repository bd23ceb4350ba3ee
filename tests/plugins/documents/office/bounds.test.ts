import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { ReadDocument } from '../../../../plugins/content/document-model.ts'
import { read as readWord } from '../../../../plugins/documents/docx/index.ts'
import { read as readBook } from '../../../../plugins/documents/epub/index.ts'
import { read as readOdf } from '../../../../plugins/documents/odf/index.ts'
import { read as readSlides } from '../../../../plugins/documents/pptx/index.ts'
import { read as readRtf } from '../../../../plugins/documents/rtf/index.ts'
import type { Cell } from '../../../../plugins/documents/workbook/grid.ts'
import { read as readWorkbook } from '../../../../plugins/documents/workbook/index.ts'
import { sheetOf } from '../../../../plugins/documents/workbook/sheet-of.ts'
import { growthOf, LINEAR } from '../../../growth.ts'
import { docxOf, epubOf, odfOf, pptxOf, shapeOf, xlsxOf, zipOf } from './zip.ts'

setDefaultTimeout(60_000)

const hints = { mime: '', url: 'https://hostile.example/file' }
const ascii = (text: string) => new TextEncoder().encode(text)
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

interface Construction {
  name: string
  extract: ReadDocument
  make: (size: number) => Uint8Array
  size: number
}

const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const C = 'http://schemas.openxmlformats.org/drawingml/2006/chart'

const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
/** A paragraph with these properties. */
const paragraph = (properties: string) => `<w:p><w:pPr>${properties}</w:pPr>${run('a')}</w:p>`
const fieldPart = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
/** The styles or the numbering of a Word document. */
const definitions = (name: string, content: string) => ({
  name: `word/${name}.xml`,
  content: `<w:${name} xmlns:w="${W}">${content}</w:${name}>`,
})
const listed = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>'
const slideText = (size: number) => '<a:p><a:r><a:t>a</a:t></a:r></a:p>'.repeat(size)
const placeholder = (text: string) =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr><p:txBody>${text}</p:txBody></p:sp>`

const constructions: readonly Construction[] = [
  {
    name: 'DOCX of paragraphs that go on in each other',
    extract: readWord,
    make: (size) => {
      const goesOn = '<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>'
      return docxOf(`<w:p>${goesOn}${run('a').repeat(4 * size)}</w:p>${`<w:p>${goesOn}</w:p>`.repeat(size)}`)
    },
    size: 4_000,
  },
  {
    name: 'DOCX of lists that share one definition of as many levels',
    extract: readWord,
    make: (size) => {
      const levels = `<w:abstractNum w:abstractNumId="a">${'<w:lvl/>'.repeat(size)}</w:abstractNum>`
      const lists = numbers(size).map((i) => `<w:num w:numId="${i}"><w:abstractNumId w:val="a"/></w:num>`)
      return docxOf(paragraph(''), [definitions('numbering', levels + lists.join(''))])
    },
    size: 2_000,
  },
  {
    name: 'DOCX of items whose number has a long template',
    extract: readWord,
    make: (size) =>
      docxOf(paragraph(listed).repeat(size), [
        definitions(
          'numbering',
          `<w:abstractNum w:abstractNumId="a"><w:lvl w:ilvl="0"><w:lvlText w:val="${'%1'.repeat(size)}"/></w:lvl></w:abstractNum><w:num w:numId="0"><w:abstractNumId w:val="a"/></w:num>`,
        ),
      ]),
    size: 2_000,
  },
  {
    name: 'DOCX of styles that are based on a long one',
    extract: readWord,
    make: (size) => {
      const styles = numbers(size).map((i) => `<w:style w:styleId="s${i}"><w:basedOn w:val="base"/></w:style>`)
      const base = `<w:style w:styleId="base">${'<w:x/>'.repeat(8 * size)}</w:style>`
      return docxOf(
        numbers(size)
          .map((i) => paragraph(`<w:pStyle w:val="s${i}"/>`))
          .join(''),
        [definitions('styles', base + styles.join(''))],
      )
    },
    size: 2_000,
  },
  {
    name: 'DOCX of fields in each other',
    extract: readWord,
    make: (size) =>
      docxOf(`<w:p>${(fieldPart('begin') + fieldPart('separate')).repeat(size)}${run('a').repeat(size)}</w:p>`),
    size: 3_000,
  },
  {
    name: 'DOCX of texts that share a long link',
    extract: readWord,
    make: (size) =>
      docxOf(
        `<w:p xmlns:r="${R}">${`<w:hyperlink r:id="a" w:anchor="b">${run('a')}</w:hyperlink>${run('b')}`.repeat(size)}</w:p>`,
        [
          {
            name: 'word/_rels/document.xml.rels',
            content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${R}/hyperlink" Target="http://a/${'x'.repeat(20 * size)}" TargetMode="External"/></Relationships>`,
          },
        ],
      ),
    size: 2_000,
  },
  {
    name: 'ODT of styles that are based on one with a long name',
    extract: readOdf,
    make: (size) => {
      const styles = numbers(size).map(
        (i) => `<style:style style:name="s${i}" style:family="paragraph" style:parent-style-name="base"/>`,
      )
      return odfOf(
        'text',
        numbers(size)
          .map((i) => `<text:p text:style-name="s${i}">a</text:p>`)
          .join(''),
        `<style:style style:name="base" style:display-name="${'_20_'.repeat(size)}" style:family="paragraph"/>${styles.join('')}`,
      )
    },
    size: 2_000,
  },
  {
    name: 'PPTX of paragraphs with as many levels',
    extract: readSlides,
    make: (size) => pptxOf([placeholder(`<a:lstStyle>${'<a:x/>'.repeat(10 * size)}</a:lstStyle>${slideText(size)}`)]),
    size: 2_000,
  },
  {
    name: 'EPUB of open elements in its table of contents',
    extract: readBook,
    make: (size) => {
      const contents = '<item id="n" properties="nav" href="n.xhtml" media-type="application/xhtml+xml"/>'
      return zipOf([
        { name: 'b.opf', content: `<package><manifest>${contents}</manifest><spine/></package>` },
        { name: 'n.xhtml', content: `<html>${'<b>'.repeat(size)}${'</i>'.repeat(size)}</html>` },
      ])
    },
    size: 20_000,
  },
  {
    name: 'RTF of results that share the long link of their field',
    extract: readRtf,
    make: (size) =>
      ascii(
        `{\\rtf1{\\field{\\*\\fldinst HYPERLINK "http://a/${'x'.repeat(20 * size)}"}${'{\\fldrslt a}b'.repeat(size)}}}`,
      ),
    size: 2_000,
  },
  {
    name: 'DOCX of tables in controls',
    extract: readWord,
    make: (size) =>
      docxOf(
        `<w:tbl>${'<w:sdt><w:sdtContent>'.repeat(100)}${'<w:tr><w:tc/></w:tr>'.repeat(size)}${'</w:sdtContent></w:sdt>'.repeat(100)}</w:tbl>`,
      ),
    size: 2_000,
  },
  {
    name: 'ODT of paragraphs in sections',
    extract: readOdf,
    make: (size) =>
      odfOf(
        'text',
        `${'<text:section>'.repeat(100)}${'<text:p>a</text:p>'.repeat(size)}${'</text:section>'.repeat(100)}`,
      ),
    size: 2_000,
  },
  {
    name: 'ODT of list items whose style has as many levels',
    extract: readOdf,
    make: (size) =>
      odfOf(
        'text',
        `<text:list text:style-name="L">${'<text:list-item><text:p>a</text:p></text:list-item>'.repeat(size)}</text:list>`,
        `<text:list-style style:name="L">${'<text:list-level-style-bullet/>'.repeat(size)}</text:list-style>`,
      ),
    size: 2_000,
  },
  {
    name: 'PPTX of placeholders with as many in their layout',
    extract: readSlides,
    make: (size) => {
      const shape = (i: number, text: string) =>
        `<p:sp><p:nvSpPr><p:nvPr><p:ph type="body" idx="${i}"/></p:nvPr></p:nvSpPr>${text}</p:sp>`
      const text = '<p:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody>'
      const layout = numbers(size).map((i) => shape(i, ''))
      return pptxOf([shape(size - 1, text).repeat(size)], [0], layout.join(''))
    },
    size: 2_000,
  },
  {
    name: 'EPUB of links to its chapters',
    extract: readBook,
    make: (size) =>
      epubOf([
        ...numbers(size).map((i) => `<p>${i}</p>`),
        `<p>${`<a href="c${size - 1}.xhtml#a">a</a>`.repeat(10 * size)}</p>`,
      ]),
    size: 100,
  },
  {
    name: 'RTF rows whose cells end at places of their own',
    extract: readRtf,
    make: (size) =>
      ascii(
        `{\\rtf1 ${numbers(size)
          .map((i) => `\\trowd\\cellx${i * 200 + 100}\\cellx${i * 200 + 200}\\intbl a\\cell b\\cell\\row `)
          .join('')}}`,
      ),
    size: 3_000,
  },
  {
    name: 'RTF whose one font has a name without an end',
    extract: readRtf,
    make: (size) => ascii(`{\\rtf1{\\fonttbl{\\f0 ${'a\\~'.repeat(size)}}}text}`),
    size: 30_000,
  },
  {
    name: 'RTF of notes in notes',
    extract: readRtf,
    make: (size) => ascii(`{\\rtf1 ${'{\\footnote a'.repeat(size)}${'}'.repeat(size)}}`),
    size: 400,
  },
  {
    name: 'XLSX of cells that are merged over as many rows',
    extract: readWorkbook,
    make: (size) => {
      const rows = numbers(size).map((i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c></row>`)
      const merges = numbers(size).map((i) => `<mergeCell ref="A${i + 1}:A${size + 1}"/>`)
      return xlsxOf(`${rows.join('')}</sheetData><mergeCells>${merges.join('')}</mergeCells><sheetData>`)
    },
    size: 1_000,
  },
]

test.each(constructions.map((each) => [each.name, each] as const))(
  '%s takes time in proportion to its size',
  async (_, { extract, make, size }) => {
    expect(await growthOf(make, (bytes) => extract(bytes, hints), size / 2)).toBeLessThan(LINEAR)
  },
)

const CUT = 'The document was cut: it holds more text than is converted at once'
const MAX = 2 ** 20

describe('of a small file with large output', () => {
  const chart = {
    name: 'word/charts/c.xml',
    content: `<c:chartSpace xmlns:c="${C}"><c:chart><c:plotArea><c:barChart><c:ser><c:tx><c:v>${'series '.repeat(10_000)}</c:v></c:tx><c:val><c:pt idx="0">1</c:pt></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
  }
  const relation = {
    name: 'word/_rels/document.xml.rels',
    content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="c" Type="${R}/chart" Target="charts/c.xml"/></Relationships>`,
  }
  const shown = `<w:p xmlns:c="${C}" xmlns:r="${R}"><w:r><w:drawing><c:chart r:id="c"/></w:drawing></w:r></w:p>`

  test.each<[string, ReadDocument, () => Uint8Array]>([
    [
      'repeated cells in repeated rows of OpenDocument, nested in each other,',
      readOdf,
      () => {
        let table = '<text:p>deep</text:p>'
        for (let i = 0; i < 20; i++)
          table = `<table:table><table:table-row table:number-rows-repeated="100"><table:table-cell table:number-columns-repeated="100">${table}</table:table-cell></table:table-row></table:table>`
        return odfOf('text', table)
      },
    ],
    [
      'repeated cells in thousands of repeated rows of one table',
      readOdf,
      () => {
        const row =
          '<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000000"><text:p>a</text:p></table:table-cell></table:table-row>'
        return odfOf('text', `<text:p>b</text:p><table:table>${row.repeat(3000)}</table:table>`)
      },
    ],
    ['a chart shown a thousand times', readWord, () => docxOf(shown.repeat(1_000), [chart, relation])],
    [
      'a chart of two thousand points in ten thousand series',
      readWord,
      () => {
        const series = `<c:ser><c:val><c:pt idx="1999">1</c:pt></c:val></c:ser>${'<c:ser/>'.repeat(10_000)}`
        const content = `<c:chartSpace xmlns:c="${C}"><c:chart><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart></c:chartSpace>`
        return docxOf(shown, [{ ...chart, content }, relation])
      },
    ],
    [
      'a slide listed a thousand times',
      readSlides,
      () =>
        pptxOf(
          [shapeOf('x'.repeat(100_000))],
          numbers(1_000).map(() => 0),
        ),
    ],
    [
      'a chapter listed ten thousand times',
      readBook,
      () =>
        epubOf(
          [`<p>${'x'.repeat(100_000)}</p>`],
          numbers(10_000).map(() => 0),
        ),
    ],
  ])('%s is cut', async (_, extract, make) => {
    const bytes = make()
    const { html } = await extract(bytes, hints)
    expect(html.length).toBeLessThan(MAX + 32 * bytes.length)
  })

  test('a text that is shared by ten thousand cells is only given in the first rows', async () => {
    const strings = {
      name: 'xl/sharedStrings.xml',
      content: `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${'x'.repeat(30_000)}</t></si></sst>`,
    }
    const rows = numbers(10_000).map((i) => `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>0</v></c></row>`)
    const relations = {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${R}/worksheet" Target="worksheets/s.xml"/><Relationship Id="t" Type="${R}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    }
    const bytes = xlsxOf(rows.join(''), [strings, relations])
    const { sheets = [], warnings } = await readWorkbook(bytes, hints)
    const length = sheets[0]!.rows.reduce((sum, row) => sum + String(row[0]).length, 0)
    expect(sheets[0]!.rows.length).toBeGreaterThan(10)
    expect(length).toBeLessThan(5 * 2 ** 20)
    expect(warnings).toEqual([CUT])
  })

  test('a table of OpenDocument that repeats too much is cut, with a warning', async () => {
    const row =
      '<table:table-row table:number-rows-repeated="99"><table:table-cell table:number-columns-repeated="9"><text:p>a</text:p></table:table-cell></table:table-row>'
    const few = await readOdf(odfOf('text', `<table:table>${row}</table:table>`), hints)
    expect([few.html.match(/<tr>/g)!.length, few.warnings]).toEqual([99, []])
    const { html, warnings } = await readOdf(odfOf('text', `<table:table>${row.repeat(1000)}</table:table>`), hints)
    expect(html.match(/<tr>/g)!.length).toBeGreaterThan(1000)
    expect(html.match(/<tr>/g)!.length).toBeLessThan(20_000)
    expect(warnings).toEqual(['The document was cut: it repeats more cells of its tables than are given'])
  })

  test('distant cells are refused before the cells between them are created', async () => {
    const rows = numbers(1000).map((i) => `<row r="${i + 1}"><c r="XFD${i + 1}"><v>1</v></c></row>`)
    Bun.gc(true)
    const before = process.memoryUsage().rss
    await expect(readWorkbook(xlsxOf(rows.join('')), hints)).rejects.toMatchObject({ reason: 'too_large' })
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20)
  })

  test('a single cell in the last row of a narrow sheet is read', async () => {
    const rows =
      '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="1048576"><c r="D1048576"><v>3</v></c></row>'
    const { sheets } = await readWorkbook(xlsxOf(rows), hints)
    expect(sheets![0]!.rows).toEqual([
      [1, 2, null, null],
      [null, null, null, 3],
    ])
  })

  test('rows and cells without a position are read in their order', async () => {
    const rows = '<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>'
    const { sheets } = await readWorkbook(xlsxOf(rows), hints)
    expect(sheets![0]!.rows).toEqual([
      [1, 2],
      [3, null],
    ])
  })

  test('a distant merged cell does not fill the rows below it', () => {
    const rows: Cell[][] = numbers(9_000).map((i) => (i === 0 ? Array(16_384).fill('a') : ['b']))
    const merges = [{ startRow: 0, startCol: 16_383, endRow: 8_999, endCol: 16_383 }]
    const found = sheetOf({ name: '', rows, merges, epoch: 0 })!
    expect(rows.reduce((sum, row) => sum + row.length, 0)).toBeLessThan(1_100_000)
    expect([found.isCut, found.sheet.rows.length + 1]).toEqual([true, 61])
  })
})

describe('a long document is cut after a block, with a warning:', () => {
  const words = 'word '.repeat(1_000)
  test.each<[string, ReadDocument, () => Uint8Array]>([
    ['DOCX', readWord, () => docxOf(`<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`.repeat(1_400))],
    ['ODT', readOdf, () => odfOf('text', `<text:p>${words}</text:p>`.repeat(1_400))],
    ['ODP', readOdf, () => odfOf('presentation', `<draw:page><text:p>${words}</text:p></draw:page>`.repeat(1_400))],
    ['PPTX', readSlides, () => pptxOf(numbers(350).map(() => shapeOf(words).repeat(4)))],
    ['EPUB', readBook, () => epubOf(numbers(350).map(() => `<p>${words}</p>`.repeat(4)))],
    ['RTF', readRtf, () => ascii(`{\\rtf1 ${`${words}\\par `.repeat(1_400)}}`)],
  ])('%s', async (_, extract, make) => {
    const { html, warnings } = await extract(make(), hints)
    expect(warnings).toEqual([CUT])
    expect(html.length).toBeGreaterThan(MAX / 2)
    expect(html.length).toBeLessThan(6 * 2 ** 20)
    expect(html).toMatch(/<\/(?:p|section)>$/)
  })
})

test('EPUB that nests too deep is cut there, and open elements are closed', async () => {
  const deep = 100_000
  const { html } = await readBook(epubOf([`<p>before</p>${'<div>'.repeat(deep)}${'</p>'.repeat(deep)}`]), hints)
  expect(html).toContain('<p>before</p>')
  expect(html.match(/<div>/g)!.length).toBeLessThan(300)
  expect(html.match(/<\/div>/g)!.length).toBe(html.match(/<div>/g)!.length)
})
