import { describe, expect, test } from 'bun:test'
import type { ContentOptions } from 'weirjs/schemas'
import { parse, type Tree } from '../../../../plugins/content/tree/index.ts'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'

const url = new URL('https://example.com/shop/list.html')
const htmlOf = async (source: string, changes: Partial<Omit<ContentOptions, 'formats'>> = {}): Promise<string> => {
  const body = new TextEncoder().encode(source)
  const headers = new Headers({ 'content-type': 'text/html' })
  return (await convert({ url, headers, body }, contentOptions(changes, 'html'))).html!
}
/** Only the content of the body. */
const bodyOf = async (source: string, changes: Partial<Omit<ContentOptions, 'formats'>> = {}) =>
  /<body[^>]*>([\s\S]*)<\/body>/.exec(await htmlOf(source, changes))![1]!

const shape = ({ nodes }: Tree) => nodes.map((node) => (node.kind === 1 ? [node.name, ...node.attrs] : node.data))

describe('HTML is written', () => {
  const same: string[] = [
    '<p>1 &lt; 2 &amp;&amp; 3 &gt; 2 &amp;lt;</p>',
    '<p title="a &quot;b&quot; &amp; c">x&nbsp;y</p>',
    '<br><img src="a.png" alt=""><hr>',
    '<pre>\n\n  two breaks</pre>',
    '<textarea>&lt;b&gt;</textarea>',
    '<ul><li>one</li><li>two</li></ul>',
    '<p>x</p><svg viewbox="0 0 1 1"><path d="M0 0"></path></svg>',
  ]
  test.each(same)('as it was read: %s', async (html) => {
    expect(await bodyOf(html)).toBe(html)
  })

  const hostile = [
    '<div a"b=c d<e=f><p onclick=">">text</div>',
    `<p title='"><script>alert(1)</script>'>x</p>`,
    '<p>x<svg><style>&lt;/style>&lt;script>alert(1)&lt;/script></style></svg><p>x',
    '<xmp><b></xmp><iframe><p></iframe><noembed></p></noembed>',
    '<table><td>a<tr><b>misplaced</b></table>',
    '<b><p>mis</b>nested</p><a href=1><a href=2>x',
    '&lt;script&gt;alert(1)&lt;/script&gt;&#60;img src=x onerror=alert(1)&#62;',
    '<title>&lt;/title&gt;<script>alert(1)</script></title>x',
  ]
  test.each(hostile)('so that it is read again as the same, and contains no script: %s', async (source) => {
    const once = await htmlOf(source)
    expect(await htmlOf(once)).toBe(once)
    expect(shape(parse(once)).flat()).not.toContain('script')
    expect(once).not.toMatch(/<[^>]*\sonclick=/)
  })

  test('without the scripts of frames and drawings', async () => {
    const frame = '<p onclick="go()">Framed</p><script>go()</script><a href="javascript:go()">j</a>'
    const nested = `${frame}<iframe srcdoc="<script>go()</script>"></iframe>`.replaceAll('"', '&quot;')
    const drawing =
      '<svg><a><set attributename="href" to="javascript:go()"/><animate values="a;javascript:go()"/></a></svg>'
    const source = `<iframe srcdoc="${nested}"></iframe>${drawing}<iframe srcdoc="a"></iframe>`
    const html = await htmlOf(source)
    expect(html).toContain('Framed')
    expect(html).toContain('attributename="href"')
    expect(html).not.toContain('go()')
    expect(await htmlOf(html)).toBe(html)
    expect(await htmlOf(source, { removeScripts: false })).toContain('srcdoc="<p onclick'.replace('<', '&lt;'))
  })

  test('as a whole document with its doctype and head', async () => {
    const html = await htmlOf(
      '<!DOCTYPE html><html lang="de"><head><title>T</title></head><body class="b">x</body></html>',
    )
    expect(html).toBe('<!doctype html>\n<html lang="de"><head><title>T</title></head><body class="b">x</body></html>')
  })

  test('as only the selected parts', async () => {
    expect(await htmlOf('<title>T</title><h1>a</h1><p>b</p><h1>c</h1>', { includeTags: ['h1'] })).toBe(
      '<h1>a</h1>\n<h1>c</h1>',
    )
  })
})

const page = `<link rel="stylesheet" href="s.css"><link rel="preload" as="script" href="s.js"><style>p{color:red}</style><script>run()</script>
<p style="color:red" onclick="go()"><a href="javascript:go()">j</a> <a href="/x">x</a> <img src="i.png" srcset="i.png 1x, big,2.png 2x"></p>`

describe('options', () => {
  const cases: [string, Partial<Omit<ContentOptions, 'formats'>>, string[], string[]][] = [
    ['removeScripts', {}, ['s.css', 'p{color', 'style='], ['run()', 'onclick', 'javascript:', 's.js']],
    ['removeScripts false', { removeScripts: false }, ['run()', 'onclick', 'javascript:go', 's.js'], []],
    ['removeStyles', { removeStyles: true }, ['href="/x"'], ['s.css', 'p{color', 'style=']],
    ['includeLinks false', { includeLinks: false }, ['x'], ['<a ', '/x']],
    ['includeImages false', { includeImages: false }, ['/x'], ['<img', 'i.png']],
  ]
  test.each(cases)('%s', async (_, changes, present, absent) => {
    const html = await htmlOf(page, changes)
    for (const each of present) expect(html).toContain(each)
    for (const each of absent) expect(html).not.toContain(each)
  })

  const addresses: [string, string][] = [
    ['<a href="/a?b=1&amp;c#d">x</a>', 'href="https://example.com/a?b=1&amp;c#d"'],
    ['<a href="b.html">x</a>', 'href="https://example.com/shop/b.html"'],
    ['<img src="//cdn.example/i.png">', 'src="https://cdn.example/i.png"'],
    [
      '<img srcset="a,b.png 1x, /c.png 2x">',
      'srcset="https://example.com/shop/a,b.png 1x, https://example.com/c.png 2x"',
    ],
    ['<video poster="p.png"></video>', 'poster="https://example.com/shop/p.png"'],
    ['<form action="send"></form>', 'action="https://example.com/shop/send"'],
    ['<object data="d.swf"></object>', 'data="https://example.com/shop/d.swf"'],
    ['<blockquote cite="/source">x</blockquote>', 'cite="https://example.com/source"'],
    ['<base href="/deep/"><a href="x">x</a>', 'href="https://example.com/deep/x"'],
    ['<a href="mailto:a@b.example">x</a>', 'href="mailto:a@b.example"'],
    ['<img src="data:image/gif;base64,R0lGOD">', 'src="data:image/gif;base64,R0lGOD"'],
    ['<a href="http://[">x</a>', 'href="http://["'],
  ]
  test.each(addresses)('replaceAllPathsWithAbsolutePaths: %s', async (source, written) => {
    expect(await htmlOf(source, { replaceAllPathsWithAbsolutePaths: true })).toContain(written)
  })
})
