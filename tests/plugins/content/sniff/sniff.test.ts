import { describe, expect, test } from 'bun:test'
import { sniff } from '../../../../plugins/content/sniff/sniff.ts'
import { growth, LINEAR } from '../../../growth.ts'
import { docxOf, xlsxOf, zipOf } from '../../documents/office/zip.ts'

/** One byte per character. */
const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))
const sent = (body: Uint8Array, contentType: string | null, path = '/', disposition?: string) => {
  const type: Record<string, string> = contentType === null ? {} : { 'content-type': contentType }
  const headers = new Headers({ ...type, ...(disposition && { 'content-disposition': disposition }) })
  return sniff({ body, headers, url: new URL(path, 'https://a.example') })
}
const kindOf = (body: string, contentType: string | null, path?: string, disposition?: string) => {
  const { parserName, mime } = sent(bytes(body), contentType, path, disposition)
  return `${parserName} ${mime}`
}

describe('the type of a body', () => {
  const office = 'application/vnd.openxmlformats-officedocument'
  const byBytes: [string, string, string][] = [
    ['%PDF-1.7', 'text/html', 'pdf application/pdf'],
    ['\r\n%PDF-1.4', 'application/octet-stream', 'pdf application/pdf'],
    ['\x89PNG\r\n\x1a\n....', 'text/plain', 'image image/png'],
    ['\xff\xd8\xff\xe0', 'image/png', 'image image/jpeg'],
    ['RIFF\x01\x02\x03\x04WEBPVP8', '', 'image image/webp'],
    ['\0\0\0\x18ftypmp42', 'text/html', 'video video/mp4'],
    ['WEBVTT\n\n00:00', 'text/plain', 'video text/vtt'],
    ['{\\rtf1 text}', 'text/plain', 'document application/rtf'],
    ['PK\x03\x04....xl/workbook.xml', 'application/zip', `spreadsheet ${office}.spreadsheetml.sheet`],
    ['PK\x03\x04....word/document.xml', 'application/octet-stream', `document ${office}.wordprocessingml.document`],
    ['PK\x03\x04....ppt/presentation.xml', '', `slides ${office}.presentationml.presentation`],
    ['PK\x03\x04....mimetypeapplication/epub+zipPK', '', 'document application/epub+zip'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1..W\0o\0r\0k\0b\0o\0o\0k\0', '', 'spreadsheet application/vnd.ms-excel'],
  ]
  test.each(byBytes)('is determined by its first bytes: %j sent as %j', (body, type, kind) => {
    expect(kindOf(body, type)).toBe(kind)
  })

  const pdfEnd = 'startxref\n9\n%%EOF\n'
  const lookalikes: [string, string | null, string][] = [
    ['{"title": "What %PDF-1.7 means"}', 'application/json', 'json application/json'],
    ['{"title": "What %PDF-1.7 means"}', null, 'json application/json'],
    [`A PDF begins with\n%PDF-1.7\nand ends with\n${pdfEnd}`, 'text/plain', 'text text/plain'],
    ['notes\n%PDF-1.7 is the mark', 'application/octet-stream', 'text text/plain'],
    ['%PDF- is how a PDF begins', 'text/plain', 'text text/plain'],
    [`HTTP/1.1 200 OK\n\n%PDF-1.4\n1 0 obj\n${pdfEnd}`, 'application/pdf', 'pdf application/pdf'],
    [`\x7f\x80\n%PDF-1.4\n1 0 obj\n${pdfEnd}`, 'application/octet-stream', 'pdf application/pdf'],
    ['ID3,Name\n1,Ada', 'text/csv', 'spreadsheet text/csv'],
    ['ID3,Name\n1,Ada', null, 'text text/plain'],
    ['ID3\x04\0\0\0\0\x02\x01TIT2', 'text/plain', 'video audio/mpeg'],
    ['The ftyp box comes first', 'text/plain', 'text text/plain'],
    ['GIF89a is a format of pictures', 'text/plain', 'text text/plain'],
    ['fLaC,Size\n1,2', 'text/csv', 'spreadsheet text/csv'],
    ['RIFF is aWEBP container', 'text/plain', 'text text/plain'],
    ['WEBVTT,Name\n1,2', 'text/csv', 'spreadsheet text/csv'],
    ['WEBVTT', 'text/plain', 'video text/vtt'],
  ]
  test.each(lookalikes)('is text if it only resembles a file: %j sent as %j', (body, type, kind) => {
    expect(kindOf(body, type)).toBe(kind)
  })

  test('is determined by the names of files in an archive, and not by parts of names', () => {
    const archive = zipOf([{ name: 'backup/word/document.xml', content: 'x' }])
    expect(sent(archive, 'application/zip').parserName).not.toBe('document')
    const marked = zipOf([{ name: '<p>', content: 'x' }])
    expect(sent(marked, 'application/octet-stream').parserName).not.toBe('html')
  })

  const byText: [string, string | null, string, string][] = [
    ['<!doctype html><p>x', 'text/html; charset=utf-8', '/', 'html text/html'],
    ['<p>no doctype', 'text/html', '/', 'html text/html'],
    ['  <html><body>', null, '/', 'html text/html'],
    ['<p>a</p>', null, '/', 'html text/html'],
    ['<!-- c -->\n<!DOCTYPE html>', 'text/plain', '/page', 'html text/html'],
    ['<html>', 'text/plain', '/source.txt', 'text text/plain'],
    [
      '<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html>',
      'application/xhtml+xml',
      '/',
      'html application/xhtml+xml',
    ],
    ['<?xml version="1.0"?><!-- c -->\n<rss version="2.0">', 'text/html', '/', 'feed application/rss+xml'],
    ['<feed xmlns="http://www.w3.org/2005/Atom">', 'application/xml', '/', 'feed application/atom+xml'],
    ['<rdf:RDF xmlns="http://purl.org/rss/1.0/">', 'text/xml', '/', 'feed application/rss+xml'],
    ['<?xml version="1.0"?><urlset>', 'text/xml', '/', 'xml application/xml'],
    ['<svg xmlns="http://www.w3.org/2000/svg">', 'image/svg+xml', '/', 'image image/svg+xml'],
    ['{"a": 1}', 'text/html', '/', 'json application/json'],
    ['[1, 2]', 'text/plain', '/', 'json application/json'],
    ['[draft] a note', 'text/plain', '/', 'text text/plain'],
    ['{"version": "https://jsonfeed.org/version/1.1"}', 'text/plain', '/', 'feed application/feed+json'],
    ['{"version":"https:\\/\\/jsonfeed.org\\/version\\/1"}', 'text/html', '/', 'feed application/feed+json'],
    ['{"version": "https://jsonfeed.org/version/1"}', 'application/json', '/', 'feed application/feed+json'],
    ['{"version": "1"}', 'application/json', '/', 'json application/json'],
    ['const a = "<p>x</p>"', 'application/javascript', '/a.js', 'text application/javascript'],
    ['a: <br>', 'application/x-yaml', '/', 'text application/x-yaml'],
    ['Subject: a\n\n<p>x</p>', 'message/rfc822', '/', 'text message/rfc822'],
    ['{"a": 1}', 'application/problem+json', '/', 'json application/problem+json'],
    ['a,b\n1,2', 'text/csv', '/', 'spreadsheet text/csv'],
    ['a,b\n1,2', 'text/plain', '/data.csv', 'spreadsheet text/csv'],
    ['a,b\n1,2', 'application/octet-stream', '/data.TSV', 'spreadsheet text/tab-separated-values'],
    ['# Title', 'text/markdown', '/', 'text text/markdown'],
    ['hello', 'text/plain', '/', 'text text/plain'],
    ['hello', 'application/octet-stream', '/', 'text text/plain'],
    ['', null, '/', 'text text/plain'],
    ['\x01\x02\x03', 'image/x-portable-bitmap', '/', 'image image/x-portable-bitmap'],
  ]
  test.each(byText)(
    'is determined by content type, text and address: %j sent as %j at %s',
    (body, type, path, kind) => {
      expect(kindOf(body, type, path)).toBe(kind)
    },
  )

  test.each([
    ['attachment; filename="report.csv"', '/export', 'spreadsheet text/csv'],
    ["attachment; filename=x; filename*=UTF-8''M%C3%A4rz.TSV", '/export', 'spreadsheet text/tab-separated-values'],
    ["attachment; filename*=utf-8'de-AT'M%C3%A4rz.tsv", '/export', 'spreadsheet text/tab-separated-values'],
    ['inline; filename=talk.vtt', '/talk.csv', 'video text/vtt'],
    ['attachment; filename="report"', '/data.csv', 'spreadsheet text/csv'],
    ['attachment', '/data.csv', 'spreadsheet text/csv'],
    ['attachment; filename="notes.txt"', '/export', 'text text/plain'],
  ])('is determined by the name of a download before its address: %s at %s', (disposition, path, kind) => {
    for (const type of ['application/octet-stream', 'text/plain'])
      expect(kindOf('a,b\n1,2', type, path, disposition)).toBe(kind)
    expect(kindOf('# Title', 'text/markdown', path, disposition)).toBe('text text/markdown')
  })

  const folder = `${import.meta.dir}/../../documents/office/files`
  const files: [string, string][] = [
    ['stock.xlsx', `spreadsheet ${office}.spreadsheetml.sheet`],
    ['stock-sheetjs.xlsb', `spreadsheet ${office}.spreadsheetml.sheet`],
    ['stock.ods', 'spreadsheet application/vnd.oasis.opendocument.spreadsheet'],
    ['stock.ots', 'spreadsheet application/vnd.oasis.opendocument.spreadsheet'],
    ['stock.xls', 'spreadsheet application/vnd.ms-excel'],
    ['stock-2003.xls', 'spreadsheet application/vnd.ms-excel'],
    ['page.dotx', `document ${office}.wordprocessingml.document`],
    ['page.odt', 'document application/vnd.oasis.opendocument.text'],
    ['old.doc', 'document application/msword'],
    ['locked.docx', 'document application/vnd.ms-office.encrypted'],
    ['mixed.rtf', 'document application/rtf'],
    ['tales.epub', 'document application/epub+zip'],
    ['talk-pandoc.pptx', `slides ${office}.presentationml.presentation`],
    ['talk-office.odp', 'slides application/vnd.oasis.opendocument.presentation'],
  ]
  test.each(files)('is determined for an office file whatever it is sent as: %s', async (file, kind) => {
    const body = await Bun.file(`${folder}/${file}`).bytes()
    for (const type of [null, 'application/octet-stream', 'application/zip', 'text/plain', 'text/html', 'image/png']) {
      // Text may be of the type that its server declares.
      if (file === 'stock-2003.xls' && /zip|png/.test(type ?? '')) continue
      const found = sent(body, type, '/download')
      expect([type, `${found.parserName} ${found.mime}`]).toEqual([type, kind])
    }
  })

  test('is a workbook for one that contains a text document', async () => {
    const inner = docxOf('<w:p/>')
    const outer = xlsxOf('', [{ name: 'xl/embeddings/word.docx', content: inner, packed: false }])
    expect(sent(outer, null).parserName).toBe('spreadsheet')
  })

  test('is a page for one that is sent as a spreadsheet', () => {
    for (const page of ['<html><table>', '<table><tr><td>1</table>', '\n<!DOCTYPE html>']) {
      expect(kindOf(page, 'application/vnd.ms-excel', '/report.xls')).toBe('html text/html')
    }
    expect(kindOf('a,b\n1,2', 'application/vnd.ms-excel', '/data.csv')).toBe('spreadsheet text/csv')
  })

  test.each([
    ['text/xml', '<?xml version="1.0"?>', '<!--'],
    ['text/html', '', '<'],
  ])('is determined in linear time for a body of %s without a first element', (type, begin, unit) => {
    const body = (times: number) => begin + unit.repeat(times)
    expect(growth(body, (each) => kindOf(each, type), 60_000)).toBeLessThan(LINEAR)
  })
})
