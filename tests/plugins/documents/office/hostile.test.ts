import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { ApiError } from 'weirjs'
import { type ReadDocument, Unreadable } from '../../../../plugins/content/document-model.ts'
import { read as readWord } from '../../../../plugins/documents/docx/index.ts'
import { read as readRtf } from '../../../../plugins/documents/rtf/index.ts'
import { read as readWorkbook } from '../../../../plugins/documents/workbook/index.ts'
import { growthOf, LINEAR } from '../../../growth.ts'
import { convert } from '../../content/convert.ts'
import { contentOptions } from '../../content/options.ts'
import { docxOf, type Entry, xlsxOf, zipOf } from './zip.ts'

// Large files take a while on a busy machine.
setDefaultTimeout(60_000)

const hints = { mime: '', url: 'https://hostile.example/file' }

/** The fate of a file in one word. */
const fateOf = async (extract: ReadDocument, bytes: Uint8Array): Promise<string> => {
  try {
    await extract(bytes, hints)
    return 'read'
  } catch (error) {
    // Other errors of an extractor are reported as damage by its process.
    return error instanceof Unreadable ? error.reason : 'damaged'
  }
}
const ascii = (text: string) => new TextEncoder().encode(text)
const text = '<w:p><w:r><w:t>text</w:t></w:r></w:p>'
const row = '<row r="1"><c r="A1"><v>1</v></c></row>'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const both = async (entry: Entry) => [
  await fateOf(readWord, docxOf(text, [entry])),
  await fateOf(readWorkbook, xlsxOf(row, [entry])),
]

describe('an archive', () => {
  test('of the usual kind is read', async () => {
    expect(await both({ name: 'docProps/note.txt', content: 'x' })).toEqual(['read', 'read'])
  })

  test('that unpacks to 200 times its size is refused before it is unpacked', async () => {
    expect(await both({ name: 'bomb', content: new Uint8Array(50_000_000) })).toEqual(['too_large', 'too_large'])
    // If it were unpacked, its size would be wrong, and it would count as damaged.
    const liar = { content: ' ', claims: 50_000_000 }
    expect(await fateOf(readWord, docxOf(text, [{ name: 'word/styles.xml', ...liar }]))).toBe('too_large')
    expect(await fateOf(readWorkbook, xlsxOf(row, [{ name: 'xl/styles.xml', ...liar }]))).toBe('too_large')
  })

  test('that declares a wrong small size is refused while it is unpacked', async () => {
    const liar = { content: ' '.repeat(5_000_000), claims: 1_000 }
    expect(await fateOf(readWord, docxOf(text, [{ name: 'word/styles.xml', ...liar }]))).toBe('damaged')
    expect(await fateOf(readWorkbook, xlsxOf(row, [{ name: 'xl/styles.xml', ...liar }]))).toBe('damaged')
  })

  test('of more than 2,000 files is refused', async () => {
    const many = Array.from({ length: 2_001 }, (_, i) => ({ name: `f${i}`, content: '', packed: false }))
    expect(await fateOf(readWord, zipOf(many))).toBe('too_large')
    expect(await fateOf(readWorkbook, zipOf(many))).toBe('too_large')
  })

  test.each(['../evil', '/etc/evil', 'a/../../evil', 'C:/evil'])(
    'with a file %s outside of it is refused',
    async (name) => {
      expect(await both({ name, content: 'x' })).toEqual(['damaged', 'damaged'])
    },
  )

  test('with a file whose name is very long is refused, as all references would be resolved against it', async () => {
    expect(await both({ name: 'a/'.repeat(400), content: 'x' })).toEqual(['read', 'read'])
    expect(await both({ name: `${'a/'.repeat(500)}b`, content: 'x' })).toEqual(['damaged', 'damaged'])
  })

  test('that contains itself is not opened', async () => {
    const inner = docxOf(text.replace('text', 'INNER'))
    const { html } = await readWord(docxOf(text, [{ name: 'word/embeddings/a.docx', content: inner }]), hints)
    expect(html).toBe('<p>text</p>')
  })
})

describe('XML', () => {
  test('nested deeper than 256 levels is refused', async () => {
    const deep = (depth: number) =>
      `${'<w:sdt><w:sdtContent>'.repeat(depth)}${text}${'</w:sdtContent></w:sdt>'.repeat(depth)}`
    expect(await fateOf(readWord, docxOf(deep(100)))).toBe('read')
    expect(await fateOf(readWord, docxOf(deep(200)))).toBe('too_complex')
    // Also within an element that is not read, as each end tag is compared with all open elements.
    expect(await fateOf(readWord, docxOf(`${text}<w:sectPr>${'<a>'.repeat(300)}`))).toBe('too_complex')
  })

  test('of more than 1.5 million elements is refused', async () => {
    expect(await fateOf(readWord, docxOf('<a/>'.repeat(1_500_001), [], false))).toBe('too_large')
  })

  test('of more than 200 namespaces is refused', async () => {
    const named = (count: number, elements = 9, own = 'y') =>
      `<w:p xmlns:x="x" ${Array.from({ length: count }, (_, i) => `xmlns:n${i}="u${i}"`).join(' ')}>${`<w:r xmlns:${own}="x"/>`.repeat(elements)}</w:p>`
    expect(await fateOf(readWord, docxOf(named(197)))).toBe('read')
    expect(await fateOf(readWord, docxOf(named(198)))).toBe('too_complex')
    // Each element that declares a new one has a copy of all.
    expect(await fateOf(readWord, docxOf(named(197, 12_000)))).toBe('too_complex')
    expect(await fateOf(readWord, docxOf(named(197, 12_000, 'x')))).toBe('read')
  })

  test('that declares entities is refused, and an unknown entity is kept unchanged', async () => {
    const body = `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document xmlns:w="w"><w:body>&x;</w:body></w:document>`
    expect(await fateOf(readWord, zipOf([{ name: 'word/document.xml', content: body }]))).toBe('damaged')
    const { html } = await readWord(docxOf(text.replace('text', 'a &x; b')), hints)
    expect(html).toBe('<p>a &amp;x; b</p>')
  })

  test('with circular styles is read', async () => {
    const w = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
    const style = (id: string, on: string) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/><w:basedOn w:val="${on}"/></w:style>`
    const styles = `<w:styles xmlns:w="${w}">${style('a', 'b')}${style('b', 'a')}</w:styles>`
    const body = text.replace('<w:p>', '<w:p><w:pPr><w:pStyle w:val="a"/></w:pPr>')
    const { html } = await readWord(docxOf(body, [{ name: 'word/styles.xml', content: styles }]), hints)
    expect(html).toBe('<p>text</p>')
  })

  test.each<[what: string, size: number, body: (size: number) => string]>([
    ['white space', 300_000, (size) => text.replace('text', `a${' '.repeat(size)}b`)],
    ['breaks', 30_000, (size) => `<w:p><w:r>${'<w:br/>'.repeat(size)}<w:t>end</w:t></w:r></w:p>`],
  ])('with very long runs of %s is read in linear time', async (_, size, body) => {
    const document = (length: number) => docxOf(body(length))
    expect(await fateOf(readWord, document(size))).toBe('read')
    expect(await growthOf(document, (bytes) => readWord(bytes, hints), size / 8)).toBeLessThan(LINEAR)
  })
})

describe('a workbook', () => {
  test('with two cells in opposite corners is refused', async () => {
    const corners = `${row}<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>`
    expect(await fateOf(readWorkbook, xlsxOf(corners))).toBe('too_large')
  })

  test('of more than a million cells, including empty ones, is cut with a warning', async () => {
    const filled = (at: number) => `<row r="${at}"><c r="A${at}"><v>1</v></c><c r="XFD${at}"><v>2</v></c></row>`
    const wide = (rows: number) => Array.from({ length: rows }, (_, i) => filled(i + 1)).join('')
    const rowsOf = async (rows: number) => {
      const { sheets = [], warnings } = await readWorkbook(xlsxOf(wide(rows)), hints)
      return [sheets[0]!.rows.length, warnings]
    }
    expect(await rowsOf(61)).toEqual([61, []])
    expect(await rowsOf(62)).toEqual([61, ['The workbook was cut: at most 1,000,000 of its cells are read']])
  })

  test('with a few distant cells is read', async () => {
    expect(await fateOf(readWorkbook, xlsxOf(`${row}<row r="90000"><c r="J90000"><v>2</v></c></row>`))).toBe('read')
  })

  test('that merges a whole sheet does not fill it', async () => {
    const merged = `${row}</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells><sheetData>`
    expect(await fateOf(readWorkbook, xlsxOf(merged))).toBe('read')
  })

  test('whose sheets are the same file is refused, as each would be read again', async () => {
    const sheets = (count: number) => ({
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${RELATIONSHIPS}"><sheets>${'<sheet name="S" r:id="r"/>'.repeat(count)}</sheets></workbook>`,
    })
    expect(await fateOf(readWorkbook, xlsxOf(row, [sheets(1)]))).toBe('read')
    expect(await fateOf(readWorkbook, xlsxOf(row, [sheets(2)]))).toBe('damaged')
  })

  test('with a very long number format is refused, as it would be searched for each cell', async () => {
    const styles = (format: string) => ({
      name: 'xl/styles.xml',
      content: `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts></styleSheet>`,
    })
    expect(await fateOf(readWorkbook, xlsxOf(row, [styles('0'.repeat(1_000))]))).toBe('read')
    expect(await fateOf(readWorkbook, xlsxOf(row, [styles('0'.repeat(1_001))]))).toBe('too_complex')
  })

  test('may have a column named __proto__', async () => {
    const names = '<row r="1"><c t="inlineStr"><is><t>__proto__</t></is></c></row><row r="2"><c><v>1</v></c></row>'
    const url = new URL(hints.url)
    const { json } = await convert({ url, headers: new Headers(), body: xlsxOf(names) }, contentOptions({}, 'json'))
    expect(JSON.stringify(json)).toBe('[{"__proto__":1}]')
  })
})

describe('RTF', () => {
  test('nested deeper than 2,000 groups is refused', async () => {
    const deep = (depth: number) => ascii(`{\\rtf1 ${'{'.repeat(depth)}x${'}'.repeat(depth)}}`)
    expect(await fateOf(readRtf, deep(1_900))).toBe('read')
    expect(await fateOf(readRtf, deep(2_100))).toBe('too_complex')
  })

  test.each([
    ['}', 500_000],
    ['\\', 500_000],
    ["\\'", 200_000],
    ['\\cell\\row', 20_000],
  ])('that repeats %s is read in linear time', async (unit, times) => {
    const document = (size: number) => ascii(`{\\rtf1 a${unit.repeat(size)}b}`)
    expect(await fateOf(readRtf, document(times))).toBe('read')
    expect(await growthOf(document, (bytes) => readRtf(bytes, hints), times / 8)).toBeLessThan(LINEAR)
  })

  test.each(['\\bin999999999 x', '\\u-99999999 x'])('with an absurd number is read: %s', async (part) => {
    expect(await fateOf(readRtf, ascii(`{\\rtf1 a${part}b}`))).toBe('read')
  })
})

test('a document that is not of its declared type is refused with a helpful reason', async () => {
  const url = new URL('https://hostile.example/file.docx')
  const headers = new Headers({
    'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  })
  const asked = async (body: Uint8Array) => {
    try {
      await convert({ url, headers, body }, contentOptions())
      return 'read'
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return [error.status, error.code, error.details.reason, error.message]
    }
  }
  expect(await asked(ascii('PK\x03\x04 nothing'))).toEqual([
    500,
    'scraping_failed',
    'damaged',
    'The document is damaged: its archive cannot be unpacked',
  ])
  expect(await asked(docxOf(text, [{ name: 'bomb', content: new Uint8Array(50_000_000) }]))).toEqual([
    500,
    'scraping_failed',
    'too_large',
    'A part of the document is compressed more than 200 times, as in a decompression bomb',
  ])
  expect(await asked(ascii('<!doctype html><h1>Sign in</h1>'))).toBe('read')
})
