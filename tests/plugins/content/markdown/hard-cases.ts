/**
 * Constructs of real pages that converters break, and what must be left of each after its Markdown is rendered as
 * HTML again (in the form of `normal`, with GitHub's extensions). Footnotes and definitions stay text there, with
 * their marks.
 */
export interface HardCase {
  name: string
  html: string
  /** Parts of the rendered HTML. */
  holds: readonly (string | RegExp)[]
  /** Texts that are not in the rendered HTML. */
  lacks?: readonly (string | RegExp)[]
  /** A part of the Markdown: a formula, which not every reader supports. */
  formula?: RegExp
}

const table = (...rows: string[]) => `<table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`
const head = '<th>A</th><th>B</th>'

export const hardCases: readonly HardCase[] = [
  {
    name: 'a table in a list item',
    html: `<ul><li>one${table(head, '<td>1</td><td>2</td>')}</li><li>two</li></ul>`,
    holds: [/<li>[\s\S]*<table>[\s\S]*<td>2<\/td>[\s\S]*<\/table>[\s\S]*<\/li>\s*<li>/],
  },
  {
    name: 'a table in a table, which holds the page together',
    html: table(`<td><h2>Title</h2>${table(head, '<td>1</td><td>2</td>')}</td><td>side</td>`),
    holds: ['<h2>Title</h2>', '<td>1</td>', 'side'],
  },
  {
    name: 'code with a pipe in a table',
    html: table(head, '<td><code>a | b</code></td><td>x || y</td>'),
    holds: ['<td><code>a | b</code></td>', '<td>x || y</td>'],
  },
  {
    name: 'a code block in a table',
    html: table(head, '<td><pre><code>x = 1\ny = 2</code></pre></td><td>two lines</td>'),
    holds: [/<code>x = 1<\/code>[\s\S]*<code>y = 2<\/code>/, '<td>two lines</td>'],
  },
  {
    name: 'a list in a table',
    html: table(head, '<td><ul><li>one</li><li>two</li></ul></td><td>b</td>'),
    holds: [/<td>\W*one\s*<br>\W*two<\/td>/, '<td>b</td>'],
  },
  {
    name: 'breaks in a cell',
    html: table(head, '<td>one<br>two</td><td>three</td>'),
    holds: ['<td>one<br>two</td>', '<td>three</td>'],
  },
  {
    name: 'paragraphs in a cell',
    html: table(head, '<td><p>one</p><p>two</p></td><td>three</td>'),
    holds: [/<td>one(?:<br>)+two<\/td>/],
  },
  {
    name: 'a cell over two rows',
    html: table(head, '<td rowspan="2">both</td><td>1</td>', '<td>2</td>'),
    holds: [/<td>both<\/td>\s*<td>1<\/td>/, /<td>(?:both)?<\/td>\s*<td>2<\/td>/],
  },
  {
    name: 'a cell over two columns',
    html: table('<th>A</th><th>B</th><th>C</th>', '<td colspan="2">wide</td><td>c</td>'),
    holds: [/<td>wide<\/td>\s*<td>(?:wide)?<\/td>\s*<td>c<\/td>/],
  },
  {
    name: 'a table without a head',
    html: table('<td>1</td><td>2</td><td>3</td>', '<td>4</td><td>5</td><td>6</td>'),
    holds: [/<t[hd]>1<\/t[hd]>/, '<td>6</td>'],
  },
  {
    name: 'a table with names in its first column',
    html: table('<th>Name</th><td>Ann</td>', '<th>Town</th><td>Ulm</td>'),
    holds: [/<td>Name<\/td>\s*<td>Ann<\/td>/, /<td>Town<\/td>\s*<td>Ulm<\/td>/],
  },
  {
    name: 'the caption of a table',
    html: `<table><caption>Prices</caption><tr>${head}</tr><tr><td>1</td><td>2</td></tr></table>`,
    holds: ['Prices', '<td>1</td>'],
    lacks: [/<t[dh]>Prices/],
  },
  {
    name: 'the alignment of columns',
    html: '<table><tr><th align="right">n</th><th style="text-align:center">c</th></tr><tr><td>1</td><td>2</td></tr></table>',
    holds: [/text-align:right">1</, /text-align:center">2</],
  },
  {
    name: 'links and pictures in a table',
    html: table(head, '<td><a href="/a|b">x</a></td><td><img src="i.png" alt="p|q"></td>'),
    holds: ['<td><a href="/a%7Cb">x</a></td>', /<td><img alt="p\|q" src="i.png">/],
  },
  {
    name: 'a definition list',
    html: '<dl><dt>Term</dt><dd>First</dd><dd>Second</dd><dt>Other</dt><dd>Third</dd></dl>',
    holds: [/<strong>Term<\/strong>\W[\s\S]*\bFirst\b[\s\S]*Second[\s\S]*Other\W[\s\S]*Third/],
    lacks: ['TermFirst', 'FirstSecond'],
  },
  {
    name: 'a list in a definition',
    html: '<dl><dt>Term</dt><dd>Text<ul><li>one</li><li>two</li></ul></dd></dl>',
    holds: ['Term', /<ul>\s*<li>one<\/li>\s*<li>two<\/li>\s*<\/ul>/],
  },
  {
    name: 'a figure with its caption',
    html: '<figure><img src="a.png" alt="A cat"><figcaption>A <em>sleeping</em> cat</figcaption></figure>',
    holds: ['<img alt="A cat" src="a.png">', 'A <em>sleeping</em> cat'],
    lacks: [/src="a.png"><\/img>A/],
  },
  {
    name: 'a figure of code with its caption',
    html: '<figure><figcaption>main.c</figcaption><pre><code class="language-c">int x;</code></pre></figure>',
    holds: ['main.c', '<pre><code class="language-c">int x;\n</code></pre>'],
  },
  {
    name: 'a formula in text, from MathML with its source',
    html: '<p>So <math><semantics><mrow><mi>a</mi></mrow><annotation encoding="application/x-tex">a_1*b_2*c</annotation></semantics></math> holds.</p>',
    holds: [],
    formula: /So \$a_1\*b_2\*c\$ holds\./,
  },
  {
    name: 'a formula from MathML without its source',
    html: '<p><math><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac></math></p>',
    holds: [],
    formula: /\$\\frac\s*\{\s*a\s*\}\s*\{\s*b\^\{?2\}?\s*\}\$/,
  },
  {
    name: 'a formula of KaTeX, once',
    html: '<p>x <span class="katex"><span class="katex-mathml"><math><semantics><mi>y</mi><annotation encoding="application/x-tex">y^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>y</span><span>2</span></span></span> z</p>',
    holds: [],
    formula: /^x \$y\^2\$ z$/,
  },
  {
    name: 'a footnote',
    html: '<p>Text<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup>.</p><div class="footnotes"><hr><ol><li id="fn:1"><p>The <em>note</em>. <a class="footnote-backref" href="#fnref:1">↩</a></p></li></ol></div>',
    holds: ['Text[^1].', /\[\^1\]: The <em>note<\/em>\./],
    lacks: ['↩'],
  },
  {
    name: 'details with a summary',
    html: '<details><summary>More <code>x</code></summary><p>Inside</p><ul><li>one</li></ul></details>',
    holds: [/More <code>x<\/code>/, 'Inside', '<li>one</li>'],
    lacks: [/<\/code>\s*Inside/],
  },
  {
    name: 'emphasis within emphasis of the other kind',
    html: '<p><em>a <strong>b</strong> c</em> <strong>d <em>e</em></strong></p>',
    holds: ['<em>a <strong>b</strong> c</em> <strong>d <em>e</em></strong>'],
  },
  {
    name: 'emphasis in emphasis of one kind',
    html: '<p><strong>a <strong>b</strong> c</strong></p>',
    holds: [/<strong>a (?:<strong>)?b(?:<\/strong>)? c<\/strong>/],
    lacks: ['*'],
  },
  {
    name: 'emphasis that touches emphasis',
    html: '<p><em>a</em><em>b</em><strong>c</strong><strong>d</strong><em>e</em></p>',
    holds: ['<em>ab</em><strong>cd</strong><em>e</em>'],
  },
  {
    name: 'emphasis within a word',
    html: '<p>un<em>frigging</em>believable, <b>W</b>orld <b>W</b>ide</p>',
    holds: ['un<em>frigging</em>believable', '<strong>W</strong>orld <strong>W</strong>ide'],
  },
  {
    name: 'emphasis beside punctuation',
    html: '<p>foo<strong>(bar)</strong>baz and <em>“x”</em>y</p>',
    holds: ['foo<strong>(bar)</strong>baz and <em>“x”</em>y'],
  },
  {
    name: 'emphasis among characters without blanks',
    html: '<p>这是<strong>“重点”</strong>内容和<em>强调。</em>后面</p>',
    holds: ['这是<strong>“重点”</strong>内容和<em>强调。</em>后面'],
  },
  {
    name: 'emphasis with blanks at its ends',
    html: '<p>a<b> b </b>c<i> d</i>e</p>',
    holds: ['a <strong>b</strong> c <em>d</em>e'],
  },
  {
    name: 'emphasis around a break and around blocks',
    html: '<p><b>a<br>b</b></p><b><p>c</p><p>d</p></b>',
    holds: [/<strong>a<br>b<\/strong>/, '<p><strong>c</strong></p>', '<p><strong>d</strong></p>'],
  },
  {
    name: 'brackets in a link',
    html: '<p><a href="/x">[a] b]</a> <a href="/y(1)">c</a> <a href="/z(">d</a> <a href="/s p">e</a></p>',
    holds: ['<a href="/x">[a] b]</a>', '<a href="/y(1)">c</a>', '<a href="/z(">d</a>', '<a href="/s%20p">e</a>'],
  },
  {
    name: 'a link with markup and a title',
    html: '<p><a href="/x" title="say &quot;hi&quot; (now)"><strong>b</strong> <code>c]</code></a></p>',
    holds: ['<a href="/x" title="say "hi" (now)"><strong>b</strong> <code>c]</code></a>'],
  },
  {
    name: 'a picture in a link',
    html: '<p><a href="/x"><img src="i.png" alt="a [b] c" title="t"></a></p>',
    holds: ['<a href="/x"><img alt="a [b] c" src="i.png" title="t"></img></a>'],
  },
  {
    name: 'a picture without description in a link',
    html: '<p><a href="/shop/blue-shoes.html"><img src="i.png"></a></p>',
    holds: [/<a href="\/shop\/blue-shoes.html"><img alt="blue shoes" src="i.png">/],
  },
  {
    name: 'a link around a card',
    html: '<a href="/c"><div><h3>Card</h3><p>About it</p></div></a>',
    holds: ['<h3><a href="/c">Card</a></h3>', 'About it'],
  },
  {
    name: 'pre without code',
    html: '<pre>  a\n\n<b>b</b> &lt;c&gt; *d*</pre>',
    holds: [/<pre><code>\s{2}a\s+b <c> \*d\*\n<\/code><\/pre>/],
  },
  {
    name: 'code with fences in it, in a list',
    html: '<ol><li><p>Run</p><pre><code class="language-md">```js\nx\n```</code></pre></li><li>Next</li></ol>',
    holds: ['<pre><code class="language-md">```js\nx\n```\n</code></pre>', /<li>(?:<p>)?\s*Next/],
  },
  {
    name: 'code with line numbers beside it',
    html: '<table class="highlight"><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>a()\nb()</pre></td></tr></table>',
    holds: [/<pre><code[^>]*>a\(\)\nb\(\)\n<\/code><\/pre>/],
    lacks: [/>1\s/],
  },
  {
    name: 'backticks in code',
    html: '<p><code>a `b` c</code> <code>`</code> <code> d </code></p>',
    holds: ['<code>a `b` c</code> <code>`</code>', /<code> ?d ?<\/code>/],
  },
  {
    name: 'elements that Markdown has no form for',
    html: '<p>H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd> <mark>m</mark> <ins>i</ins> <del>d</del></p>',
    holds: ['H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd> <mark>m</mark>', '<ins>i</ins> <del>d</del>'],
  },
  {
    name: 'an ordered list that starts elsewhere and goes on after code',
    html: '<ol start="7"><li>seven<pre>x</pre></li><li>eight<blockquote><p>q</p></blockquote></li></ol><p>p</p><ol><li>one</li></ol>',
    holds: [
      /<ol start="7">[\s\S]*<pre>[\s\S]*<blockquote>\s*<p>q<\/p>\s*<\/blockquote>[\s\S]*<\/ol>\s*<p>p<\/p>\s*<ol>\s*<li>one/,
    ],
  },
  {
    name: 'two lists that touch, and an empty item',
    html: '<ul><li>a</li><li></li><li>c</li></ul><ul><li>d</li></ul>',
    holds: [
      /<ul>\s*<li>(?:<p>)?a(?:<\/p>)?<\/li>\s*<li><\/li>\s*<li>(?:<p>)?c(?:<\/p>)?<\/li>\s*<li>(?:<p>)?d(?:<\/p>)?<\/li>\s*<\/ul>/,
    ],
  },
]

/** Whether the Markdown of a case is as expected, and so is `html`, its rendering in normal form. */
export const isKept = ({ holds, lacks = [], formula }: HardCase, markdown: string, html: string): boolean => {
  const occurs = (what: string | RegExp) => (typeof what === 'string' ? html.includes(what) : what.test(html))
  return holds.every(occurs) && !lacks.some(occurs) && (formula?.test(markdown.trim()) ?? true)
}
