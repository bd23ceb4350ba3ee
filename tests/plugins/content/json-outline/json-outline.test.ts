import { describe, expect, test } from 'bun:test'
import { CUT, HIDDEN } from '../../../../plugins/content/clean/visibility.ts'
import type { Block } from '../../../../plugins/content/json-outline/blocks.ts'
import { outline } from '../../../../plugins/content/json-outline/index.ts'
import type { OutlineOptions } from '../../../../plugins/content/json-outline/reader.ts'
import { baseOf, findAll, parse } from '../../../../plugins/content/tree/index.ts'
import type { View } from '../../../../plugins/content/view/view.ts'
import { growth, LINEAR } from '../../../growth.ts'

const about = { title: 'Title', url: 'https://site.example/dir/page', language: 'en' }
/** A whole page without cleaning. */
const pageOf = (html: string): View => {
  const tree = parse(html)
  const marks = new Uint8Array(tree.nodes.length)
  return { tree, base: baseOf(tree, new URL(about.url)), marks, roots: [tree.body], contentSource: 'body' }
}
const all: OutlineOptions = {
  includeLinks: true,
  includeImages: true,
  describedImagesOnly: false,
  address: (href) => href,
}
const read = (html: string, options: Partial<OutlineOptions> = {}) =>
  outline(pageOf(html), about, { ...all, ...options })
/** The blocks of a page without headings. */
const blocks = (html: string): Block[] => read(html).sections[0]?.content ?? []
const rows = (html: string) => blocks(html).flatMap((block) => (block.type === 'table' ? block.rows : []))
/** As JSON, where objects without a prototype are like any others. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

test('items without a list form one only with adjacent items', () => {
  const list = (...texts: string[]) => ({ type: 'list', ordered: false, items: texts.map((text) => ({ text })) })
  expect(plain(blocks('<li>a</li> <li>b</li>'))).toEqual([list('a', 'b')])
  expect(plain(blocks('<ul><li>a</li></ul><li>b</li>'))).toEqual([list('a'), list('b')])
  expect(plain(blocks('<p>x</p><li></li><li>b</li>'))).toEqual([{ type: 'paragraph', text: 'x' }, list('b')])
  expect(plain(blocks('<li>a</li>text<li>b</li>'))).toEqual([list('a'), { type: 'paragraph', text: 'text' }, list('b')])
})

test('headings and terms have no permalinks', () => {
  const link = '<a class="headerlink" href="#a" title="Link">¶</a>'
  const { sections } = read(`<h2 id="a">Tea${link}</h2><dl><dt>b${link}<dd>c</dl>`)
  expect(plain(sections)).toEqual([
    {
      heading: 'Tea',
      level: 2,
      content: [{ type: 'definitions', items: [{ term: 'b', text: 'c' }] }],
      sections: [],
    },
  ])
})

test('a raised number is apart from the one before it', () => {
  expect(plain(blocks('<p>10<sup>6</sup> m<sup>2</sup>'))).toEqual([{ type: 'paragraph', text: '10^6 m2' }])
})

test('buttons and labels are apart from the words around them', () => {
  expect(plain(blocks('<p>now<button>buy</button>or<label>sell</label>'))).toEqual([
    { type: 'paragraph', text: 'now buy or sell' },
  ])
})

test('a text has readings in brackets, and no characters without width', () => {
  const ruby = '<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby><ruby>東<rt>とう</rt></ruby>'
  expect(plain(blocks(`<p>${ruby}</p><p>長&shy;い&#8203;語</p>`))).toEqual([
    { type: 'paragraph', text: '漢字(かんじ)東(とう)' },
    { type: 'paragraph', text: '長い語' },
  ])
})

test('content that is never shown is left out', () => {
  const unseen = '<script>a</script><style>b</style><template><p>c</p></template>'
  expect(plain(blocks(`<p>x</p>${unseen}<p>y${unseen}</p>`))).toEqual([
    { type: 'paragraph', text: 'x' },
    { type: 'paragraph', text: 'y' },
  ])
})

test('a declarative shadow root is shown in its place', () => {
  const page = '<my-el><template shadowrootmode="open"><p>x</p><p>y</p></template><span>z</span></my-el>'
  expect(plain(blocks(page))).toEqual(['x', 'y', 'z'].map((text) => ({ type: 'paragraph', text })))
  expect(plain(blocks('<h2>a <template shadowrootmode=closed><b>b</b></template></h2>'))).toEqual([])
  expect(read('<h2>a <template shadowrootmode=closed><b>b</b></template></h2>').sections[0]!.heading).toBe('a b')
})

test('texts of adjacent elements are separate if a reader sees them as separate', () => {
  const textOf = (html: string) => (blocks(html)[0] as { text: string }).text
  expect(textOf('<div><span>Chief</span><span>March</span></div>')).toBe('Chief March')
  expect(textOf('<div><a href="/a">Ann Lee</a><a href="/a">Ann Lee</a></div>')).toBe('Ann Lee Ann Lee')
  expect(textOf('<p><a href="/a">f</a><a href="/b">oo</a></p>')).toBe('foo')
  expect(textOf('<p><b>Mc</b><i>Donald</i> Java<span>Script</span></p>')).toBe('McDonald JavaScript')
  expect(textOf('<div>Insulation<span>1/6</span></div>')).toBe('Insulation 1/6')
  expect(textOf('<div><span>Abstract:</span>Merging models</div>')).toBe('Abstract: Merging models')
  expect(textOf('<div><span>Chief</span><br><span>March</span></div>')).toBe('Chief\nMarch')
})

describe('sections', () => {
  test('nest by heading level, and content before the first heading has none', () => {
    const { sections, ...rest } = read(
      '<p>Before</p><h1>One</h1><p>a</p><h3>Deep</h3><p>b</p><h2>Two</h2><p>c</p><h1>Next</h1>',
    )
    expect(rest).toEqual(about)
    expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
      [null, 0],
      ['One', 1],
      ['Next', 1],
    ])
    expect(sections[0]!.content).toEqual([{ type: 'paragraph', text: 'Before' }])
    expect(sections[1]!.content).toEqual([{ type: 'paragraph', text: 'a' }])
    expect(sections[1]!.sections.map(({ heading, content }) => [heading, content])).toEqual([
      ['Deep', [{ type: 'paragraph', text: 'b' }]],
      ['Two', [{ type: 'paragraph', text: 'c' }]],
    ])
  })

  test('do not begin at a heading in a list or a quote', () => {
    expect(read('<ul><li><h3>Item</h3><p>text</p></li></ul>').sections).toEqual([
      {
        heading: null,
        level: 0,
        content: [
          {
            type: 'list',
            ordered: false,
            items: [
              {
                text: '',
                content: [
                  { type: 'heading', level: 3, text: 'Item' },
                  { type: 'paragraph', text: 'text' },
                ],
              },
            ],
          },
        ],
        sections: [],
      },
    ])
  })

  test('leave out cut and hidden content', () => {
    const view = pageOf('<h1>Shown</h1><p>kept</p><p>cut</p><p>hidden</p>')
    const [, cut, hidden] = findAll(view.tree, view.tree.body, 'p')
    view.marks[cut!.id] = CUT
    view.marks[hidden!.id] = HIDDEN
    expect(outline(view, about, all).sections[0]!.content).toEqual([{ type: 'paragraph', text: 'kept' }])
  })
})

describe('options', () => {
  const html =
    '<p>See <a href="/a?utm_source=x&id=1">this</a>.</p><p><a href="/b">B</a></p><img src="/i.png"><img src="/j.png" alt="J">'
  const content = (options: Partial<OutlineOptions>) => read(html, options).sections[0]?.content

  test('leave out links, but not their text', () => {
    expect(content({ includeLinks: false })?.slice(0, 2)).toEqual([
      { type: 'paragraph', text: 'See this.' },
      { type: 'paragraph', text: 'B' },
    ])
  })

  test('leave out images, or those without a description', () => {
    const images = (options: Partial<OutlineOptions>) =>
      content(options)?.flatMap((block) => (block.type === 'image' ? [block.alt] : []))
    expect([images({}), images({ describedImagesOnly: true }), images({ includeImages: false })]).toEqual([
      ['', 'J'],
      ['J'],
      [],
    ])
  })

  test('change addresses', () => {
    const [first] = content({ address: (href) => href.replace('utm_source=x&', '') }) ?? []
    expect(first).toMatchObject({ links: [{ text: 'this', url: 'https://site.example/a?id=1' }] })
  })
})

describe('blocks', () => {
  test('are in the order of the page, with absolute addresses', () => {
    expect(
      blocks(
        '<p>See <a href="../up">that\n page</a> and<br>more.</p><img src="i.png" alt="Image">' +
          '<pre><code class="language-python">def f():\n    return 1</code></pre>' +
          '<blockquote><p>First</p><p>Second</p></blockquote><dl><dt>Weight</dt><dd>1 kg</dd></dl>',
      ),
    ).toEqual([
      {
        type: 'paragraph',
        text: 'See that page and\nmore.',
        links: [{ text: 'that page', url: 'https://site.example/up' }],
      },
      { type: 'image', src: 'https://site.example/dir/i.png', alt: 'Image' },
      { type: 'code', language: 'python', code: 'def f():\n    return 1' },
      { type: 'quote', text: 'First', content: [{ type: 'paragraph', text: 'Second' }] },
      { type: 'definitions', items: [{ term: 'Weight', text: '1 kg' }] },
    ])
  })

  test('of lists have what is in no item', () => {
    const link = { text: 'c', links: [{ text: 'c', url: 'https://site.example/c' }] }
    const code = { text: '', content: [{ type: 'code', language: null, code: 'd' }] }
    expect(plain(blocks('<ul>a<li>b</li><a href="/c">c</a><pre>d</pre></ul>'))).toEqual([
      { type: 'list', ordered: false, items: [{ text: 'a' }, { text: 'b' }, link, code] },
    ])
    expect(blocks('<dl>a<dt>b<dd>c</dd>d<div><dt>e</div><dt>f</dl>')).toEqual([
      {
        type: 'definitions',
        items: [
          { term: '', text: 'a' },
          { term: 'b', text: 'c' },
          { term: '', text: 'd' },
          { term: 'e', text: '' },
          { term: 'f', text: '' },
        ],
      },
    ])
  })

  test('have the links of terms and captions, and the caption beside a title', () => {
    const link = (name: string) => ({ text: name, url: `https://site.example/${name}` })
    expect(plain(blocks('<dl><dt><a href="/a">a</a><dt>b<dd><a href="/c">c</a><dd>d</dl>'))).toEqual([
      {
        type: 'definitions',
        items: [
          { term: 'a, b', text: 'c', links: [link('a'), link('c')] },
          { term: 'a, b', text: 'd' },
        ],
      },
    ])
    expect(
      plain(blocks('<table><caption>A <a href="/b">b</a></caption><tr><th colspan=2>c<tr><td>1<td>2</table>')),
    ).toEqual([{ type: 'table', caption: 'A b, c', rows: [{ column1: '1', column2: '2' }], links: [link('b')] }])
    const empty = '<table><caption>A <a href="/b">b</a></caption><tr><td><td><tr><td><td></table>'
    expect(plain(blocks(empty))).toEqual([{ type: 'paragraph', text: 'A b', links: [link('b')] }])
  })

  test('of a list, a quote or a definition list without content are left out', () => {
    expect(blocks('<ul><li></li></ul><blockquote></blockquote><dl><dt></dl><pre> </pre><p>x')).toEqual([
      { type: 'paragraph', text: 'x' },
    ])
  })

  test('have blanks between links and icons that adjoin', () => {
    const line = '<a href="/a">one</a><a href="/b">two</a><span class="material-icons">home</span>three'
    expect(blocks(`<div>${line}</div>`)).toMatchObject([{ type: 'paragraph', text: 'one two three' }])
  })

  test('have no controls of headings, and no labels of code', () => {
    expect(read('<h2>Tea <button>Copy link</button></h2><p>x').sections[0]?.heading).toBe('Tea')
    expect(read('<h2><button>Menu</button></h2><p>x').sections[0]?.heading).toBe('Menu')
    const code: Block = { type: 'code', language: 'js', code: 'x' }
    const pre = '<pre><code class="language-js">x</code></pre>'
    expect(blocks(`<div><div>js <button>Copy</button></div>${pre}</div>`)).toEqual([code])
    expect(blocks(`<div><button>Copy</button>${pre}</div>`)).toEqual([code])
  })

  test('have no link that begins without a text of its own', () => {
    const card = { text: 'Card', url: 'https://site.example/c' }
    expect(blocks('<div>text <a href="/c"><div>Card</div></a> rest</div>')).toEqual([
      { type: 'paragraph', text: 'text' },
      { type: 'paragraph', text: 'Card', links: [card] },
      { type: 'paragraph', text: 'rest' },
    ])
    expect(blocks('<div>text <a href="/c"> <div><img src=a></div></a></div>')[0]).toEqual({
      type: 'paragraph',
      text: 'text',
    })
  })

  test('of definitions have all terms that they share', () => {
    expect(blocks('<dl><dt>a<dt>b<dd>c<dd>d<dt>e<dd>f</dl>')).toEqual([
      {
        type: 'definitions',
        items: [
          { term: 'a, b', text: 'c' },
          { term: 'a, b', text: 'd' },
          { term: 'e', text: 'f' },
        ],
      },
    ])
    const page = pageOf('<dl><dt>a<dd>b<dt>c<dt>d<dd>e</dl>')
    page.marks[findAll(page.tree, page.tree.body, 'dt')[1]!.id] = HIDDEN
    expect(outline(page, about, all).sections[0]?.content).toEqual([
      {
        type: 'definitions',
        items: [
          { term: 'a', text: 'b' },
          { term: 'd', text: 'e' },
        ],
      },
    ])
  })

  test('of definitions keep what else is between them whole', () => {
    const between = '<p>Of <b>all</b> <a href="/k">kettles</a></p><pre>a\n  b</pre>'
    expect(blocks(`<dl><dt>a<dd>b</dd>${between}<div><dt>c<dd>d</div></dl>`)).toEqual([
      {
        type: 'definitions',
        items: [
          { term: 'a', text: 'b' },
          { term: '', text: 'Of all kettles', links: [{ text: 'kettles', url: 'https://site.example/k' }] },
          { term: '', text: '', content: [{ type: 'code', language: null, code: 'a\n  b' }] },
          { term: 'c', text: 'd' },
        ],
      },
    ])
  })

  test('of images without a description are listed once', () => {
    expect(blocks('<img src=a><img src=a><p>text<img src=a alt=b>')?.filter(({ type }) => type === 'image')).toEqual([
      { type: 'image', src: 'https://site.example/dir/a', alt: '' },
      { type: 'image', src: 'https://site.example/dir/a', alt: 'b' },
    ])
  })

  test('of lists have nested lists within their items', () => {
    expect(blocks('<ol><li>Outer <b>part</b><ul><li>Inner</li></ul></li><ul><li>Stray</li></ul></ol>')).toEqual([
      {
        type: 'list',
        ordered: true,
        items: [
          {
            text: 'Outer part',
            content: [
              { type: 'list', ordered: false, items: [{ text: 'Inner' }] },
              { type: 'list', ordered: false, items: [{ text: 'Stray' }] },
            ],
          },
        ],
      },
    ])
  })

  test('of a card have the whole card as the text of its link', () => {
    const { sections } = read('<a href="/card"><h3>Title</h3><p>Teaser</p></a>')
    expect(sections[0]!.links).toEqual([{ text: 'Title Teaser', url: 'https://site.example/card' }])
    expect(sections[0]!.content).toEqual([{ type: 'paragraph', text: 'Teaser' }])
  })

  test('are separate if the page shows them separately, without names of icons', () => {
    const parts = ['<span>PULL&BEAR</span><span>Jacket</span>', '<i class="material-icons">arrow_forward</i>Next']
    expect(plain(blocks(parts.map((part) => `<p>${part}</p>`).join('')))).toEqual([
      { type: 'paragraph', text: 'PULL&BEAR Jacket' },
      { type: 'paragraph', text: 'Next' },
    ])
    const view = pageOf('<p><span>May 7, 2025</span><span aria-hidden="true">·</span><span>11 min</span>')
    view.marks[findAll(view.tree, view.tree.body, 'span')[1]!.id] = HIDDEN
    expect(plain(outline(view, about, all).sections[0]!.content)).toEqual([
      { type: 'paragraph', text: 'May 7, 2025 11 min' },
    ])
  })

  test('have the source of formulas, without their rendering', () => {
    const math = '<math><msup><mi>x</mi><mn>2</mn></msup></math>'
    const source = '<script type="math/tex">x^2</script>'
    const pages = {
      alone: math,
      'of KaTeX': `<span class="katex"><span class="katex-mathml">${math}</span><span class="katex-html" aria-hidden="true">x2</span></span>`,
      'of KaTeX, shown': `<span class="katex">${math}<span class="katex-html">x2</span></span>`,
      'of MathJax 3': `<mjx-container><svg></svg><mjx-assistive-mml>${math}</mjx-assistive-mml></mjx-container>`,
      'of MathJax 2': `<span class="MathJax_Preview">x2</span><span class="MathJax">x2</span>${source}`,
      'of Wikipedia': `<span class="mwe-math-element"><span style="display: none">${math}</span><img class="mwe-math-fallback-image-inline" src="/x.svg" alt="x^2"></span>`,
    }
    for (const [name, formula] of Object.entries(pages))
      expect([name, blocks(`<p>so ${formula} is`)]).toEqual([name, [{ type: 'paragraph', text: 'so x^2 is' }]])
    expect(blocks('<p>so <script>x()</script>is')).toEqual([{ type: 'paragraph', text: 'so is' }])
  })

  test('have no links that run scripts', () => {
    expect(blocks('<p><a href="javascript:alert(1)">click</a></p>')).toEqual([{ type: 'paragraph', text: 'click' }])
  })

  test('have the name of an image as the text of its link', () => {
    expect(blocks('<a href="/home"><img src="/logo.png" alt="Home"></a>')).toEqual([
      { type: 'image', src: 'https://site.example/logo.png', alt: 'Home' },
      { type: 'links', links: [{ text: 'Home', url: 'https://site.example/home' }] },
    ])
  })
})

describe('tables', () => {
  test('of data have the text of a small nested table in a cell', () => {
    const sizes = (count: number) => `<table>${'<tr><td>S</td><td>1</td></tr>'.repeat(count)}</table>`
    const page = (...cells: string[]) =>
      `<table><tr><th>Shirt</th><th>Sizes</th></tr>${cells.map((cell) => `<tr><td>a</td><td>${cell}</td></tr>`).join('')}</table>`
    expect(plain(rows(page(sizes(2), 'M')))).toEqual([
      { Shirt: 'a', Sizes: 'S 1 S 1' },
      { Shirt: 'a', Sizes: 'M' },
    ])
    // As in forums and pages with a table layout.
    const hasNames = (html: string) => rows(html).some((row) => 'Shirt' in row)
    expect(hasNames(page(sizes(1), 'M', 'M', 'M', sizes(1)))).toBe(true)
    for (const frame of [
      page(sizes(1)),
      page(sizes(1), sizes(1)),
      page(sizes(50), 'M'),
      page(sizes(1), `${sizes(1)}${'words '.repeat(60)}`),
      page(`${sizes(1)}${'words '.repeat(60)}`, 'M'),
      page(sizes(1), 'M').replace('<th>Shirt</th>', '<td>Shirt</td>'),
      page(sizes(1), 'M').replace('<td>M</td>', ''),
    ])
      expect(hasNames(frame)).toBe(false)
  })

  test('have rows by the names of their header cells, with spans in each of their places', () => {
    const table =
      '<table><thead><tr><th colspan="2">Name</th><th>Price</th></tr></thead>' +
      '<tr><td rowspan="2">a</td><td>b</td><td>1</td></tr><tr><td>c</td><td>2</td></tr></table>'
    expect(plain(rows(table))).toEqual([
      { Name: 'a', 'Name 2': 'b', Price: '1' },
      { Name: 'a', 'Name 2': 'c', Price: '2' },
    ])
  })

  test('have the links of a cell once, however many places it spans', () => {
    const table = '<table><tr><th>a<th>b<tr><td colspan=2><a href="/c">c</a><tr><td>d<td>e</table>'
    const links = [{ text: 'c', url: 'https://site.example/c' }]
    expect(plain(blocks(table))).toMatchObject([
      {
        rows: [
          { a: 'c', b: 'c' },
          { a: 'd', b: 'e' },
        ],
        links,
      },
    ])
  })

  test('without data have a single row, which names their columns', () => {
    const table = '<table><tr><th>a<th><th>c<tr><td><td><td><tr><td><td><td></table>'
    expect(rows(table)).toEqual([{ a: '', column2: '', c: '' }])
    expect(blocks('<table><tr><td><td><tr><td><td></table>')).toEqual([])
  })

  test('without header cells have numbered columns', () => {
    expect(plain(rows('<table><tr><td>a</td><td>b</td><td>c</td></tr></table>'))).toEqual([
      { column1: 'a', column2: 'b', column3: 'c' },
    ])
  })

  test('with row headers have records by these names', () => {
    expect(plain(rows('<table><tr><th>Colour</th><td>blue</td></tr><tr><th>Size</th><td>L</td></tr></table>'))).toEqual(
      [{ Colour: 'blue', Size: 'L' }],
    )
  })

  test('with several header rows combine their names', () => {
    const table =
      '<table><thead><tr><th rowspan="2">Year</th><th colspan="2">Sales</th></tr><tr><th>EU</th><th>US</th></tr></thead>' +
      '<tr><td>2024</td><td>5</td><td>7</td></tr></table>'
    expect(plain(rows(table))).toEqual([{ Year: '2024', 'Sales EU': '5', 'Sales US': '7' }])
  })

  test('may have a column named __proto__, which only affects its row', () => {
    const [row] = rows(
      '<table><tr><th>__proto__</th><th>constructor</th></tr><tr><td>polluted</td><td>x</td></tr></table>',
    )
    expect(JSON.stringify(row)).toBe('{"__proto__":"polluted","constructor":"x"}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('that lay out a page are read as its blocks', () => {
    expect(blocks('<table role="presentation"><tr><td><p>one</p></td><td><p>two</p></td></tr></table>')).toEqual([
      { type: 'paragraph', text: 'one' },
      { type: 'paragraph', text: 'two' },
    ])
  })
})

describe('a hostile page', () => {
  const longCells = `<td rowspan=65534>${'y'.repeat(900)}`.repeat(100)
  const longNames = `<th>${'h'.repeat(5_000)}`.repeat(100)
  const cases: readonly (readonly [what: string, size: number, page: (size: number) => string, most: number])[] = [
    ['nested divs', 20_000, (size) => `${'<div>'.repeat(size)}x`, 1_000],
    ['nested lists', 5_000, (size) => `${'<ul><li>'.repeat(size)}x`, 100_000],
    ['nested tables', 3_000, (size) => `${'<table><tr><td>'.repeat(size)}x`, 1_000],
    ['open links', 50_000, (size) => `${'<a href=x>'.repeat(size)}x`, 1_000],
    ['blanks apart and line breaks', 100_000, (size) => '<span> </span>'.repeat(size) + '<br>'.repeat(size), 1_000],
    ['lists between items', 20_000, (size) => `<ul><li>a</li>${'<ul><li>b</li></ul>'.repeat(size)}`, 2_000_000],
    ['long cells over rows', 20_000, (size) => `<table><tr>${longCells}${'<tr><td>x'.repeat(size)}`, 10_000_000],
    ['long names over rows', 20_000, (size) => `<table><tr>${longNames}${'<tr><td>1'.repeat(size)}`, 10_000_000],
  ]
  test.each(cases)('of %s has an outline of limited size in linear time', (_, size, page, most) => {
    expect(JSON.stringify(read(page(size))).length).toBeLessThan(most)
    expect(growth(page, (html) => JSON.stringify(read(html)), size / 8)).toBeLessThan(LINEAR)
  })
})
