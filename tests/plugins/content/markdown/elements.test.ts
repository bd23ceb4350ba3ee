import { describe, expect, test } from 'bun:test'
import { check } from './check-cases.ts'
import { markdownOf, textOf } from './convert.ts'

check('Headings', [
  ['without their controls', '<h2>Enum <b>Kettle</b> <button>Copy item path</button></h2>', '## Enum **Kettle**'],
  ['that are a button', '<h3>1 <button>How does it boil?</button></h3>', '### 1 How does it boil?'],
  ['without the anchor that links to them', '<h2 id=a1>Tea<a href="#a1">#a1</a></h2>', '## Tea'],
  ['of all levels', '<h1>a</h1><h6>b</h6>', ['# a', '', '###### b']],
  ['without text are left out', '<h1></h1><h2> <span></span></h2><p>x', 'x'],
  ['with markup', '<h2>A <em>b</em> <code>c</code></h2>', '## A *b* `c`'],
  ['on several lines', '<h2>a<br>b<div>c</div></h2>', '## a b c'],
  ['that end in number signs', '<h2>C #</h2><h2>C#</h2><h2>#</h2>', ['## C \\#', '', '## C#', '', '## \\#']],
  [
    'without permalinks',
    '<h2 id=a>T<a class="headerlink" href="#a">¶</a></h2><h2><a href="#b"></a>U</h2>',
    ['## T', '', '## U'],
  ],
  ['that lead back to the contents', '<h2><a href="#id3" role="doc-backlink">Title</a></h2>', '## Title'],
  ['that are their own permalink', '<h2><a href="#a">Title</a></h2>', '## Title'],
  [
    'that are their own permalink and named like one',
    '<h2><a href="#a">Link to C</a></h2><h2><a href="#b">¶</a></h2><h3><a href="#c">Anchor</a><a href="#c">#</a></h3>',
    ['## Link to C', '', '### Anchor'],
  ],
  [
    'in links that also have other text',
    '<a href="/c"><div><h3>Card</h3></div><p>About</p></a>',
    ['### [Card](/c)', '', 'About'],
  ],
])

check('Paragraphs', [
  ['with line separators, which browsers show as spaces', '<p>Project\u2028plan \u2029b</p>', 'Project plan b'],
  [
    'with only a joiner, which are blank lines',
    '<p>a<p>&zwj;<p>\u2063<p>\u0646\u200c\u0647',
    ['a', '', '\u0646\u200c\u0647'],
  ],
  ['collapse white space like a browser', '<p>\n a \t b\n<span> c</span> </p>', 'a b c'],
  ['stay apart from text around them', '<div>a<p>b</p>c</div>d', ['a', '', 'b', '', 'c', '', 'd']],
  ['keep line breaks', '<p>a<br>b<br/>', ['a  ', 'b']],
  ['are separated by two line breaks', '<div>a<br><br>b<br> <br><br>c</div>', ['a', '', 'b', '', 'c']],
  ['keep no-break spaces within, not at the ends', '<p>&nbsp;a&nbsp;b&nbsp;</p><p>&nbsp;</p>', 'a\u00a0b'],
  [
    'of Chinese or Japanese lose line breaks of the source',
    '<p>日本\n  語、\n「カナ」\nＡ𠮷\n野家。</p>',
    '日本語、「カナ」Ａ𠮷野家。',
  ],
  ['of Chinese or Japanese keep blanks', '<p>東京 大阪\tカナ\u3000カナ</p>', '東京 大阪 カナ\u3000カナ'],
  ['keep line breaks beside other scripts', '<p>한국\n어 日本\nWeir\n日本 1\n年', '한국 어 日本 Weir 日本 1 年'],
  [
    'keep line breaks of the source beside elements',
    '<p><a href="/a">日\n本</a>\n<a href="/b">語</a>\n語<span>語</span>\n<span>語</span>',
    '[日本](/a) [語](/b) 語語 語',
  ],
  [
    'keep line breaks in code',
    '<p><code>日\n本</code></p><pre>日\n本</pre>',
    ['`日 本`', '', '```', '日', '本', '```'],
  ],
  ['lose invisible characters', '<p>a\u200bb\u00adc\ufeff</p>', 'abc'],
])

test('plain text keeps a raised number apart from the one before it', () => {
  expect(
    textOf(
      '<p>10<sup>6</sup> m<sup>2</sup>, 10<sup>−3</sup>, 1<sup>st</sup>, <b>2020</b><sup><i>1</i></sup><sup>2</sup>',
    ),
  ).toBe('10^6 m2, 10^−3, 1st, 2020^12')
})

test('plain text of Chinese or Japanese loses line breaks of the source', () => {
  expect(textOf('<p>日本\n 語<pre>日\n本</pre>')).toBe('日本語\n\n日\n本')
})

check('Adjacent elements', [
  [
    'in capitals',
    '<div><span>PULL&BEAR</span><span>Faux leather</span><span>FAQ</span><a>CAREERS</a></div>',
    'PULL&BEAR Faux leather FAQ CAREERS',
  ],
  [
    'as a word and its initial',
    '<p><span>T</span><span>HE end</span> <b>USB</b><span>Hub</span></p>',
    'THE end **USB**Hub',
  ],
  [
    'are separated if they have separate texts',
    '<p><span>Ada King</span><span>Chief Officer</span></p><p><a>Mar</a><time>7</time><small>Read:</small><span>2</span></p>',
    ['Ada King Chief Officer', '', 'Mar 7Read:2'],
  ],
  [
    'as a text and an element beside it',
    '<div>Insulation<span>1/6</span></div><div>Developed by:<span>Ada</span></div><li>Careers<span>We are hiring</span></li>',
    ['Insulation 1/6', '', 'Developed by: Ada', '', '- Careers We are hiring'],
  ],
  [
    'as an element and a text beside it',
    '<div><span>Abstract:</span>Merging large models</div><h2><span>Bag</span>12 litres</h2>',
    ['Abstract: Merging large models', '', '## Bag 12 litres'],
  ],
  [
    'as hours and minutes',
    '<div><span>12</span>:<span>30</span> and <span>U.</span><span>S.</span></div>',
    '12:30 and U.S.',
  ],
  [
    'are not separated if they may be one word',
    '<p><span>wonder</span><span>ful</span> <span>i</span><b>Pad</b> H<sub>2</sub>O <code>readFile</code><span>(</span></p>',
    'wonderful i**Pad** H<sub>2</sub>O `readFile`(',
  ],
])

check('Special characters', [
  [
    'at the start of a line',
    '<p># a</p><p>- b</p><p>+ c</p><p>* d</p><p>12. e</p><p>3) f</p><p>&gt; g</p>',
    ['\\# a', '', '\\- b', '', '\\+ c', '', '\\* d', '', '12\\. e', '', '3\\) f', '', '\\> g'],
  ],
  [
    'at the start of a line without a meaning',
    '<p>#a -b +c 1.d 1986.</p><p>-</p><p>1986.5</p>',
    ['#a -b +c 1.d 1986.', '', '\\-', '', '1986.5'],
  ],
  [
    'that form rules and fences',
    '<p>---</p><p>***</p><p>```</p><p>~~~</p>',
    ['\\---', '', '\\*\\*\\*', '', '\\`\\`\\`', '', '\\~\\~\\~'],
  ],
  ['under a first line', '<p>a<br>===<br>b<br>--</p>', ['a  ', '\\===  ', 'b  ', '\\--']],
  [
    'in text',
    '<p>*a* _b_ `c` \\* [d](e) &lt;f> &amp;amp; ~~g~~</p>',
    '\\*a\\* \\_b\\_ \\`c\\` \\\\\\* [d]\\(e) \\<f> \\&amp; \\~\\~g\\~\\~',
  ],
  [
    'in text without a meaning',
    '<p>2 * 3 snake_case a_b_c \\d [x] (y) 1 &lt; 2 &amp; ~5 $5 a!</p>',
    '2 * 3 snake_case a_b_c \\d [x] (y) 1 < 2 & ~5 $5 a!',
  ],
  ['before a link', '<p>Wow!<a href=b>c</a></p>', 'Wow\\![c](b)'],
  ['that would form a definition', '<p>[a]: b</p><p>[^1]: c</p>', ['\\[a]: b', '', '\\[^1]: c']],
])

check('Emphasis', [
  [
    'of both kinds',
    '<p><b>a</b> <strong>b</strong> <i>c</i> <em>d</em> <del>e</del> <s>f</s>',
    '**a** **b** *c* *d* ~~e~~ ~~f~~',
  ],
  ['with spaces at its ends', '<p>a<b> b </b>c<i>d </i>e', 'a **b** c*d* e'],
  ['without text is left out', '<p>a<b></b>b<i> </i>c', 'ab c'],
  ['within a word', '<p>un<em>believ</em>able<strong>ness</strong>', 'un*believ*able**ness**'],
  [
    'with punctuation next to a word',
    '<p><b>Note:</b>text 这是<b>“重点”</b>内容',
    '<strong>Note:</strong>text 这是<strong>“重点”</strong>内容',
  ],
  [
    'in emphasis',
    '<p><em>a <strong>b</strong></em> <strong><em>c</em></strong> <em><strong>d</strong></em>',
    '*a **b*** **_c_** ***d***',
  ],
  ['within emphasis of the same kind', '<p><em>a <em>b</em> c</em> <strong><b>d</b></strong>', '*a b c* **d**'],
  ['within the same kind of tags', '<p>a<sup>b<sup>c</sup></sup> <u><u>d</u></u>', 'a<sup>bc</sup> <u>d</u>'],
  ['side by side', '<p><b>a</b><b>b</b> <em>c</em><strong>d</strong>', '**ab** *c*__d__'],
  ['around blocks', '<b><p>a</p><p>b</p></b>', ['**a**', '', '**b**']],
  ['across line breaks', '<p><b>a<br>b</b>', ['**a  ', 'b**']],
])

check('Code', [
  [
    'with line breaks in a line',
    '<p><code>a<br>b</code><p><code>c<br><a href="/d">d<br>e</a></code>',
    ['`a b`', '', '`c` [`d e`](/d)'],
  ],
  [
    'without what is hidden in a line',
    '<p><code>a<i hidden>b</i></code> and <code>c <a href="/d">d<i hidden>e</i></a><a href="/f" hidden>f</a></code>',
    '`a` and `c `[`d`](/d)',
  ],
  [
    'with a language in its class or attribute',
    '<pre class="rust rust-example-rendered"><code>a</code></pre><pre lang="PHP">b</pre><pre lang="de">c</pre><pre class="lang-auto">d</pre><div class="java"><pre>e</pre></div>',
    [
      '```rust',
      'a',
      '```',
      '',
      '```PHP',
      'b',
      '```',
      '',
      '```',
      'c',
      '```',
      '',
      '```',
      'd',
      '```',
      '',
      '```',
      'e',
      '```',
    ],
  ],
  [
    'with its language in a line above, which moves to the fence',
    '<div class=head><span>JS</span><button>Copy</button></div> <pre class="brush: js">a()</pre><p>js</p><pre>b</pre>',
    ['```js', 'a()', '```', '', 'js', '', '```', 'b', '```'],
  ],
  [
    'below controls that copy it, which are left out',
    '<div><p>Code: <a href="#">Select all</a></p><pre>a</pre></div><button>Copy</button><div><pre>b</pre></div><p>Copy this:</p><pre>c</pre>',
    ['```', 'a', '```', '', '```', 'b', '```', '', 'Copy this:', '', '```', 'c', '```'],
  ],
  ['in text', '<p><code>a</code> <tt>b</tt> <samp>c</samp>', '`a` `b` `c`'],
  ['with backticks', '<p><code>`a`</code> <code>a``b</code>', '`` `a` `` `a``b`'],
  ['with markup, which is dropped', '<p><code>a <b>b</b> &lt;c> *d*</code>', '`a b <c> *d*`'],
  ['with links, which split it', '<p><code><a href="m">Map</a>&lt;K></code>', '[`Map`](m)`<K>`'],
  ['side by side', '<p><code>a</code><code>b</code>', '`ab`'],
  ['in blocks', '<pre><code>a\n  b\n\nc\n</code></pre>', ['```', 'a', '  b', '', 'c', '```']],
  [
    'in blocks with line breaks and block elements',
    '<pre>a<br>b</pre><pre><div>c</div><div>d</div></pre>',
    ['```', 'a', 'b', '```', '', '```', 'c', 'd', '```'],
  ],
  ['that holds fences', '<pre>```\na\n````</pre>', ['`````', '```', 'a', '````', '`````']],
  [
    'with a language in the usual classes',
    ['language-js', 'lang-js', 'brush: js', 'hljs js', 'sourceCode js']
      .map((name) => `<pre><code class="${name}">x</code></pre>`)
      .join(''),
    Array.from({ length: 5 }, () => ['```js', 'x', '```', ''])
      .flat()
      .slice(0, -1),
  ],
  [
    'with a language on its container',
    '<div class="highlight highlight-source-ts"><pre>x</pre></div><pre data-lang="go">y</pre>',
    ['```ts', 'x', '```', '', '```go', 'y', '```'],
  ],
  [
    'without line numbers beside it',
    '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table>',
    ['```', 'a', 'b', '```'],
  ],
  [
    'without a column of line numbers, and with the language of the other column',
    '<div class="chroma"><table><tr><td><pre><code><span id="1"> 9\n</span><span>10\n</span></code></pre></td><td><pre><code class="language-c">a\nb</code></pre></td></tr></table></div>',
    ['```c', 'a', 'b', '```'],
  ],
  [
    'by lines that only a style sheet shows',
    '<pre><code><span class="line"><b>if</b> (a) {</span><span class="line x">  b()</span><span class="line"></span><span class="line">}</span></code></pre>',
    ['```', 'if (a) {', '  b()', '', '}', '```'],
  ],
  [
    'by lines that have line breaks too',
    '<pre><span class="line"><i class="ln">1</i>a\n</span><span class="line"><i class="ln">2</i>\n</span><span class="line">b</span>\n<span class="line">c</span></pre>',
    ['```', 'a', '', 'b', 'c', '```'],
  ],
  [
    'without line numbers in table cells',
    '<table class="highlight"><tr><td class="blob-num" data-line-number=1></td><td class="blob-code">a</td></tr><tr><td class="blob-num" data-line-number=2></td><td class="blob-code">b</td></tr></table>',
    ['```', 'a', 'b', '```'],
  ],
  [
    'without line numbers and buttons in it',
    '<pre><button>Copy</button><span class="lineno">1</span>a</pre>',
    ['```', 'a', '```'],
  ],
])

check('HTML without a form in Markdown', [
  [
    'is removed if it raises a part of a price',
    '<p><sup>$</sup>1,946<sup>.95</sup> 12<sup>50</sup></p>',
    '$1,946.95 12<sup>50</sup>',
  ],
  [
    'is removed if it marks the current price',
    '<p><del><span>$20.00</span></del> <ins><span><bdi>$14.00</bdi></span></ins> <ins>12</ins>',
    '~~$20.00~~ $14.00 <ins>12</ins>',
  ],
  [
    'and prices of other currencies without a tag',
    '<p><del>1 299,00 zł</del> <ins>999,00&nbsp;zł</ins> <ins>199,- kr</ins> <ins>US$5</ins> <ins>CHF 20.–</ins> <ins>3 PDF</ins>',
    '~~1 299,00 zł~~ 999,00\u00a0zł 199,- kr US$5 CHF 20.– <ins>3 PDF</ins>',
  ],
  [
    'keeps its tag',
    '<p>H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd> <mark>a</mark> <u>b</u> <ins>c</ins>',
    'H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd> <mark>a</mark> <u>b</u> <ins>c</ins>',
  ],
  ['becomes a bold line above its content', '<details><summary>a</summary><p>b</details>', ['**a**', '', 'b']],
  [
    'is left out if it only offers to open what is open',
    '<details open><summary>Expand description</summary><p>a</details><details open><summary>Expanding</summary><p>b</details>',
    ['a', '', '**Expanding**', '', 'b'],
  ],
  ['becomes a reading in brackets', '<p><ruby>漢<rt>かん</ruby><ruby>字<rp>(<rt>じ<rp>)</ruby>', '漢(かん)字(じ)'],
  ['becomes a rule', '<p>a<hr>b<ul><li>c<hr>d</ul>', ['a', '', '---', '', 'b', '', '- c', '  ___', '  d']],
  [
    'is left out',
    '<p>a<select><option>b</select><textarea>c</textarea><svg><text>d</text></svg><canvas>e</canvas><template>f</template><script>g</script><style>h</style>',
    'a',
  ],
  ['becomes the text of buttons', '<div><button>a</button><button>b</button></div>', 'a b'],
])

check('Formulas', [
  [
    'of KaTeX, once',
    '<p>a <span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html">x2</span></span> costs $5',
    'a $x^2$ costs \\$5',
  ],
  [
    'of MathJax',
    '<p>a <span class="MathJax_Preview">y</span><span class="MathJax">y</span><script type="math/tex">y_1</script> b<script type="math/tex; mode=display">z</script>',
    ['a $y_1$ b', '', '$$z$$'],
  ],
  [
    'of Wikipedia',
    '<p><span class="mwe-math-element"><span style="display:none"><math alttext="{\\displaystyle a}"></math></span><img class="mwe-math-fallback-image-inline" src=a.svg alt=a></span>',
    '$a$',
  ],
  [
    'of MathML alone',
    '<p><math><mfrac><mn>1</mn><msup><mi>x</mi><mn>2</mn></msup></mfrac><mo>≤</mo><msqrt><mi>π</mi></msqrt></math>',
    '$\\frac{1}{x^2} \\leq \\sqrt{\\pi}$',
  ],
  [
    'of MathML with sums and accents',
    '<p><math><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mover><mi>x</mi><mo>¯</mo></mover><munder><mi>y</mi><mo>⏟</mo></munder></math>',
    '$\\sum_i^n \\overline{x} \\underbrace{y}$',
  ],
  [
    'of MathML with a line below, a binomial, braces and what only takes up room',
    '<p><math><munder><mi>x</mi><mo>_</mo></munder><mfrac linethickness="0pt"><mi>n</mi><mi>k</mi></mfrac><mfenced open="{" close="}"><mi>a</mi></mfenced><mphantom><mi>b</mi></mphantom></math>',
    '$\\underline{x} {n \\atop k} \\{a\\}$',
  ],
  [
    'of MathML whose text has signs with a meaning in TeX',
    '<p><math><mo>$</mo><mn>5</mn><mtext>at 50% of {a_b}, $6 #1</mtext></math>',
    '$\\$ 5 \\text{at 50\\% of \\{a\\_b\\}, \\$6 \\#1}$',
  ],
  [
    'of MathML in an element without visible content',
    '<p><math><semantics><mrow></mrow><annotation-xml><math><mi>x</mi></math></annotation-xml></semantics></math> <math><math alttext="y"></math></math>',
    '$x$ $y$',
  ],
  ['as images', '<p><math></math><img class="latex" src=a.png alt="\\sum">', '$\\sum$'],
  [
    'in text that a script typesets',
    '<script src="/mathjax/tex-chtml.js"></script><p>Let \\(a_1*b_1*c\\) cost $5 or $6: \\[\\sum_i\n x_i\\] so</p><h2>On \\(x_1\\)</h2><p><code>\\(f\\)</code> $$a*b*c$$',
    [
      'Let $a_1*b_1*c$ cost \\$5 or \\$6:',
      '',
      '$$\\sum_i x_i$$',
      '',
      'so',
      '',
      '## On $x_1$',
      '',
      '`\\(f\\)`',
      '',
      '$$a*b*c$$',
    ],
  ],
  [
    'in dollars if the script or a class says so',
    '<script src="mathjax.js"></script><script>MathJax = {tex: {inlineMath: [["$", "$"]]}}</script><p>$x_1*y*z$ and <span class="math inline">\\(a\\)</span></p>',
    '$x_1*y*z$ and $a$',
  ],
  [
    'in dollars of one element',
    '<script src="https://a.b/katex.min.js"></script><p><span class="math-container">$x<1$</span> for $2</p>',
    '$x<1$ for \\$2',
  ],
  [
    'are not assumed without formulas or without such a script',
    '<script src="/katex.js"></script><p>$2 \\( $3</p>',
    '$2 \\\\( $3',
  ],
])

check('Footnotes', [
  [
    'are written as footnotes',
    '<p>a<sup><a href="#fn1" class="footnote-ref">1</a></sup> b<sup><a href="#fn2" class="footnote-ref">2</a></sup></p><section class="footnotes"><ol><li id="fn1"><p>c <a href="#fnref1">↩</a></p></li><li id="fn2"><p>d</p><p>e</p></li></ol></section>',
    ['a[^1] b[^2]', '', '[^1]: c', '', '[^2]: d', '', '    e'],
  ],
  [
    'are not raised twice if only the mark is raised',
    '<p>a<sup><a href="#fn1" class="footnote-ref">1</a></sup> b<sup>c</sup> d<sup>e <i>f</i></sup></p><section class="footnotes"><ol><li id="fn1">g <a href="#fnref1">↩</a></li></ol></section>',
    ['a[^1] b<sup>c</sup> d<sup>e *f*</sup>', '', '[^1]: g'],
  ],
  [
    'have their label once, raised or not',
    '<p>a <a href="#n1" role="doc-noteref">[<i>1</i>]</a></p><aside><aside id="n1"><span>[<a role="doc-backlink" href="#r1">1</a>]</span><p>b</p></aside></aside>',
    ['a [^1]', '', '[^1]: b'],
  ],
  [
    'may have several marks',
    '<p>a<sup><a href="#fn-x-1">[1]</a></sup> b<sup><a href="#fn-x-1">[1]</a></sup></p><ol><li id="fn-x-1"><span>^ <a href="#ref-x_1-0"><sup>a</sup></a> <a href="#ref-x_1-1"><sup>b</sup></a></span> <span>A book</span></li></ol>',
    ['a[^1] b[^1]', '', '[^1]: A book'],
  ],
  [
    'may be definitions of a term',
    '<dl><dt>f</dt><dd><p>a <a class="footnote-reference" href="#n1">1</a></p></dd></dl><dl><dt id="n1"><a class="fn-backref" href="#r1">1</a></dt><dd><p>b</p></dd></dl>',
    ['**f**', '', 'a [^1]', '', '[^1]: b'],
  ],
  [
    'only lose their labels',
    '<p>a<sup><a href="#fn1">1</a></sup> b<sup><a href="#fn2">2</a></sup></p><dl><dt id="fn1">Kettle</dt><dd>c</dd></dl><p id="fn2"><span><a href="#s">Section 2</a></span></p>',
    ['a[^1] b[^2]', '', '**Kettle**', '', '[^1]: c', '', '[^2]: [Section 2](#s)'],
  ],
  [
    'have distinct labels',
    '<p>a<sup><a href="#fn1">note 1</a></sup> b<sup><a href="#fn2">1</a></sup></p><p id="fn1">c</p><p id="fn2">d</p>',
    ['a[^1] b[^2]', '', '[^1]: c', '', '[^2]: d'],
  ],
  ['without a note are links', '<p>a<sup><a href="#fn9" class="footnote-ref">9</a></sup>', 'a<sup>[9](#fn9)</sup>'],
])

check('Hidden content', [
  [
    'is shown if it is a tab, even a short one',
    '<div role="tabpanel"><pre>npm i a</pre></div><div role="tabpanel" hidden><pre>yarn add a</pre></div><div class="tab" hidden>Close</div>',
    ['```', 'npm i a', '```', '', '```', 'yarn add a', '```'],
  ],
  [
    'is left out if it is for editing a section',
    '<h2>History<span class="mw-editsection">[<a href="/edit">edit</a>]</span></h2><p>a</p>',
    ['## History', '', 'a'],
  ],
  [
    'is left out if it is a copy for an animation',
    '<div><p>Weir reads all of our pages for us.</p></div> <div aria-hidden=true><p>Weir reads all of our pages for us.</p></div>',
    'Weir reads all of our pages for us.',
  ],
  [
    'is shown if it is a text of its own',
    '<div><p>Weir reads all of our pages for us.</p></div><div aria-hidden=true><p>Weir keeps all of our pages for us.</p></div>',
    ['Weir reads all of our pages for us.', '', 'Weir keeps all of our pages for us.'],
  ],
  [
    'is left out by attribute or style',
    '<p>a<span hidden>b</span><span style="color:red; display: none">c</span><i style="visibility:hidden">d</i>'.concat(
      '</p><p>e</p>',
    ),
    ['a', '', 'e'],
  ],
  [
    'is left out if it is a mark between two texts',
    '<p><span>Nov 7, 2025</span><span aria-hidden="true"><span>·</span></span><span>11 min read</span></p>',
    'Nov 7, 2025 11 min read',
  ],
  ['is left out if it is a mark on a word', '<p>Name<span aria-hidden="true">*</span>: a', 'Name: a'],
  [
    'is left out if it is decoration',
    '<p>a<i aria-hidden="true">›</i> <span aria-hidden="true">a whole text</span>',
    'a a whole text',
  ],
  [
    'is shown if it is in an accordion',
    '<p>q</p><div class="accordion-content" style="display:none">The answer to the question, at some length.</div>',
    ['q', '', 'The answer to the question, at some length.'],
  ],
  [
    'is shown if a heading before it opens it',
    '<h3><button aria-expanded="false">q</button></h3><div hidden><p>The answer to the question, at some length.</p></div>',
    ['### q', '', 'The answer to the question, at some length.'],
  ],
  [
    'is shown if a term before it opens it',
    '<dl><dt><button aria-expanded="false">q</button></dt><dd hidden>The answer to the question, at some length.</dd></dl>',
    ['**q**', '', 'The answer to the question, at some length.'],
  ],
  [
    'is shown if a button before it opens it',
    '<button aria-expanded="false" aria-controls="x">q</button><div id="x" hidden><p>The answer to the question, at some length.</p></div>',
    ['q', '', 'The answer to the question, at some length.'],
  ],
  [
    'is left out if it is the menu of a button',
    '<p>a</p><button aria-expanded="false" aria-controls="x">q</button><div id="x" hidden><ul><li>The first of the entries of a long menu</ul></div>',
    ['a', '', 'q'],
  ],
  [
    'is left out if nothing opens it',
    '<p>a</p><div><button aria-expanded="false">q</button></div><div hidden><p>The text that nothing on this page opens.</p></div>',
    ['a', '', 'q'],
  ],
  ['is left out if it is for browsers without scripts', '<p>a</p><noscript>b</noscript>', 'a'],
  ['is left out if it is a closed dialog', '<p>a</p><dialog>b</dialog><dialog open>c</dialog>', ['a', '', 'c']],
])

describe('options', () => {
  const page = '<p>a <a href="/b" title="t">c</a> <img src=d alt=e> <img src=f> H<sub>2</sub>O <b>x:</b>y'
  const cases: [string, Parameters<typeof markdownOf>[1], string][] = [
    ['leave links out', { includeLinks: false }, 'a c ![e](d) ![](f) H<sub>2</sub>O <strong>x:</strong>y'],
    ['leave images out', { includeImages: false }, 'a [c](/b "t") H<sub>2</sub>O <strong>x:</strong>y'],
    [
      'leave out images without a description',
      { describedImagesOnly: true },
      'a [c](/b "t") ![e](d) H<sub>2</sub>O <strong>x:</strong>y',
    ],
    ['leave tags out', { html: false }, 'a [c](/b "t") ![e](d) ![](f) H2O x:y'],
    ['leave titles out', { titles: false }, 'a [c](/b) ![e](d) ![](f) H<sub>2</sub>O <strong>x:</strong>y'],
    [
      'rewrite addresses',
      { address: (href) => `x:${href}` },
      'a [c](x:/b "t") ![e](x:d) ![](x:f) H<sub>2</sub>O <strong>x:</strong>y',
    ],
    ['leave out links to no address', { address: () => '' }, 'a c ![e]() ![]() H<sub>2</sub>O <strong>x:</strong>y'],
  ]
  test.each(cases)('%s', (_, options, markdown) => {
    expect(markdownOf(page, options)).toBe(markdown)
  })
})

check('Icons', [
  [
    'are kept if they are the only content of a cell',
    '<table><tr><th>A<th>B<tr><td>a<td> <b> <i class="material-icons">check</i> </b> </td></table>',
    ['| A | B |', '| --- | --- |', '| a | **_check_** |'],
  ],
  [
    'are left out of text',
    '<p><i class="material-icons">arrow_forward</i>Next<span class="menu material-symbols-outlined">close</span>page</p>',
    'Next page',
  ],
  [
    'are left out as characters of an icon font too, except alone in a cell',
    '<p>Visit<i class="fa">\uf107</i> us \ue000 \u6f22</p><p><a href="/a" aria-label="Mail"><b> \ue059 </b></a></p><table><tr><th>A<tr><td><i>\uf00c</i></table>',
    ['Visit us \ue000 \u6f22', '', '[Mail](/a)', '', '| A |', '| --- |', '| *\uf00c* |'],
  ],
  [
    'do not include other text in such elements',
    '<p><i class="material-icons">Café</i> <i>foo_bar</i></p>',
    '*Café* *foo_bar*',
  ],
])

check('Text for screen readers', [
  [
    'is left out if the same text is shown beside it',
    '<p><span aria-hidden="true">$79.00</span><span class="price__sr-text">Price $ 79.00</span></p>',
    '$79.00',
  ],
  [
    'is left out if the same text is shown before a space',
    '<p><del aria-hidden="true">$9.00</del> <span class="screen-reader-text">Price was $9.00.</span> <b>$7.00</b></p>',
    '~~$9.00~~ **$7.00**',
  ],
  [
    'is kept after another text',
    '<p><del aria-hidden="true">$9.00</del> or <span class="screen-reader-text">less</span></p>',
    '~~$9.00~~ or less',
  ],
  [
    'is kept beside a mark without meaning',
    '<p><span aria-hidden="true">--</span><span class="sr-only">not specified</span></p>',
    'not specified',
  ],
  [
    'is left out under any class name',
    '<p><b aria-hidden="true">Brand New</b><span class="clipped">Brand New</span> <b aria-hidden="true">Email</b><span class="off-screen">Share by email</span></p>',
    '**Brand New** **Email**',
  ],
  ['is kept if it is shown nowhere else', '<p>a <span class="sr-only">b</span></p>', 'a b'],
])
