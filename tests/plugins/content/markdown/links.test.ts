import { check } from './check-cases.ts'

check('Links', [
  [
    'with and without titles',
    '<p><a href="/a">b</a> <a href=c title="d &quot;e&quot;">f</a>',
    `[b](/a) [f](c 'd "e"')`,
  ],
  [
    'with titles that need escapes',
    '<p><a href=a title="b &amp;amp; &amp; c">d</a> <a href=e title="f\\* \\g\\">h</a> <a href=i title="&quot;j&quot; it\'s">k</a>',
    '[d](a "b \\&amp; & c") [h](e "f\\\\* \\g\\\\") [k](i "\\"j\\" it\'s")',
  ],
  [
    'with awkward addresses',
    '<p><a href="/a b">c</a> <a href="/d_(e)">f</a> <a href="/g)(">h</a> <a href="/?a=1&amp;copy;=2">i</a>',
    '[c](/a%20b) [f](/d_(e)) [h](/g\\)\\() [i](/?a=1\\&copy;=2)',
  ],
  ['with brackets in their text', '<p><a href=a>[1]</a> <a href=b>b]</a>', '[[1]](a) [b\\]](b)'],
  [
    'whose text is their address',
    '<p><a href="https://a.b/">https://a.b/</a> <a href="mailto:a@b.c">a@b.c</a>',
    '<https://a.b/> <a@b.c>',
  ],
  [
    'of terms to other parts of the page, but not of headings',
    '<dl><dt><a href="#b">a</a></dt><dt id="c"><a href="#c">c</a></dt><dt><a id="d" href="#d">d</a></dt></dl><h2 id="b"><a href="#e">b</a></h2>',
    ['**[a](#b)**', '', '**c**', '', '**d**', '', '## b'],
  ],
  ['around images', '<p><a href=a><img src=b alt=c></a>', '[![c](b)](a)'],
  ['around blocks', '<a href=a><div>b</div><div>c</div></a>', ['[b](a)', '', 'c']],
  [
    'around cards, on their names',
    '<a href=a><div><img src=b alt=c></div><div>-40%</div><div><b>Desk</b> lamp</div><div>$20</div></a>',
    ['![c](b)', '', '-40%', '', '[**Desk** lamp](a)', '', '$20'],
  ],
  [
    'around cards whose name is emphasised with its picture',
    '<a href=a><b><div><img src=b alt=c></div>Desk lamp</b></a> <b>d</b>',
    ['**![c](b)**', '', '[**Desk lamp**](a)', '', '**d**'],
  ],
  [
    'around cards without a name',
    '<a href=a><div><img src=b alt=c></div><div>New</div><button>Save it</button></a>',
    ['[![c](b)](a)', '', 'New', '', 'Save it'],
  ],
  [
    'without a target',
    '<p><a>a</a> <a href="#">b</a> <a href="javascript:c()">c</a> <a href="">d</a> <a href="#e">e</a> <a href="/{{f}}">f</a>',
    'a b c d [e](#e) f',
  ],
  [
    'without text',
    '<p>x <a href="/a"></a><a href="/b" class="i" aria-label="Mail us"><svg></svg></a> <a href="/c"><svg><title>Chat</title></svg></a>',
    'x [Mail us](/b) [Chat](/c)',
  ],
  [
    'without text, with a label inside them',
    '<div><a href="/a"><i class="icon" title="Cart"></i></a> <a href="/b"><img alt="Maker logo" src="data:image/png;base64,AA=="></a> <a href="/c" aria-label="A card"><div class="picture"></div></a></div>',
    ['[Cart](/a) [Maker logo](/b)', '', '[A card](/c)'],
  ],
  [
    'without text or label, by the site, address or number that they lead to',
    '<ul><li><a href="https://www.maker.example/shop"><i class="icon"></i></a><li><a href="//club.example/a"><div><svg></svg></div></a><li><a class="icon" href="mailto:a%2Bb@c.example?subject=d"></a><li><a href="tel:+1-555-0100"><svg></svg></a><li><a href="https://site.example/"><svg></svg></a></ul>',
    [
      '- [maker.example](https://www.maker.example/shop)',
      '- [club.example](//club.example/a)',
      '- [a+b@c.example](mailto:a%2Bb@c.example?subject=d)',
      '- [+1-555-0100](tel:+1-555-0100)',
      '- [site.example](https://site.example/)',
    ],
  ],
  [
    'without text, beside another link to the same place',
    '<div><a href="/a" aria-label="b"><div class="c"></div></a><h3><a href="/a">d</a></h3><a href="/a"><img alt="e" src="data:,"></a> <a href="/f" title="g"></a><a href="/f" title="h"></a></div>',
    ['### [d](/a)', '', '[h](/f "h")'],
  ],
  [
    'without text or label that are controls of the site, count visits, or are left over in running text',
    '<div>a <a href="/cart"><svg></svg></a> <a href="mailto:?subject=b"><i class="icon"></i></a> <a href="https://ads.example/"><img width=1 height=1 src="/c"></a></div><p>d <a href="https://maker.example/" rel="nofollow"></a> <a href="https://maker.example/"><span></span></a> e</p>',
    ['a', '', 'd e'],
  ],
  [
    'that are adjacent',
    '<nav><a href=a>b</a><a href=c>d</a></nav><p><a href=a>b</a><a href=c>d</a></p>',
    ['[b](a) [d](c)', '', '[b](a)[d](c)'],
  ],
  [
    'that are adjacent and have the same target',
    '<p><a href="/a">case stud</a><a href="/a">ies</a> <a href="/a"><u>Uni</u></a><a href="/a"><u>ty</u></a> <a href="/a">c</a> <a href="/a">d</a> <a href="/a" title=t>e</a><a href="/a">f</a>',
    '[case studies](/a) [<u>Unity</u>](/a) [c](/a) [d](/a) [e](/a "t")[f](/a)',
  ],
  [
    'in brackets, and with brackets after them',
    '<p><sup><a href="/a"><span>[</span>12<span>]</span></a></sup> <a href="/b">[c]</a> (d) <a href="/e"><u>[</u>f]</a> [g](h) [i]<b>(j)</b>',
    '<sup>[[12]](/a)</sup> [[c]](/b) (d) [<u>\\[</u>f\\]](/e) [g]\\(h) [i]**\\(j)**',
  ],
])

check('Images and media', [
  [
    'with a description that was encoded twice',
    '<p><img src=a alt="Tom &amp;amp; Ann&amp;#039;s &lt;b>">',
    "![Tom & Ann's \\<b>](a)",
  ],
  ['with and without a description', '<p><img src=a alt="b *c*" title=d><img src=e>', '![b \\*c\\*](a "d")![](e)'],
  [
    'with a description with characters that need no escape',
    '<p><img src=a alt="../_img/a__b_c.png"> <img src=b alt="5* hotel"> <img src=c alt="_d_ *e* f_"> <img src=g alt="h_i `j">',
    '![../\\_img/a__b_c.png](a) ![5* hotel](b) ![\\_d\\_ \\*e\\* f\\_](c) ![h_i \\`j](g)',
  ],
  [
    'without a description are kept once, as repeated ones are decoration',
    '<p><img src=a><img src=a alt=b><img src=a><img src=c role=presentation>',
    '![](a)![b](a)',
  ],
  [
    'without a description that are placeholders',
    '<p><img src="/i/placeholder.svg" alt=""> <a href="/a"><img src="grey-placeholder.png"><img src=b alt=c></a> <a href="/news"><img src="1x1.gif"></a> <img src="/i/placeholder.svg" alt=d>',
    '[![c](b)](/a) [![news](1x1.gif)](/news) ![d](/i/placeholder.svg)',
  ],
  [
    'next to words',
    '<p>As you age.<img src=a alt=b>And <img src=c alt=d>, so (<img src=e alt=f>)',
    'As you age. ![b](a) And ![d](c), so (![f](e))',
  ],
  [
    'with lazy loading',
    '<p><img src="data:image/gif;base64,R" data-src="a.jpg" alt=b><noscript><img src="a.jpg" alt=b></noscript><img data-srcset="s.jpg 1x, l.jpg 2x" alt=c>',
    '![b](a.jpg)![c](l.jpg)',
  ],
  [
    'in picture elements with several images, each with the sources before it',
    '<picture><source srcset="a.webp 1x"> text <img src="data:image/gif;base64,R" alt=c><source srcset="b.webp 1x"><img src="data:image/gif;base64,R" alt=d></picture>',
    'text ![c](a.webp)![d](b.webp)',
  ],
  ['in picture elements', '<picture><source srcset="a.webp 100w, b.webp 200w"><img alt=c></picture>', '![c](b.webp)'],
  [
    'of AMP pages',
    '<amp-img src="/a.jpg" alt=b><noscript><img src="/a.jpg" alt=b></noscript></amp-img><p>c <a href=d><amp-img srcset="e.jpg 1x, f.jpg 2x" alt=g></amp-img></a>',
    ['![b](/a.jpg)', '', 'c [![g](f.jpg)](d)'],
  ],
  ['that are invisible', '<p>a<img src=p.gif width=1 height=1><img src="https://www.facebook.com/tr?id=1"></p>', 'a'],
  ['for characters', '<p>a <img class="emoji" src=x alt="🙂"> b', 'a 🙂 b'],
  [
    'with a caption',
    '<figure><img src=a alt=b><figcaption>c <em>d</em></figcaption></figure>',
    ['![b](a)', '', 'c *d*'],
  ],
  [
    'other than images',
    '<p><video src=v.mp4 title=V></video><audio><source src=a.mp3></audio> <iframe src="https://v.example/1"></iframe>',
    '[V](v.mp4) [Audio](a.mp3) [v.example](https://v.example/1)',
  ],
  [
    'in frames of the same site',
    '<p><iframe src="/part/map.html?a=1"></iframe> <iframe src="/" title="Home"></iframe> <iframe src="/"></iframe>',
    '[map.html](/part/map.html?a=1) [Home](/) [site.example](/)',
  ],
])
