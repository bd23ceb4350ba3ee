import { docxOf, type Entry, xlsxOf, zipOf } from '../../../plugins/documents/office/zip.ts'
import { type Construction, countFor, each, nested } from '../construction.ts'
import { content } from '../content.ts'

const openXml = 'application/vnd.openxmlformats-officedocument.'
const openDocument = 'application/vnd.oasis.opendocument.'
/** Bytes of the smallest size before compression, because a document is a thousand times smaller in its archive. */
const UNPACKED = 256 * 1024

function archive(
  name: string,
  type: string,
  make: (n: number) => string,
  pack: (part: string) => Uint8Array,
): Construction {
  return content(name, countFor(make, UNPACKED), (n) => ({ headers: { 'content-type': type }, body: pack(make(n)) }))
}
const docx = (name: string, make: (n: number) => string) =>
  archive(`DOCX: ${name}`, `${openXml}wordprocessingml.document`, make, (body) => docxOf(body, [], false))
const xlsx = (name: string, make: (n: number) => string, more: readonly Entry[] = []) =>
  archive(`XLSX: ${name}`, `${openXml}spreadsheetml.sheet`, make, (rows) => xlsxOf(rows, more))

const O = 'urn:oasis:names:tc:opendocument:xmlns:'
const spaces = `xmlns:office="${O}office:1.0" xmlns:text="${O}text:1.0" xmlns:table="${O}table:1.0" xmlns:draw="${O}drawing:1.0" xmlns:style="${O}style:1.0"`
const odf = (kind: 'text' | 'spreadsheet' | 'presentation') => (name: string, make: (n: number) => string) =>
  archive(`OpenDocument ${kind}: ${name}`, openDocument + kind, make, (body) =>
    zipOf([
      { name: 'mimetype', content: openDocument + kind, packed: false },
      {
        name: 'content.xml',
        content: `<office:document-content ${spaces}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
        packed: false,
      },
    ]),
  )
const odt = odf('text')
const ods = odf('spreadsheet')
const odp = odf('presentation')

const A = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const P = 'http://schemas.openxmlformats.org/presentationml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (targets: readonly [string, string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(([type, target], i) => `<Relationship Id="r${i}" Type="${R}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`
/** A presentation with a slide for each text. */
const slidesOf = (slides: readonly string[]): Uint8Array =>
  zipOf([
    { name: '_rels/.rels', content: relations([['officeDocument', 'ppt/presentation.xml']]) },
    {
      name: 'ppt/presentation.xml',
      content: `<p:presentation xmlns:p="${P}" xmlns:r="${R}"><p:sldIdLst>${each(slides.length, (i) => `<p:sldId id="${256 + i}" r:id="r${i}"/>`)}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: relations(slides.map((_, i) => ['slide', `slides/slide${i}.xml`])),
    },
    ...slides.map((tree, i) => ({
      name: `ppt/slides/slide${i}.xml`,
      content: `<p:sld xmlns:p="${P}" xmlns:a="${A}" xmlns:r="${R}"><p:cSld><p:spTree>${tree}</p:spTree></p:cSld></p:sld>`,
      packed: false,
    })),
  ])
const pptx = (name: string, make: (n: number) => string) =>
  archive(`PPTX: ${name}`, `${openXml}presentationml.presentation`, make, (tree) => slidesOf([tree]))

/** A book of chapters. */
const bookOf = (chapters: readonly string[], more = ''): Uint8Array =>
  zipOf([
    { name: 'mimetype', content: 'application/epub+zip', packed: false },
    {
      name: 'META-INF/container.xml',
      content:
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    },
    {
      name: 'b.opf',
      content: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>${each(chapters.length, (i) => `<item id="c${i}" href="c${i}.xhtml" media-type="application/xhtml+xml"/>`)}</manifest><spine>${each(chapters.length, (i) => `<itemref idref="c${i}"/>`)}${more}</spine></package>`,
    },
    ...chapters.map((chapter, i) => ({
      name: `c${i}.xhtml`,
      content: `<html xmlns="http://www.w3.org/1999/xhtml"><body>${chapter}</body></html>`,
      packed: false,
    })),
  ])
const epub = (name: string, make: (n: number) => string) =>
  archive(`EPUB: ${name}`, 'application/epub+zip', make, (chapter) => bookOf([chapter]))
const counted = (name: string, type: string, count: number, make: (n: number) => Uint8Array) =>
  content(name, count, (n) => ({ headers: { 'content-type': type }, body: make(n) }))
const rtf = (name: string, make: (n: number) => string) =>
  archive(
    `RTF: ${name}`,
    'application/rtf',
    (n) => `{\\rtf1\\ansi ${make(n)}}`,
    (body) => new TextEncoder().encode(body),
  )

const run = '<w:r><w:t>a</w:t></w:r>'
const cell = '<w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc>'

/**
 * Office documents, books and rich text. Archives contain uncompressed parts, so that their size is what is read.
 */
export const office: Construction[] = [
  docx('paragraphs', (n) => `<w:p>${run}</w:p>`.repeat(n)),
  docx('empty paragraphs', (n) => '<w:p/>'.repeat(n)),
  docx('runs', (n) => `<w:p>${run.repeat(n)}</w:p>`),
  docx(
    'runs in bold and slanted in turn',
    (n) =>
      `<w:p>${'<w:r><w:rPr><w:b/></w:rPr><w:t>a</w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>b</w:t></w:r>'.repeat(n)}</w:p>`,
  ),
  docx('a long text', (n) => `<w:p><w:r><w:t>${'a '.repeat(n)}</w:t></w:r></w:p>`),
  docx('a text of opening signs', (n) => `<w:p><w:r><w:t>${'&lt;'.repeat(n)}</w:t></w:r></w:p>`),
  docx('rows', (n) => `<w:tbl>${`<w:tr>${cell}</w:tr>`.repeat(n)}</w:tbl>`),
  docx('cells', (n) => `<w:tbl><w:tr>${cell.repeat(n)}</w:tr></w:tbl>`),
  docx(
    'wide cells',
    (n) => `<w:tbl>${'<w:tr><w:tc><w:tcPr><w:gridSpan w:val="1000"/></w:tcPr><w:p/></w:tc></w:tr>'.repeat(n)}</w:tbl>`,
  ),
  docx(
    'merged cells',
    (n) => `<w:tbl>${'<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc></w:tr>'.repeat(n)}</w:tbl>`,
  ),
  docx('tables in tables', (n) =>
    nested(Math.min(n, 150), '<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', `<w:p>${run}</w:p>`.repeat(n)),
  ),
  docx('content in content', (n) => nested(n, '<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>')),
  docx('items of a list', (n) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="8"/><w:numId w:val="1"/></w:numPr></w:pPr>${run}</w:p>`.repeat(n),
  ),
  docx(
    'fields',
    (n) =>
      `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "a"</w:instrText></w:r>'.repeat(n)}</w:p>`,
  ),
  docx('links', (n) => `<w:p>${`<w:hyperlink w:anchor="a">${run}</w:hyperlink>`.repeat(n)}</w:p>`),
  docx('bookmarks', (n) => `<w:p>${each(n, (i) => `<w:bookmarkStart w:id="${i}" w:name="b${i}"/>`)}</w:p>`),
  docx(
    'formulas',
    (n) =>
      `<w:p><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${'<m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den/></m:f>'.repeat(n)}</m:oMath></w:p>`,
  ),
  docx('text boxes', (n) =>
    nested(
      Math.min(n, 500),
      '<w:p><w:r><w:pict><w:txbxContent>',
      '</w:txbxContent></w:pict></w:r></w:p>',
      `<w:p>${run}</w:p>`.repeat(n),
    ),
  ),
  docx('notes', (n) => `<w:p>${'<w:r><w:footnoteReference w:id="1"/></w:r>'.repeat(n)}</w:p>`),
  docx(
    'deleted text',
    (n) =>
      `<w:p>${'<w:del><w:r><w:delText>a</w:delText></w:r></w:del><w:ins><w:r><w:t>b</w:t></w:r></w:ins>'.repeat(n)}</w:p>`,
  ),
  docx('breaks and tabs', (n) => `<w:p><w:r>${'<w:br/><w:tab/>'.repeat(n)}</w:r></w:p>`),
  docx('attributes', (n) => `<w:p ${each(n, (i) => `w:a${i}="b" `)}/>`),
  xlsx('rows', (n) => each(n, (i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c></row>`)),
  xlsx('cells of a row', (n) => `<row r="1">${'<c><v>1</v></c>'.repeat(n)}</row>`),
  xlsx('cells at the far end', (n) =>
    each(n, (i) => `<row r="${i * 1000 + 1}"><c r="XFD${i * 1000 + 1}"><v>1</v></c></row>`),
  ),
  xlsx('texts', (n) =>
    each(n, (i) => `<row r="${i + 1}"><c r="A${i + 1}" t="inlineStr"><is><t>a b</t></is></c></row>`),
  ),
  xlsx('a long text', (n) => `<row r="1"><c r="A1" t="inlineStr"><is><t>${'a '.repeat(n)}</t></is></c></row>`),
  xlsx('rows in no order', (n) => each(n, (i) => `<row r="${n - i}"><c r="A${n - i}"><v>1</v></c></row>`)),
  xlsx('formulas', (n) => each(n, (i) => `<row r="${i + 1}"><c r="A${i + 1}"><f>A1+A2</f><v>1</v></c></row>`)),
  xlsx(
    'merged cells',
    (n) =>
      `<row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells>${each(n, (i) => `<mergeCell ref="A${i + 1}:XFD${i + 1}"/>`)}</mergeCells><sheetData>`,
  ),
  xlsx(
    'links',
    (n) =>
      `<row r="1"><c r="A1"><v>1</v></c></row></sheetData><hyperlinks>${each(n, (i) => `<hyperlink ref="A${i + 1}" location="b"/>`)}</hyperlinks><sheetData>`,
  ),
  xlsx(
    'shared texts that are long',
    (n) => each(n, (i) => `<row r="${i + 1}"><c r="A${i + 1}" t="s"><v>0</v></c></row>`),
    [
      {
        name: 'xl/sharedStrings.xml',
        content: `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${'a'.repeat(32_000)}</t></si></sst>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: relations([
          ['worksheet', 'worksheets/s.xml'],
          ['sharedStrings', 'sharedStrings.xml'],
        ]).replace('r0', 'r'),
      },
    ],
  ),
  odt('paragraphs', (n) => '<text:p>a</text:p>'.repeat(n)),
  odt('spans in spans', (n) => `<text:p>${nested(n, '<text:span>', '</text:span>')}</text:p>`),
  odt('lists in lists', (n) =>
    nested(n, '<text:list><text:list-item>', '</text:list-item></text:list>', '<text:p>a</text:p>'),
  ),
  odt('blanks', (n) => `<text:p>a${'<text:s text:c="1000000"/>'.repeat(n)}b</text:p>`),
  odt(
    'columns that are repeated',
    (n) =>
      `<table:table>${'<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="1000000"><text:p>a</text:p></table:table-cell></table:table-row>'.repeat(n)}</table:table>`,
  ),
  odt('tables in tables', (n) =>
    nested(
      Math.min(n, 200),
      '<table:table><table:table-row><table:table-cell>',
      '</table:table-cell></table:table-row></table:table>',
      '<text:p>a</text:p>'.repeat(n),
    ),
  ),
  odt(
    'notes',
    (n) =>
      `<text:p>${'<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>a</text:p></text:note-body></text:note>'.repeat(n)}</text:p>`,
  ),
  odt('styles', (n) => `<text:p>${each(n, (i) => `<text:span text:style-name="s${i}">a</text:span>`)}</text:p>`),
  ods(
    'cells that are repeated',
    (n) =>
      `<table:table table:name="s">${'<table:table-row table:number-rows-repeated="1000"><table:table-cell table:number-columns-repeated="1000"><text:p>a</text:p></table:table-cell></table:table-row>'.repeat(n)}</table:table>`,
  ),
  ods(
    'rows',
    (n) =>
      `<table:table table:name="s">${'<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>'.repeat(n)}</table:table>`,
  ),
  ods('sheets', (n) =>
    each(
      n,
      (i) =>
        `<table:table table:name="s${i}"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>`,
    ),
  ),
  odp('slides', (n) =>
    each(
      n,
      (i) =>
        `<draw:page draw:name="p${i}"><draw:frame><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame></draw:page>`,
    ),
  ),
  odp(
    'groups in groups',
    (n) => `<draw:page draw:name="p">${nested(n, '<draw:g>', '</draw:g>', '<text:p>a</text:p>')}</draw:page>`,
  ),
  odp(
    'breaks and blanks',
    (n) =>
      `<draw:page draw:name="p"><draw:frame><draw:text-box><text:p>${'<text:tab/><text:line-break/>'.repeat(n)}</text:p></draw:text-box></draw:frame></draw:page>`,
  ),
  pptx('shapes', (n) => '<p:sp><p:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>'.repeat(n)),
  pptx('groups in groups', (n) => nested(n, '<p:grpSp>', '</p:grpSp>', '<p:sp/>')),
  pptx(
    'paragraphs',
    (n) => `<p:sp><p:txBody>${'<a:p><a:pPr lvl="8"/><a:r><a:t>a</a:t></a:r></a:p>'.repeat(n)}</p:txBody></p:sp>`,
  ),
  pptx(
    'rows',
    (n) =>
      `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${'<a:tr><a:tc gridSpan="1000"><a:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></a:txBody></a:tc></a:tr>'.repeat(n)}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
  ),
  pptx('a long text', (n) => `<p:sp><p:txBody><a:p><a:r><a:t>${'&lt;'.repeat(n)}</a:t></a:r></a:p></p:txBody></p:sp>`),
  counted('PPTX: slides', `${openXml}presentationml.presentation`, 100, (n) =>
    slidesOf(Array.from({ length: n }, () => '<p:sp><p:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>')),
  ),
  epub('paragraphs', (n) => '<p>a</p>'.repeat(n)),
  epub('marks again in each block', (n) => '<em><div>a'.repeat(n)),
  epub('ruby', (n) => '<ruby>a<rt>b</rt></ruby>'.repeat(n)),
  epub('blocks in blocks', (n) => nested(n, '<div>', '</div>')),
  epub('opening signs', (n) => '<'.repeat(n)),
  epub('notes', (n) => each(n, (i) => `<a epub:type="noteref" href="#n${i}">1</a><aside id="n${i}">a</aside>`)),
  counted('EPUB: chapters', 'application/epub+zip', 200, (n) => bookOf(Array.from({ length: n }, () => '<p>a</p>'))),
  counted('EPUB: one chapter again and again', 'application/epub+zip', 500, (n) =>
    bookOf([`<p>${'a '.repeat(5000)}</p>`], '<itemref idref="c0"/>'.repeat(n)),
  ),
  rtf('groups in groups', (n) => '{'.repeat(n) + '}'.repeat(n)),
  rtf('groups that never end', (n) => '{\\b a'.repeat(n)),
  rtf('words', (n) => 'a\\b1 b\\b0 '.repeat(n)),
  rtf('controls', (n) => '\\par'.repeat(n)),
  rtf('letters by number', (n) => '\\u8364?'.repeat(n)),
  rtf('letters to skip', (n) => '\\uc9999\\u1 '.repeat(n)),
  rtf('bytes', (n) => "\\'e4".repeat(n)),
  rtf('binary data', (n) => '\\bin999999999 a'.repeat(n)),
  rtf('rows', (n) => '\\trowd\\cellx1\\intbl a\\cell\\row '.repeat(n)),
  rtf('cells of a row', (n) => `\\trowd${'\\cellx1'.repeat(n)}${'a\\cell '.repeat(n)}\\row `),
  rtf('items', (n) => '{\\pntext\\f1 1.}a\\par '.repeat(n)),
  rtf('fonts', (n) => `{\\fonttbl${each(n, (i) => `{\\f${i} A;}`)}}a`),
  rtf('colours', (n) => `{\\colortbl${';'.repeat(n)}}a`),
  rtf('pictures', (n) => '{\\pict 00}'.repeat(n)),
  rtf('fields', (n) => '{\\field{\\*\\fldinst HYPERLINK "a"}{\\fldrslt b}}'.repeat(n)),
]
