import { describe, expect, test } from 'bun:test'
import { kindOfOle, kindOfZip } from '../../../../plugins/content/sniff/kinds.ts'
import { sniff } from '../../../../plugins/content/sniff/sniff.ts'
import { zipOf } from '../../documents/office/zip.ts'

/** One byte per character. */
const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))
const kindOf = (body: string | Uint8Array, contentType: string | null, path = '/') => {
  const given = typeof body === 'string' ? bytes(body) : body
  const headers = new Headers(contentType === null ? {} : { 'content-type': contentType })
  const { parserName, mime } = sniff({ body: given, headers, url: new URL(path, 'https://a.example') })
  return `${parserName} ${mime}`
}

describe('a type that the server declares', () => {
  test.each([
    ['text/html', 'html text/html'],
    ['application/xhtml+xml', 'xml application/xml'],
    ['image/x-portable-bitmap', 'image image/x-portable-bitmap'],
    ['video/x-flv', 'video video/x-flv'],
    ['audio/x-aiff', 'video audio/x-aiff'],
    ['application/geo+json', 'json application/geo+json'],
    ['TEXT/CSV ; header=present', 'spreadsheet text/csv'],
    ['text/x-python', 'text text/x-python'],
    ['application/zip', 'text application/zip'],
    ['application/x-shockwave-flash', 'text application/x-shockwave-flash'],
    ['application/msword', 'document application/msword'],
  ])('counts if neither bytes nor text say more: %s', (type, kind) => {
    expect(kindOf('words', type, '/file')).toBe(kind)
  })

  test.each([
    '',
    'text/plain',
    'application/octet-stream',
    'binary/octet-stream',
    'application/force-download',
    'application/x-download',
    'application/unknown',
    '*/*',
  ])('is ignored in favour of text and name if it is generic: %j', (type) => {
    expect(kindOf('{"a": 1}', type)).toBe('json application/json')
    expect(kindOf('a,b', type, '/data.csv')).toBe('spreadsheet text/csv')
    expect(kindOf('<?xml version="1.0"?><a/>', type)).toBe('xml application/xml')
  })

  test('that is specific counts, whatever the text looks like', () => {
    expect(kindOf('{"a": 1}', 'text/x-python')).toBe('text text/x-python')
    expect(kindOf('<?xml version="1.0"?><a/>', 'text/x-python')).toBe('text text/x-python')
    expect(kindOf('<table><tr>', 'text/x-python')).toBe('text text/x-python')
    expect(kindOf('{"a": 1}', 'application/pdf')).toBe('pdf application/pdf')
    expect(kindOf('<html>', 'application/pdf')).toBe('html text/html')
    expect(kindOf('<p>Not found', 'application/pdf')).toBe('html text/html')
    expect(kindOf('<b>bold', 'application/pdf')).toBe('pdf application/pdf')
    expect(kindOf('a,b', 'application/vnd.ms-excel', '/a')).toBe('spreadsheet text/csv')
    expect(kindOf('a\0,\0b\0\n\0', 'application/vnd.ms-excel', '/a')).toBe('spreadsheet text/csv')
    expect(kindOf('a\0b', 'application/vnd.ms-excel', '/a')).toBe('spreadsheet application/vnd.ms-excel')
    expect(kindOf('PK', 'application/vnd.ms-excel', '/a')).toBe('spreadsheet application/vnd.ms-excel')
  })
})

describe('text in UTF-16', () => {
  const utf16 = (text: string, mark: string, isLittle: boolean) =>
    bytes(mark + [...text].map((char) => (isLittle ? `${char}\0` : `\0${char}`)).join(''))

  test.each([
    ['little, with a mark', '\xff\xfe', true],
    ['big, with a mark', '\xfe\xff', false],
    ['little, without', '', true],
    ['big, without', '', false],
  ])('is recognised: %s', (_, mark, isLittle) => {
    expect(kindOf(utf16('<rss version="2.0"></rss>', mark, isLittle), null)).toBe('feed application/rss+xml')
    expect(kindOf(utf16('{"name": "Kettle"}', mark, isLittle), null)).toBe('json application/json')
  })

  test('in another script is only recognised by its byte order mark', () => {
    const chinese = (mark: string, order: 'le' | 'be') =>
      Buffer.concat([
        bytes(mark),
        ...[...'<茶>水奶糖壶火锅米饭面</茶>'].map((char) => {
          const code = char.charCodeAt(0)
          return Uint8Array.from(order === 'le' ? [code & 255, code >> 8] : [code >> 8, code & 255])
        }),
      ])
    const kind = (mark: string, order: 'le' | 'be') => kindOf(chinese(mark, order), 'text/xml')
    expect([kind('\xff\xfe', 'le'), kind('\xfe\xff', 'be')]).toEqual(['xml application/xml', 'xml application/xml'])
  })

  test('is not assumed after a byte order mark of UTF-8', () => {
    expect(kindOf('\xef\xbb\xbf{"a": 1}', null)).toBe('json application/json')
    expect(kindOf('\xef\xbb\xbf \n[1]', null)).toBe('json application/json')
  })
})

describe('the first element of XML', () => {
  test.each([
    [
      '<?xml version="1.0"?>\n<!-- a > b -->\n<!DOCTYPE rss>\n<?xml-stylesheet href="a.xsl"?><rss>',
      'feed application/rss+xml',
    ],
    ['<!--><rss>--><feed>', 'feed application/atom+xml'],
    ['<!----><feed>', 'feed application/atom+xml'],
    ['<!DOCTYPE feed [<!ENTITY a "b">]><feed>', 'feed application/atom+xml'],
    ['<?xml version="1.0"?><svg:svg>', 'xml application/xml'],
    ['<?xml version="1.0"?><SVG>', 'image image/svg+xml'],
    ['<?xml version="1.0"?><html>', 'html application/xhtml+xml'],
    ['<rdf:RDF xmlns="http://my.netscape.com/rdf/simple/0.9/">', 'feed application/rss+xml'],
    ['<rdf:RDF xmlns:foaf="http://xmlns.com/foaf/0.1/">', 'xml application/rdf+xml'],
    ['<workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">', 'spreadsheet application/vnd.ms-excel'],
    ['<workbook>', 'xml application/xml'],
    ['<sitemapindex>', 'xml application/xml'],
    ['no element', 'xml application/xml'],
  ])('determines the type, whatever comes before: %s', (body, kind) => {
    expect(kindOf(body, 'text/xml')).toBe(kind)
  })

  test('determines the type without a declaration too, for the most common kinds', () => {
    for (const [body, kind] of [
      ['<svg width="1">', 'image image/svg+xml'],
      ['<urlset>', 'xml application/xml'],
      ['<feed>', 'feed application/atom+xml'],
      ['<svga>', 'text text/plain'],
    ])
      expect([body, kindOf(body!, null)]).toEqual([body, kind])
  })
})

describe('a PDF with something before its signature', () => {
  const end = '\nstartxref\n9\n%%EOF\n'
  const late = (before: string, behind = end) => `${before}\n%PDF-1.4\n1 0 obj${behind}`

  test('is recognised within the first 1,024 bytes if it has the end of a PDF', () => {
    expect(kindOf(late('x'.repeat(1023)), null)).toBe('pdf application/pdf')
    expect(kindOf(late('x'.repeat(1025)), null)).toBe('text text/plain')
    expect(kindOf(late('x', '\nstartxref\n9'), null)).toBe('pdf application/pdf')
    expect(kindOf(late('x', '\n%%EOF'), null)).toBe('pdf application/pdf')
    expect(kindOf(late('x', ''), null)).toBe('text text/plain')
    expect(kindOf(late('x', `${end}${' '.repeat(1020)}`), null)).toBe('text text/plain')
    expect(kindOf(late(' \t', ''), null)).toBe('pdf application/pdf')
  })

  test('is not recognised in a page, or if its server declares another type', () => {
    expect(kindOf(late('<html>'), null)).toBe('html text/html')
    expect(kindOf(late('<!DOCTYPE html>'), 'application/pdf')).toBe('html text/html')
    expect(kindOf(late('x'), 'text/plain')).toBe('text text/plain')
    expect(kindOf(late('x'), 'text/markdown')).toBe('text text/markdown')
    expect(kindOf(late('x'), 'application/pdf')).toBe('pdf application/pdf')
  })
})

describe('a page without a type', () => {
  test('is recognised by an element or by its file name, unless it is declared as text', () => {
    expect(kindOf('Hello <br> there', null)).toBe('html text/html')
    expect(kindOf('Hello <br> there', 'text/plain')).toBe('text text/plain')
    expect(kindOf('Hello <blink> there', null)).toBe('text text/plain')
    expect(kindOf('Hello', 'text/plain', '/index.HTML')).toBe('html text/html')
    expect(kindOf('Hello', null, '/index.htm')).toBe('html text/html')
    expect(kindOf('Hello', 'application/x-unknown', '/a.xhtml')).toBe('html application/xhtml+xml')
  })

  test('is text if it is declared as text and has another file name', () => {
    expect(kindOf('<!doctype html>', 'text/plain', '/page')).toBe('html text/html')
    expect(kindOf('<!doctype html>', 'text/plain', '/page.html')).toBe('html text/html')
    expect(kindOf('<!doctype html>', 'text/plain', '/page.php')).toBe('text text/plain')
    expect(kindOf('<!doctype html>', null, '/page.php')).toBe('html text/html')
  })

  test.each(['{"a": 1}', '{ }', '[{}]', '[[1]]', '[]', '["a"]', '[-1]', '[true]', '[false]', '[null]'])(
    'is JSON by its first token: %s',
    (body) => {
      expect(kindOf(body, 'text/html')).toBe('json application/json')
    },
  )

  test.each(['{a: 1}', '[draft] a note', '{% block %}'])('is not JSON by brackets alone: %s', (body) => {
    expect(kindOf(body, null)).toBe('text text/plain')
  })
})

describe('an archive', () => {
  const names = (...files: string[]) =>
    kindOfZip(zipOf(files.map((name) => ({ name, content: 'x'.repeat(300), packed: false }))))?.mime

  test('is recognised by the names of its files, anywhere in its directory', () => {
    expect(names('a', 'b/c', 'xl/workbook.xml')).toEndWith('spreadsheetml.sheet')
    expect(names('META-INF/container.xml', 'a')).toBe('application/epub+zip')
    expect(names('a', 'b')).toBeUndefined()
  })

  test('is recognised by a declaration that is not at its beginning', () => {
    const archive = zipOf([
      { name: 'content.xml', content: 'x'.repeat(300) },
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', packed: false },
    ])
    expect(kindOfZip(archive)?.mime).toBe('application/vnd.oasis.opendocument.text')
  })

  test('is recognised if the rest of a larger buffer is before it', () => {
    const archive = zipOf([
      { name: 'media/film', content: 'x'.repeat(70_000), packed: false },
      { name: 'ppt/presentation.xml', content: 'x' },
    ])
    expect(kindOfZip(archive)?.parserName).toBe('slides')
    const within = new Uint8Array(archive.length + 10)
    within.set(archive, 10)
    expect(kindOfZip(within.subarray(10))?.parserName).toBe('slides')
  })

  test('that is truncated is recognised by the visible names', () => {
    const archive = zipOf([{ name: 'word/document.xml', content: 'x' }])
    expect(kindOfZip(archive.subarray(0, 60))?.parserName).toBe('document')
    expect(kindOfZip(archive.subarray(0, archive.length - 1))?.parserName).toBe('document')
    expect(kindOfZip(bytes('PK\x03\x04'))).toBeUndefined()
  })
})

describe('a compound file', () => {
  const utf16 = (name: string) => [...name].map((char) => `${char}\0`).join('')
  const head = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
  /** A file whose directory is in sector `sector`, with sectors of 2 to the power of `power` bytes. */
  const compound = (entries: string, { sector = 0, power = 9, size = 4096 } = {}) => {
    const file = new Uint8Array(size)
    file.set(bytes(head))
    const view = new DataView(file.buffer)
    view.setUint16(30, power, true)
    view.setUint32(48, sector, true)
    file.set(bytes(entries), (sector + 1) * 2 ** power)
    return file
  }
  const word = `${'\0'.repeat(80)}\x06\x09\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46`
  const excel = `${'\0'.repeat(80)}\x20\x08\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46`

  test('has the type of the program in its root, which takes precedence over the names of its streams', () => {
    expect(kindOfOle(compound(word))?.mime).toBe('application/msword')
    expect(kindOfOle(compound(excel))?.mime).toBe('application/vnd.ms-excel')
    expect(kindOfOle(compound(excel, { sector: 3 }))?.mime).toBe('application/vnd.ms-excel')
    expect(kindOfOle(compound(word, { power: 10 }))?.mime).toBe('application/msword')
    expect(kindOfOle(compound(word + utf16('Workbook')))?.mime).toBe('application/msword')
    expect(kindOfOle(compound(word + utf16('EncryptedPackage')))?.mime).toBe('application/vnd.ms-office.encrypted')
  })

  test('is recognised by the names of its streams if its directory is not found', () => {
    expect(kindOfOle(compound(utf16('PowerPoint Document'), { sector: 2 }))?.parserName).toBe('slides')
    expect(kindOfOle(bytes(head + utf16('Book')))?.parserName).toBe('spreadsheet')
    expect(kindOfOle(compound(''))).toBeUndefined()
  })
})
