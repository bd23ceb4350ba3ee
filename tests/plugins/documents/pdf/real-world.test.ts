import { describe, expect, test } from 'bun:test'
import { read as extract } from '../../../../plugins/documents/pdf/index.ts'

const hints = { mime: 'application/pdf', url: 'https://docs.example/file.pdf' }
const read = async (name: string) =>
  extract(new Uint8Array(await Bun.file(`${import.meta.dir}/files/${name}.pdf`).arrayBuffer()), hints)

const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
const headings = (html: string) =>
  [...html.matchAll(/<h([1-6])>(.*?)<\/h\1>/gs)].map(([, level, text]) => `${level} ${plain(text!)}`)
const paragraphs = (html: string) => [...html.matchAll(/<p>(.*?)<\/p>/gs)].map(([, text]) => plain(text!))

describe('the manual of bzip2, a DocBook book set by pdfTeX,', async () => {
  const { html, pageCount, created, warnings } = await read('bzip2-manual')

  test('has its pages and creation date', () => {
    expect([pageCount, created, warnings]).toEqual([38, '2019-07-13T17:50:24.000Z', []])
  })

  test('has chapters and sections by level', () => {
    const found = headings(html).filter((heading) => /^\d \d\./.test(heading))
    expect(found.slice(0, 12)).toEqual([
      '1 1. Introduction',
      '1 2. How to use bzip2',
      '2 2.1. NAME',
      '2 2.2. SYNOPSIS',
      '2 2.3. DESCRIPTION',
      '2 2.4. OPTIONS',
      '2 2.5. MEMORY MANAGEMENT',
      '2 2.6. RECOVERING DATA FROM DAMAGED FILES',
      '2 2.7. PERFORMANCE NOTES',
      '2 2.8. CAVEATS',
      '2 2.9. AUTHOR',
      '1 3. Programming with libbzip2',
    ])
    expect(found).toContain('3 3.3.1. BZ2_bzCompressInit')
    expect(found.at(-1)).toBe('2 4.5. Further Reading')
  })

  test('has whole paragraphs', () => {
    expect(paragraphs(html)).toContain(
      'bzip2 compresses files using the Burrows-Wheeler block-sorting text compression algorithm, and Huffman coding. ' +
        'Compression is generally considerably better than that achieved by more conventional LZ77/LZ78-based ' +
        'compressors, and approaches the performance of the PPM family of statistical compressors.',
    )
  })

  test('has lists, with code in them', () => {
    expect(html).toContain(
      '<li><code>filename.bz2</code> becomes <code>filename</code></li>\n<li><code>filename.bz</code> becomes <code>filename</code></li>',
    )
  })

  test('has preformatted tables unchanged', () => {
    expect(html).toContain(' -1    1200k     500k      350k     914704\n -2    2000k     900k      600k     877703\n')
  })
})

describe('the manual of fontconfig, a DocBook reference page set by JadeTeX,', async () => {
  const { html, pageCount, created, warnings } = await read('fontconfig-user')

  test('has its pages and creation date', () => {
    expect([pageCount, created, warnings]).toEqual([15, '2022-10-21T07:34:47.000Z', []])
  })

  test('has sections by level', () => {
    expect(headings(html).slice(0, 11)).toEqual([
      '1 fonts-conf',
      '2 Name',
      '2 Synopsis',
      '2 Description',
      '2 Functional Overview',
      '3 Font Configuration',
      '3 Font Properties',
      '3 Font Matching',
      '3 Font Names',
      '2 Debugging Applications',
      '2 Lang Tags',
    ])
  })

  test('has whole paragraphs, even below code that is wider', () => {
    const text = paragraphs(html)
    expect(text).toContain(
      'Fontconfig performs matching by measuring the distance from a provided pattern to all of the available fonts in ' +
        'the system. The closest matching font is selected. This ensures that a font will always be returned, but ' +
        'doesn’t ensure that it is anything like the requested pattern.',
    )
    expect(text).toContain(
      'Add the value of the desired debug levels together and assign that (in base 10) to the FC_DEBUG environment ' +
        'variable before running the application. Output from these statements is sent to stdout.',
    )
  })

  test('joins words that are split at the end of a line', () => {
    expect(html).toContain('FcConfig datatype, libexpat and FcConfigParse which walks over an XML tree')
  })
})
