import { describe, expect, test } from 'bun:test'
import { sniff } from '../../../../plugins/scrape/content/sniff.ts'

/** One byte a character. */
const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))
const kindOf = (body: string, contentType: string | null, path = '/') => {
  const { parserName, mime } = sniff(bytes(body), contentType, new URL(path, 'https://a.example'))
  return `${parserName} ${mime}`
}

describe('What a body is', () => {
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
  test.each(byBytes)('its first bytes tell: %j sent as %j', (body, type, kind) => {
    expect(kindOf(body, type)).toBe(kind)
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
    'the content type, the text and the address tell: %j sent as %j at %s',
    (body, type, path, kind) => {
      expect(kindOf(body, type, path)).toBe(kind)
    },
  )

  test('takes no time on a body without a first element', () => {
    const started = performance.now()
    kindOf(`<?xml version="1.0"?>${'<!--'.repeat(500_000)}`, 'text/xml')
    kindOf('<'.repeat(1_000_000), 'text/html')
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})
