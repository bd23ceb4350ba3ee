import { type Construction, each, nested } from '../construction.ts'
import { text, type Wanted } from '../content.ts'

const csv = (name: string, make: (n: number) => string) => text(`CSV: ${name}`, 'text/csv', make, { extension: '.csv' })
const json = (name: string, make: (n: number) => string) =>
  text(`JSON: ${name}`, 'application/json', make, { extension: '.json' })
const xml = (name: string, make: (n: number) => string) =>
  text(`XML: ${name}`, 'application/xml', (n) => `<?xml version="1.0"?>${make(n)}`, { extension: '.xml' })
const rss = (name: string, make: (n: number) => string) =>
  text(
    `RSS: ${name}`,
    'application/rss+xml',
    (n) => `<?xml version="1.0"?><rss version="2.0"><channel>${make(n)}</channel></rss>`,
  )
const atom = (name: string, make: (n: number) => string) =>
  text(`Atom: ${name}`, 'application/atom+xml', (n) => `<feed xmlns="http://www.w3.org/2005/Atom">${make(n)}</feed>`)
const feed = (name: string, make: (n: number) => string) =>
  text(
    `JSON Feed: ${name}`,
    'application/feed+json',
    (n) => `{"version":"https://jsonfeed.org/version/1.1","title":"a",${make(n)}}`,
  )
const vtt: Wanted = { extension: '.vtt' }
const captions = (name: string, make: (n: number) => string) =>
  text(`captions: ${name}`, 'text/vtt', (n) => `WEBVTT\n\n${make(n)}`, vtt)
const plain = (name: string, make: (n: number) => string, extension = '.txt') =>
  text(`plain text: ${name}`, 'text/plain', make, { extension })

const item = '<item><title>a</title><link>/b</link><description>c</description></item>'
const marked = (n: number) => '&lt;em&gt;&lt;div&gt;a'.repeat(n)

/** Data, feeds and plain text. */
export const data: Construction[] = [
  csv('rows', (n) => 'a,b\n'.repeat(n)),
  csv('columns', (n) => ','.repeat(n)),
  csv('columns that have the same name', (n) => `${'a,'.repeat(n)}\n1`),
  csv('wide first, then short', (n) => `${'a,'.repeat(n)}\n${'1\n'.repeat(n)}`),
  csv('a quote that never ends', (n) => `a,b\n"${'k,\n'.repeat(n)}`),
  csv('quotes', (n) => '"'.repeat(n)),
  csv('quoted quotes', (n) => '"""",'.repeat(n)),
  csv('quotes within words', (n) => 'a"b,'.repeat(n)),
  csv('blank lines', (n) => '\n'.repeat(n)),
  csv('returns', (n) => 'a\r'.repeat(n)),
  csv('delimiters in turn', (n) => ',;\t|'.repeat(n)),
  csv('numbers', (n) => `a\n${'1e999\n'.repeat(n)}`),
  csv('one long cell', (n) => `a,b\n${'x'.repeat(n)}`),
  csv('addresses', (n) => `a\n${'http://a.b/c\n'.repeat(n)}`),
  json('arrays in arrays', (n) => '['.repeat(n) + ']'.repeat(n)),
  json('arrays that never end', (n) => '['.repeat(n)),
  json('objects in objects', (n) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`),
  json('keys', (n) => `{${each(n, (i) => `"k${i}":0,`)}"z":1}`),
  json('one key again', (n) => `{${'"a":0,'.repeat(n)}"a":1}`),
  json('rows of objects', (n) => `[${'{"a":1,"b":"c"},'.repeat(n)}{}]`),
  json('rows that all differ', (n) => `[${each(n, (i) => `{"k${i}":1},`)}{}]`),
  json('numbers', (n) => `[${'1,'.repeat(n)}1]`),
  json('a long number', (n) => `[${'1'.repeat(n)}]`),
  json('a long text', (n) => `["${'a'.repeat(n)}"]`),
  json('escapes', (n) => `["${'\\u0001'.repeat(n)}"]`),
  json('what is no JSON', (n) => `{a:'b',${'c:d\n'.repeat(n)}`),
  json('commas', (n) => `[${','.repeat(n)}`),
  json('blanks', (n) => `${' '.repeat(n)}1`),
  json('lines', (n) => '{"a":1}\n'.repeat(n)),
  json('prototypes', (n) => `{"__proto__":${'{"a":'.repeat(n)}1${'}'.repeat(n)}}`),
  json('addresses', (n) => `[${'"http://a.b/c",'.repeat(n)}1]`),
  xml('elements', (n) => `<x>${'<a>b</a>'.repeat(n)}</x>`),
  xml('elements in elements', (n) => nested(n, '<a>', '</a>')),
  xml('elements that never end', (n) => '<a>'.repeat(n)),
  xml('elements that differ', (n) => `<x>${each(n, (i) => `<a${i}/>`)}</x>`),
  xml('attributes', (n) => `<x ${each(n, (i) => `a${i}="b" `)}/>`),
  xml('namespaces', (n) => `<x ${each(n, (i) => `xmlns:n${i}="u${i}" `)}><n0:a/></x>`),
  xml('comments', (n) => `<x>${'<!--a-->'.repeat(n)}</x>`),
  xml('cdata', (n) => `<x>${'<![CDATA[a]]>'.repeat(n)}</x>`),
  xml('entities', (n) => `<x>${'&amp;'.repeat(n)}</x>`),
  xml(
    'entities that multiply',
    (n) =>
      `<!DOCTYPE x [<!ENTITY a "${'k'.repeat(n)}">${each(9, (i) => `<!ENTITY e${i} "${'&a;'.repeat(10)}">`)}]><x>&e8;</x>`,
  ),
  xml('processing instructions', (n) => `<x>${'<?a b?>'.repeat(n)}</x>`),
  xml('opening signs', (n) => `<x>${'<'.repeat(n)}`),
  xml('beginnings of comments', (n) => `${'?><!--'.repeat(n)}`),
  xml('text', (n) => `<x>${'a '.repeat(n)}</x>`),
  rss('items', (n) => item.repeat(n)),
  rss('items in items', (n) => nested(n, '<item>', '</item>')),
  rss('titles', (n) => `<item>${'<title>a</title>'.repeat(n)}</item>`),
  rss('marks again in each block', (n) => `<item><description>${marked(n)}</description></item>`),
  rss('marks in many items', (n) => `<item><description>&lt;b&gt;&lt;i&gt;a</description></item>`.repeat(n)),
  rss('a long title', (n) => `<item><title>${'a '.repeat(n)}</title></item>`),
  rss('tags in cdata', (n) => `<item><description><![CDATA[${'<em><div>a'.repeat(n)}]]></description></item>`),
  rss('categories', (n) => `<item>${'<category>a</category>'.repeat(n)}</item>`),
  rss('enclosures', (n) => `<item>${'<enclosure url="/a" type="audio/mpeg"/>'.repeat(n)}</item>`),
  atom('entries', (n) => '<entry><title>a</title><link href="/b"/><content>c</content></entry>'.repeat(n)),
  atom('links', (n) => `<entry>${'<link href="/b"/>'.repeat(n)}</entry>`),
  atom('authors', (n) => `<entry>${'<author><name>a</name></author>'.repeat(n)}</entry>`),
  atom('XHTML in depth', (n) => `<entry><content type="xhtml">${nested(n, '<div>', '</div>')}</content></entry>`),
  atom('marks again in each block', (n) => `<entry><content type="html">${marked(n)}</content></entry>`),
  feed('items', (n) => `"items":[${'{"id":"1","title":"a","content_html":"<p>b"},'.repeat(n)}{}]`),
  feed('marks again in each block', (n) => `"items":[{"id":"1","content_html":"${'<em><div>a'.repeat(n)}"}]`),
  feed('authors', (n) => `"items":[{"id":"1","authors":[${'{"name":"a"},'.repeat(n)}{}]}]`),
  captions('cues', (n) => '00:01.000 --> 00:02.000\na\n\n'.repeat(n)),
  captions('lines of a cue', (n) => `00:01.000 --> 00:02.000\n${'a\n'.repeat(n)}`),
  captions('tags', (n) => `00:01.000 --> 00:02.000\n${'<c.a>b</c>'.repeat(n)}`),
  captions('opening signs', (n) => `00:01.000 --> 00:02.000\n${'<'.repeat(n)}`),
  captions('arrows', (n) => '-->'.repeat(n)),
  captions('a note that never ends', (n) => `NOTE ${'a '.repeat(n)}`),
  text(
    'captions: SubRip',
    'application/x-subrip',
    (n) => each(n, (i) => `${i}\n00:00:01,000 --> 00:00:02,000\na\n\n`),
    { extension: '.srt' },
  ),
  plain('lines', (n) => 'a\n'.repeat(n)),
  plain('blank lines', (n) => '\n \n'.repeat(n)),
  plain('one line', (n) => 'word '.repeat(n)),
  plain('blanks', (n) => ' '.repeat(n)),
  plain('what must be escaped', (n) => '*_`[]<>#|\\~!'.repeat(n)),
  plain('addresses', (n) => 'http://a.b/c '.repeat(n)),
  plain('Markdown', (n) => '# a\n- b\n> c\n```\n'.repeat(n), '.md'),
  plain('letters of other scripts', (n) => '字かな한글'.repeat(n)),
  plain('bytes that are no text', (n) => '\u0080\u0081\ufffd'.repeat(n)),
]
