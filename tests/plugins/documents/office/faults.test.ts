import { describe, expect, test } from 'bun:test'
import type { ReadDocument } from '../../../../plugins/content/document-model.ts'
import { read as readWord } from '../../../../plugins/documents/docx/index.ts'
import { read as readBook } from '../../../../plugins/documents/epub/index.ts'
import { read as readOdf } from '../../../../plugins/documents/odf/index.ts'
import { openPackage } from '../../../../plugins/documents/opc/open-package.ts'
import { read as readSlides } from '../../../../plugins/documents/pptx/index.ts'
import { read as readRtf } from '../../../../plugins/documents/rtf/index.ts'
import { docxOf, type Entry, epubOf, odfOf, pptxOf, shapeOf, zipOf } from './zip.ts'

const htmlOf = async (extract: ReadDocument, bytes: Uint8Array): Promise<string> =>
  (await extract(bytes, { mime: '', url: 'https://docs.example/file' })).html

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const paragraph = (text: string, properties = '') => `<w:p>${properties}<w:r><w:t>${text}</w:t></w:r></w:p>`
const frame = (inside: string) => `<w:tbl><w:tr><w:tc>${inside}</w:tc></w:tr></w:tbl>`
const item = (text: string, list = 1) =>
  paragraph(text, `<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr></w:pPr>`)
const numberingOf = (nums: string): Entry => ({
  name: 'word/numbering.xml',
  content: `<w:numbering xmlns:w="${W}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum>${nums}</w:numbering>`,
})
const num = (id: number, more = '') => `<w:num w:numId="${id}"><w:abstractNumId w:val="0"/>${more}</w:num>`

const odfFrame = (inside: string) =>
  `<table:table><table:table-row><table:table-cell>${inside}</table:table-cell></table:table-row></table:table>`
const odfText = (text: string) => `<text:p>${text}</text:p>`

/** `inside` within `levels` frames. */
const nested = (levels: number, inside: string, wrap: (inside: string) => string): string => {
  let all = inside
  for (let i = 0; i < levels; i++) all = wrap(all)
  return all
}

describe('frames of one cell', () => {
  test.each([
    ['Word', readWord, (levels: number) => docxOf(nested(levels, paragraph('deep'), frame))],
    ['OpenDocument', readOdf, (levels: number) => odfOf('text', nested(levels, odfText('deep'), odfFrame))],
  ] as const)('of %s within each other are read once each', async (_, extract, make) => {
    expect(await htmlOf(extract, make(60))).toBe('<p>deep</p>')
  })

  test('do not change the numbers of a list in them', async () => {
    const html = await htmlOf(readWord, docxOf(frame(item('a') + item('b') + item('c')), [numberingOf(num(1))]))
    expect(html).toBe('<ol><li>a</li>\n<li>b</li>\n<li>c</li></ol>')
  })

  test('keep a footnote in them single', async () => {
    const note =
      '<text:note text:note-class="footnote"><text:note-body><text:p>Said below</text:p></text:note-body></text:note>'
    const html = await htmlOf(readOdf, odfOf('text', odfFrame(odfText(`Said${note}`))))
    expect(html.match(/Said below/g)).toHaveLength(1)
    expect(html).toContain('href="#fn1"')
  })
})

test('a restarted list of Word counts from its start override', async () => {
  const override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'
  const body = `${item('a')}${item('b')}${paragraph('between')}${item('c', 2)}${item('d', 2)}`
  const html = await htmlOf(readWord, docxOf(body, [numberingOf(num(1) + num(2, override))]))
  expect(html).toContain('<ol start="5"><li>c</li>\n<li>d</li></ol>')
})

describe('a presentation', () => {
  test('is read in order, without hidden slides', async () => {
    const html = await htmlOf(readSlides, pptxOf([shapeOf('one'), `hidden ${shapeOf('two')}`, shapeOf('three')]))
    expect(html).not.toContain('two')
    expect(html).toMatch(/id="slide1"[\s\S]*one[\s\S]*id="slide2"[\s\S]*three/)
  })

  test('of OpenDocument is read without hidden slides too', async () => {
    const style =
      '<style:style style:name="h" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
    const page = (text: string, more = '') =>
      `<draw:page${more}><draw:frame><draw:text-box>${odfText(text)}</draw:text-box></draw:frame></draw:page>`
    const html = await htmlOf(
      readOdf,
      odfOf('presentation', page('one') + page('two', ' draw:style-name="h"') + page('three'), style),
    )
    expect(html).not.toContain('two')
    expect(html).toMatch(/one[\s\S]*three/)
  })

  test('leaves out covered cells, and keeps those that are declared as not covered', async () => {
    const cell = (text: string, attributes = '') =>
      `<a:tc${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`
    const table = (rows: string) =>
      `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`
    const rows =
      `<a:tr>${cell('a', ' rowSpan="2"')}${cell('b', ' hMerge="0"')}</a:tr>` +
      `<a:tr>${cell('covered', ' hMerge="0" vMerge="1"')}${cell('c', ' vMerge="0"')}</a:tr>`
    const html = await htmlOf(readSlides, pptxOf([table(rows)]))
    expect(html).not.toContain('covered')
    expect(html).toContain('<td rowspan="2">a</td><td>b</td>')
    expect(html).toContain('<td>c</td>')
  })
})

describe('a book', () => {
  const bookWith = (algorithm: string) => {
    const method = `<EncryptionMethod xmlns="http://www.w3.org/2001/04/xmlenc#" Algorithm="${algorithm}"/>`
    const content = `<encryption><EncryptedData>${method}</EncryptedData></encryption>`
    return htmlOf(readBook, epubOf(['<p>Words</p>'], [0], [{ name: 'META-INF/encryption.xml', content }]))
  }

  test.each(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'])(
    'is read if its fonts are obfuscated by %s',
    async (algorithm) => expect(await bookWith(algorithm)).toContain('Words'),
  )

  test('is refused if its chapters may be encrypted', async () => {
    await expect(bookWith('http://www.w3.org/2001/04/xmlenc#aes128-cbc')).rejects.toMatchObject({ reason: 'encrypted' })
  })

  test('names its chapters by its contents, in which names may have parts', async () => {
    const links = '<a href="c0.xhtml"><span>One</span>: <i>Tea</i></a> <a>none</a> <a href="c1.xhtml">Two</a>'
    const nav = { name: 'nav.xhtml', content: `<html><body><nav>${links}</nav></body></html>` }
    const book = epubOf(['<p>a</p>', '<p>b</p>'], [0, 1], [nav])
    const item = '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>'
    const parts = await openPackage(book)
    const files = await Promise.all(
      parts.names.map(async (name) => ({ name, content: (await parts.text(name)) ?? '' })),
    )
    const html = await htmlOf(
      readBook,
      zipOf(files.map(({ name, content }) => ({ name, content: content.replace('</manifest>', item) }))),
    )
    expect(html.match(/<h2>.*?<\/h2>/g)).toEqual(['<h2>One: Tea</h2>', '<h2>Two</h2>'])
  })

  test('has the text of forms and of sections without markup', async () => {
    const body = '<form><p>Name <input/>: <button>Send</button></p></form><p>a <![CDATA[b < c]]></p>'
    expect(await htmlOf(readBook, epubOf([body]))).toContain('<p>Name : </p><p>a b &lt; c</p>')
  })
})

describe('RTF', () => {
  const rtf = (text: string) => new TextEncoder().encode(`{\\rtf1\\ansi ${text}}`)

  test.each([
    ['one character', '\\uc1 A\\u8364?B', 'A€B'],
    ['none', '\\uc0 A\\u8364 B', 'A€B'],
    ['two, of which one is an escape', "\\uc2 A\\u8364 \\'80xB", 'A€B'],
    ['one again after the group that changed it', '{\\uc0 A\\u8364 B}C\\u8364?D', 'A€BC€D'],
  ])('skips %s after a character that older programs do not know', async (_, text, seen) => {
    expect(await htmlOf(readRtf, rtf(text))).toBe(`<p>${seen}</p>`)
  })

  test('separates a list with bullets from one with numbers', async () => {
    const item = (mark: string, text: string) => `\\pard\\fi-360\\li360 ${mark}\\tab ${text}\\par `
    const list = item('-', 'tea') + item('-', 'milk') + item('3.', 'pour') + item('4.', 'stir')
    const html = (await htmlOf(readRtf, rtf(list))).replace(/\s+/g, '')
    expect(html).toBe('<ul><li>tea</li><li>milk</li></ul><olstart="3"><li>pour</li><li>stir</li></ol>')
  })

  test('keeps the properties of a paragraph after a note with paragraphs of its own', async () => {
    const text = '\\pard\\outlinelevel0 Kettles{\\footnote\\pard\\outlinelevel9 They boil.} and pots\\par'
    expect(await htmlOf(readRtf, rtf(text))).toMatch(/^<h1>Kettles.*and pots<\/h1>/)
    const within = '\\pard Kettles {\\b\\outlinelevel1 and} pots\\par'
    expect(await htmlOf(readRtf, rtf(within))).toBe('<h2>Kettles and pots</h2>')
  })

  test('separates text before a page or column break from text after it', async () => {
    expect(await htmlOf(readRtf, rtf('The end.\\page Next\\column Last\\par \\page\\pard New\\par \\page'))).toBe(
      '<p>The end.<br>Next<br>Last</p>\n<p>New</p>',
    )
  })

  test('shows symbols of fonts that have them in place of letters', async () => {
    const fonts = '{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset2 Wingdings;}{\\f2\\fcharset2 Symbol;}}'
    const text = `${fonts}\\f0 done {\\f1\\'fc} {\\f1\\u-3844 ?} {\\f2 a}\\f0 b \\'fc`
    expect(await htmlOf(readRtf, rtf(text))).toBe('<p>done ✓ ✓ αb ü</p>')
  })
})
