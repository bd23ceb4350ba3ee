import { expect, test } from 'bun:test'
import { Random } from '../../../bench/fuzz/random.ts'
import { browserShapeOf, shapeOf } from './shape.ts'

const common = ['<p>', '</p>', '<div>', '</div>', '<b>', '</b>', 'text']

/** Pieces of markup whose rules affect each other, without those for which our tree differs on purpose. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  tables: [
    ...[
      '<table>',
      '</table>',
      '<caption>',
      '</caption>',

      '<thead>',
      '<tbody>',
      '</tbody>',
    ],
    ...['<tfoot>', '<tr>', '</tr>', '<td>', '</td>', '<th>', '<input>'],
    ...['<script>a</script>', '<!-- c -->'],
  ],
  forms: [
    ...['<form>', '</form>', '<button>', '</button>', '<select><option>a<option selected>b</select>'],
    ...['<select><optgroup label=x><option>a<optgroup><option>b</select>', '<textarea>a</textarea>', '<input>'],
    ...['<fieldset>', '<legend>', '</fieldset>', '<label>', '</label>'],
  ],
  emphasis: [
    ...['<a href=1>', '<a href=2>', '</a>', '<i>', '</i>', '<u>', '<font color=x>', '</font>', '<code>', '</code>'],
    ...['<em>', '</em>', '<strong>', '<big>', '<s>', '<applet>', '</applet>', '<object>', '</object>', '<marquee>'],
  ],
  blocks: [
    ...['<h1>', '</h1>', '<h3>', '</h2>', '<pre>\n', '</pre>', '<ul>', '</ul>', '<ol>', '<li>', '</li>', '<dl>'],
    ...['<dt>', '<dd>', '</dl>', '</dd>', '<address>', '</address>', '<section>', '</section>', '<hr>', '<br>'],
    ...['</br>', '<blockquote>', '<center>', '<details>', '<summary>', '<main>'],
  ],
  'raw text': [
    ...['<script>', '</script>', '<style>', '</style>', '<xmp>', '</xmp>', '<iframe>', '</iframe>', '<noembed>'],
    ...['</noembed>', '<textarea>', '</textarea>', '<title>', '</title>', '<!--', '-->', '<!-- x -->', '<![CDATA['],
    ...[']]>', '<?php ?>', '<!x>', '</ >', '<plaintext>', '&lt;', '&amp'],
  ],
  'what is not HTML': [
    ...['<svg><g>a<path d=x /></g></svg>', '</svg>', '<g>', '</g>', '<path d=x />', '<br>', '<font>', '<table>'],
    ...['<svg><desc>a</desc></svg>', '<svg><foreignObject><div>a</div></foreignObject></svg>'],
    ...['<math><mtext>a<b>b</b></mtext></math>', '<svg><![CDATA[x]]></svg>'],
  ],
  'references of characters': [
    ...['&lt;', '&ltx', '&amp;', '&notit;', '&notin;', '&#65;', '&#x41', '&#0;', '&#128;', '&#x110000;', '&copy'],
    ...['&copy;2', '&', '&;', '&a', '<', '</', '<1', '\0', 'é', '&AMP', '&#', '&#x', '&#55296;', '&hearts;', 'x'],
  ],
  attributes: [
    ...['<a b=c>', "<a b='c d'>", '<a b="e f">', '<a b>', '<a b = c>', '<a/b/c>', '<a b=c/>', '<a b="&amp;&lt">'],
    ...['<a b=&copy=1>', '<a b=&copy;>', '<a B=1 b=2>', '<a "x=1>', '<a =x>', '<a b="', "<a b='", '<a b', '<p/x>'],
    ...['</a b=c>', '<a\n\tb=c>', '<a b=c"d>', "<a b='x\"y'>", '<a <b>'],
  ],
  'the parts of a page': [
    ...['<html a=1>', '<head>', '<body b=2>', '<title>t</title>', '<meta x=1>', '<p>'],
    ...['<link>', '<base>', '<script>s</script>', '<style>s</style>', '<!doctype html>', '<!-- c -->', '<image src=a>'],
  ],
}

test.each(Object.entries(subjects))(
  'the tree of pieces of %s in any order is the same as that of a browser',
  (_, own) => {
    const random = new Random(20_261_122)
    const isWhole = own === subjects['the parts of a page']
    const different: string[] = []
    for (let i = 0; i < 1500; i++) {
      const pieces = i % 2 === 0 || isWhole ? own : [...own, ...common]
      const inside = Array.from({ length: 2 + random.below(8) }, () => random.of(pieces)).join('')
      const html = `<!doctype html>${isWhole ? '' : '<body>'}${inside}`
      if (shapeOf(html) !== browserShapeOf(html)) different.push(html)
    }
    expect(different).toEqual([])
  },
)
