import { describe, expect, test } from 'bun:test'
import { type Element, find, findAll, isElement, parse, textContent } from '../../../../plugins/content/tree/index.ts'
import { cpuTime } from '../../../cpu-time.ts'
import { browserShapeOf, shapeOf } from './shape.ts'

describe('the tree is the same as in a browser', () => {
  const cases: [string, string][] = [
    ['of nothing', ''],
    ['of text alone', 'Just text'],
    [
      'of a whole document',
      '<!doctype html><html lang=en><head><title>T</title></head><body class=x><p>Text</p></body></html>',
    ],
    ['of a head without end tag', '<head><meta charset=utf-8><title>T</title><link rel=x><div>body'],
    ['of attributes of a second html and body', '<html a=1><body b=1><p>x<html a=2 c=3><body b=2 d=4>y'],
    ['of paragraphs without end tags', '<p>one<p>two<div>three<p>four</div>five'],
    ['of a paragraph ended by a block', '<p>a<ul><li>b</ul>c<p>d<h2>e</h2>'],
    ['of a stray end tag of a paragraph', 'a</p>b'],
    ['of stray end tags', 'a</div></span></b></br>b'],
    ['of list items without end tags', '<ul><li>a<li>b<ul><li>c<li>d</ul><li>e</ul>'],
    ['of list items ended within blocks', '<ul><li>a<div>b<li>c</div><li><address>d<li>e<li><p>f<li>g</ul>'],
    ['of list items that a section parts', '<ul><li>a<section><li>b</section><li>c</ul>'],
    ['of terms ended within blocks', '<dl><dt>a<div>b<dd>c</div><dt><p>d<dd>e<section><dt>f</section></dl>'],
    ['of terms without end tags', '<dl><dt>a<dd>b<dd>c<dt>d<dd><dl><dt>e</dl></dl>'],
    ['of headings that nest', '<h1>a<h2>b</h3>c'],
    [
      'of options without end tags',
      '<select><optgroup label=x><option>a<option>b<optgroup label=y><option>c</select>d',
    ],
    ['of a table without its parts', '<table><td>a<td>b<tr><th>c</table>d'],
    [
      'of a table with all its parts',
      '<table><caption>n</caption><colgroup><col><col></colgroup><thead><tr><th>a<tbody><tr><td>b<tfoot><tr><td>c</table>',
    ],
    ['of a table in a cell', '<table><tr><td><table><tr><td>a</table>b<td>c</table>'],
    ['of a table that starts in a table', '<table><tr><td>a<tr><table><tr><td>b</table>'],
    ['of text in a table', '<div><table>a<tr>b<td>c</td>d</tr>e</table>f</div>'],
    ['of elements in a table', '<table><div>a</div><tr><p>b</p><td>c</table>'],
    ['of a hidden field in a table', '<table><input type=hidden name=a><input name=b><tr><td>c</table>'],
    ['of parts of a table outside one', '<div><tr><td>a</td></tr></div>'],
    ['of misnested emphasis', '<b>1<i>2</b>3</i>4'],
    ['of emphasis across paragraphs', '<p>1<b>2<i>3</p><p>4</b>5'],
    ['of emphasis around a block', '<b>1<p>2</b>3</p>'],
    ['of emphasis around nested blocks', '<b><i>1<div><p>2</b>3</i>4</p></div>'],
    ['of links in links', '<a href=1>a<a href=2>b</a>c'],
    ['of a link cut short by a cell', '<table><tr><td><a href=1>a<td>b</table>c'],
    ['of emphasis opened often', '<p><b><b><b><b><b>a<p>b'],
    ['of a block cut short around emphasis', '<center><b>a</center></b><p>b'],
    ['of a form in a form', '<form a><div><form b><input></form>x</div></form>y'],
    ['of a form in a table', '<table><form><tr><td><input></table>x'],
    ['of buttons in buttons', '<button>a<button>b</button>c'],
    ['of preformatted text', '<pre>\n\na\n</pre><textarea>\nb</textarea>'],
    ['of scripts that hold markup', '<script>if (a<b) "</div>" </script>x<style>p>a{}</style>'],
    ['of a script in a comment in a script', '<script><!-- <script> a </script> b --></script>c'],
    ['of a comment with arrows', '<!-->a<!--->b<!-- c --!>d<!-- > e -->f<!x>g<?php h ?>i</ j>k'],
    ['of CDATA, which is a comment in HTML', 'a<![CDATA[b]]>c<svg><![CDATA[d<e>]]></svg>'],
    ['of entities', '&lt;p&gt; &amp;amp; &copy2024 &notit; &#65;&#x42;&#150;&#0; &unknown; a&b &AMP &sol;'],
    ['of entities in attributes', '<a href="?a=1&copy=2&amp;b&lt">x</a>'],
    ['of attributes in every form', '<p a b= c=\'1\' d="2" e=3/ f=>x</p><p a=1 A=2 /b>y'],
    ['of a tag that the source ends in', '<p>a<b class="x'],
    ['of a text with angle brackets', 'a < b > c <3 </> <1 <<p>d'],
    ['of instructions', 'a<?>b>c<?x>d'],
    ['of SVG with HTML after it', '<svg viewBox="0 0 1 1"><path d=x /><g><title>t</title></g><p>a'],
    ['of HTML in SVG', '<svg><foreignObject><div>a<p>b</div></foreignObject><desc><b>c</desc></svg>d'],
    ['of MathML', '<math><mi>x<mo>=</mo><annotation-xml encoding="text/html"><p>a</p></annotation-xml></math>b'],
    ['of a template', '<template><tr><td>a</td></tr></template><table><template><td>b</template><tr><td>c</table>'],
    ['of ruby', '<ruby>a<rt>b<rp>(<rt>c</ruby>'],
    ['of noscript in the body', '<body><noscript><b>a</b><img src=x></noscript>b'],
    ['of text after the body', '<body>a</body> </html>b<p>c'],
    ['of an old image tag', '<image src=a>b'],
    ['of upper case', '<DIV CLASS=A>x<BR/>y</Div>'],
    ['of raw text elements', '<xmp><b>a</b></xmp><iframe><p>b</iframe><noembed><i>c</noembed>d'],
    ['of plaintext', '<p>a<plaintext><b>c</plaintext>'],
    ['of objects that bound emphasis', '<b>a<object><i>b</b>c</object>d'],
    ['of line breaks of other systems', '<pre>a\r\nb\rc</pre>'],
    ['of line breaks of other systems in inline code', '<p>a <code>b\r\nc</code></p>'],
    ['of line breaks of other systems in attributes', '<p title="a\r\nb\rc &#13;">a</p>'],
  ]
  test.each(cases)('%s', (_, html) => {
    expect(shapeOf(`<!doctype html>${html}`)).toBe(browserShapeOf(`<!doctype html>${html}`))
  })

  test('for the same pieces of markup in any order', () => {
    const pieces = [
      '<p>',
      '</p>',
      '<div>',
      '</div>',
      '<b>',
      '</b>',
      '<i>',
      '</i>',
      '<a href=x>',
      '</a>',
      '<ul>',
      '<li>',
      '</ul>',
      'text',
      '<table>',
      '<tr>',
      '<td>',
      '</table>',
      '<h2>',
      '</h2>',
      '<br>',
      '<span>',
      '</span>',
      '<dl><dd>',
      '<svg><g>',
      '</svg>',
    ]
    let seed = 7
    const next = (below: number) => {
      seed = (Math.imul(seed, 48_271) >>> 0) % 2_147_483_647
      return seed % below
    }
    const different: string[] = []
    for (let i = 0; i < 2000; i++) {
      const html = `<!doctype html><body>${Array.from({ length: 3 + next(9) }, () => pieces[next(pieces.length)]).join('')}`
      if (shapeOf(html) !== browserShapeOf(html)) different.push(html)
    }
    expect(different).toEqual([])
  })
})

describe('the tree differs from a browser', () => {
  test('as noscript does not end the head', () => {
    const tree = parse('<head><noscript><img src=pixel></noscript><title>T</title></head><body>x')
    expect([find(tree, tree.head, 'title')?.name, findAll(tree, tree.body, 'title').length]).toEqual(['title', 0])
  })

  test('as an iframe that is left open in a noscript ends with it, like in a browser with scripts', () => {
    const tag = '<iframe src="https://tags.example/ns" height="0" />'
    expect(shapeOf(`<body><noscript>${tag}</noscript><h1>Title</h1><iframe>gone</noscript>gone</iframe>end`)).toContain(
      '</iframe></noscript><h1>Title</h1><iframe>gone</noscript>gone</iframe>end</body>',
    )
  })

  test('as elements beyond a depth of 512 become siblings, without losing text', () => {
    const tree = parse(`${'<div>'.repeat(3000)}deep${'</div>'.repeat(3000)}<p>after</p>`)
    let depth = 0
    for (let node: Element | null = find(tree, tree.body, 'p')?.parent ?? null; node !== null; node = node.parent)
      depth++
    expect(depth).toBeLessThan(10)
    expect(textContent(tree, tree.body)).toBe('deep\nafter')
    const deepest = tree.nodes.reduce((most, node) => {
      let level = 0
      for (let each = node.parent; each !== null; each = each.parent) level++
      return Math.max(most, level)
    }, 0)
    expect(deepest).toBeLessThanOrEqual(513)
  })
})

describe('a page sent as XML', () => {
  test('has empty elements if they are self-closing', () => {
    const tree = parse('<html><head><script src="a.js"/><title>T</title></head><body><div/><p>a</p></body></html>', {
      xhtml: true,
    })
    expect(find(tree, tree.head, 'title')?.name).toBe('title')
    expect(find(tree, tree.body, 'p')?.parent).toBe(tree.body)
  })
})

test('entities are decoded in a title and a text field, and not in scripts and styles', () => {
  const source = ['title', 'textarea', 'script', 'style'].map((name) => `<${name}>a &lt; b</${name}>`).join('')
  const texts = parse(source).nodes.flatMap((node) => ('data' in node ? [node.data] : []))
  expect(texts).toEqual(['a < b', 'a < b', 'a &lt; b', 'a &lt; b'])
})

describe('the nodes of a tree', () => {
  const tree = parse('<table>moved<tr><td>a</table><b>1<p>2</b>3</p><ul><li>x</ul>')

  test('are numbered in document order, including moved ones', () => {
    const order: number[] = []
    const visit = (element: Element) => {
      order.push(element.id)
      for (let node = element.first; node !== null; node = node.next) {
        if (isElement(node)) visit(node)
        else order.push(node.id)
      }
    }
    visit(tree.root)
    expect(order).toEqual(tree.nodes.map((_, id) => id))
    expect(tree.nodes.every((node, id) => node.id === id)).toBe(true)
  })

  test('have their end, so that an element contains the nodes up to it', () => {
    for (const node of tree.nodes) {
      if (!isElement(node)) continue
      const inside = tree.nodes.filter((other) => {
        for (let each = other.parent; each !== null; each = each.parent) if (each === node) return true
        return false
      })
      expect(node.end - node.id).toBe(inside.length)
    }
  })

  test('are linked in both directions', () => {
    for (const node of tree.nodes) {
      if (node.next !== null) expect(node.next.prev).toBe(node)
      if (node.prev === null && node.parent !== null) expect(node.parent.first).toBe(node)
      if (node.next === null && node.parent !== null) expect(node.parent.last).toBe(node)
    }
  })

  test('never have two adjacent texts', () => {
    for (const node of parse('a<!-- c -->b&amp;c<i></i>d<table>x</table>').nodes) {
      if (node.kind === 3) expect(node.next?.kind).not.toBe(3)
    }
  })
})

describe('hostile source is parsed in linear time', () => {
  const sources: [string, string][] = [
    ['nested elements', '<div>'.repeat(200_000)],
    ['formatting that is never closed', '<b><i class=x><font size=1>'.repeat(30_000)],
    [
      'formatting of ever new attributes, with paragraphs',
      `${Array.from({ length: 2000 }, (_, i) => `<font size=${i}>`).join('')}${'<p>x'.repeat(50_000)}`,
    ],
    ['misnested formatting and blocks', '<b><div></b></div>'.repeat(30_000)],
    ['links in links', '<a><p>'.repeat(100_000)],
    ['tables in tables', '<table><tr><td>'.repeat(50_000)],
    ['text moved out of tables', '<table>x<tr>y'.repeat(50_000)],
    ['open comments', '<!--'.repeat(200_000)],
    ['dashes in a comment', `<!--${'-'.repeat(500_000)}`],
    ['comments', '<!-- x -->'.repeat(100_000)],
    ['open tags', '<a href="'.repeat(100_000)],
    ['attributes', `<p ${Array.from({ length: 100_000 }, (_, i) => `a${i}`).join(' ')}>`],
    ['ampersands', '&'.repeat(1_000_000)],
    ['references without a name', '&x;'.repeat(200_000)],
    ['scripts that open comments', '<script><!--<script></script>'.repeat(30_000)],
    ['script ends that are none', `<script>${'</scrip'.repeat(100_000)}`],
    ['frames that a noscript ends', '<noscript><iframe></noscript>'.repeat(30_000)],
    ['frames in a noscript', `<noscript>${'<iframe></iframe>'.repeat(50_000)}`],
    ['titles without end', '<title>'.repeat(100_000)],
    ['end tags of nothing', '</x></div></b></p>'.repeat(50_000)],
    ['CDATA in SVG', `<svg>${'<![CDATA['.repeat(100_000)}`],
    ['one text of a megabyte', 'x'.repeat(1_000_000)],
  ]
  test.each(sources)('%s', (_, source) => {
    expect(cpuTime(() => parse(source))).toBeLessThan(2000)
  })
})
