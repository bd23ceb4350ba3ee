import { describe, expect, test } from 'bun:test'
import { markConcealed } from '../../../../plugins/content/clean/concealed/index.ts'
import { CUT } from '../../../../plugins/content/clean/visibility.ts'
import { isElement, parse } from '../../../../plugins/content/tree/index.ts'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'

/** Other text, so that the concealed element is not too large a part of the page. */
const beside = '<p>x</p>'.repeat(20)

/** The ids of the concealed elements of a page. */
function concealed(html: string): string[] {
  const tree = parse(html)
  const marks = new Uint8Array(tree.nodes.length)
  markConcealed(tree, marks)
  return tree.nodes.flatMap((node) => {
    if (!isElement(node) || (marks[node.id]! & CUT) === 0) return []
    return node.attrs[node.attrs.indexOf('id') + 1] ?? node.name
  })
}
const isConcealed = (style: string) => concealed(`${beside}<div id="it" style="${style}">secret</div>`).length === 1

describe('text is concealed by its own style', () => {
  const styles: [what: string, conceals: readonly string[], shows: readonly string[]][] = [
    [
      'without colour',
      ['color: transparent', 'color: rgba(1, 2, 3, 0)', 'color: rgba(1 2 3 / 0%)', 'color: hsla(0, 0%, 0%, 0.0)'],
      ['color: rgba(1, 2, 3, 0.5)', 'color: rgba(1, 2, 3, 0.05)', 'color: inherit', 'background: transparent'],
    ],
    [
      'in the colour of its ground',
      [
        'color: white; background-color: #fff',
        'color: #FFFFFF; background: white url(a.png) repeat',
        'color: black; background: #000',
        'color: #1a2; background: #11aa22',
        'color: rgb(255, 255, 255); background: white',
        'color: rgba(1, 16, 255, 1); background: #0110ff',
        'color: rgb(0,0,0); background: black',
        'color: red; background: red',
      ],
      [
        'color: white; background: black',
        'color: #1a2; background: #1a3',
        'color: #1a2; background: #1a21a2',
        'color: white',
        'background: white',
        'color: rgb(1, 2, 3); background: rgb(1, 2, 4)',
        'color: rgba(1, 2, 3, 0.9); background: #010203',
        'color: white; background-color: black; background: white',
      ],
    ],
    ['by opacity', ['opacity: 0', 'opacity: .05', 'opacity:0.05'], ['opacity: 0.06', 'opacity: 1', 'opacity: inherit']],
    [
      'by the size of its letters',
      ['font-size: 0', 'font-size: 1px', 'font-size: 2px', 'font-size: 2pt', 'font-size: 1.5'],
      ['font-size: 3px', 'font-size: 2.1px', 'font-size: 1em', 'font-size: 1rem', 'font-size: 0.8em'],
    ],
    [
      'off the page',
      [
        'text-indent: -900px',
        'text-indent: -9999px',
        'text-indent: -100%',
        'text-indent: -100vw',
        'text-indent: -57em',
        'text-indent: -56.25rem',
        'position: absolute; left: -900px',
        'position: fixed; right: -9999px',
        'position: relative; top: -100vh',
        'position: absolute; bottom: -999em',
        'margin-left: -1000px',
        'margin-top: -1000px',
      ],
      [
        'text-indent: -899px',
        'text-indent: 900px',
        'text-indent: -99%',
        'text-indent: -56em',
        'text-indent: -100ch 1px',
        'left: -9999px',
        'position: static; left: -9999px',
        'position: absolute; left: -899px',
        'margin-right: -1000px',
        'margin-left: -899px',
      ],
    ],
    [
      'by a clip',
      [
        'clip: rect(0, 0, 0, 0)',
        'clip: rect(1px, 1px, 1px, 1px)',
        'clip: rect(0 0 0 0)',
        'clip: rect(0px 1px 0 0)',
        'clip-path: inset(50%)',
        'clip-path: inset( 100% )',
        'clip-path: circle(0)',
        'clip-path: circle(0px at 5px 5px)',
        'clip-path: circle(0%)',
      ],
      [
        'clip: rect(0, 100px, 100px, 0)',
        'clip: rect(2px, 1px, 1px, 1px)',
        'clip: auto',
        'clip-path: inset(5%)',
        'clip-path: inset(50px)',
        'clip-path: circle(50%)',
      ],
    ],
    [
      'by a box without a size that hides its overflow',
      [
        'overflow: hidden; height: 0',
        'overflow: hidden; width: 0px',
        'overflow: clip; max-height: 0',
        'overflow: hidden; max-width: 0.0em',
      ],
      [
        'overflow: hidden',
        'height: 0',
        'overflow: visible; height: 0',
        'overflow: hidden; height: 1px',
        'overflow: hidden; min-height: 0',
      ],
    ],
    [
      'by a transformation to nothing',
      ['transform: scale(0)', 'transform: scaleX(0)', 'transform: rotate(3deg) scaleY(0.0)', 'transform: scale(0, 1)'],
      ['transform: scale(0.5)', 'transform: scale(1)', 'transform: rotate(0)', 'transform: scaleX(01)'],
    ],
    [
      'by a filter',
      ['filter: opacity(0)', 'filter: blur(2px) opacity(0%)', 'filter: opacity( 0.0 )'],
      ['filter: opacity(0.5)', 'filter: opacity(10%)', 'filter: blur(0)'],
    ],
    ['as content that is not rendered', ['content-visibility: hidden'], ['content-visibility: auto']],
    [
      'that takes it away',
      ['display: none', 'DISPLAY : NONE', 'display: none !important', 'visibility: hidden', 'visibility: collapse'],
      ['display: block', 'display: none-such', 'visibility: visible', 'visibility: hidden-not'],
    ],
  ]
  for (const [what, conceals, shows] of styles)
    test(what, () => {
      expect(conceals.filter((style) => !isConcealed(style))).toEqual([])
      expect(shows.filter(isConcealed)).toEqual([])
    })

  test('in the last declaration of a property, and invalid declarations are skipped', () => {
    expect(isConcealed('opacity: 1; opacity: 0')).toBe(true)
    expect(isConcealed('opacity: 0; opacity: 1')).toBe(false)
    expect(isConcealed('nonsense; opacity: 0')).toBe(true)
  })

  test('of which 4,000 characters are read', () => {
    const style = 'opacity:0'
    expect(isConcealed(`${' '.repeat(4000 - style.length)}${style}`)).toBe(true)
    expect(isConcealed(`${' '.repeat(4001 - style.length)}${style}`)).toBe(false)
  })
})

describe('a style sheet of the page conceals', () => {
  const by = (sheet: string, inside = '<div id="it" class="a  b" lang="x">secret</div>') =>
    concealed(`<style>${sheet}</style>${beside}${inside}`)

  test('elements by their name, class or id', () => {
    for (const sheet of [
      '#it { display: none }',
      '.a { opacity: 0 }',
      '.b{visibility:hidden}',
      'p.x, .b , #y { display: none }',
      'div { font-size: 0 }',
      '@import url(a.css); .a { opacity: 0 }',
      '.x { color: red } .a { opacity: 0 }',
      '/* .a { */ .a { opacity: 0 }',
      '.a /* } */ { opacity: /* 1 */ 0 }',
      '@media print { .x { color: red } .y { color: blue } } .a { opacity: 0 }',
      '@font-face { src: url(a) } .a { opacity: 0 }',
    ])
      expect([sheet, by(sheet)]).toEqual([sheet, ['it']])
  })

  test('nothing else', () => {
    for (const sheet of [
      '.c { display: none }',
      'a { opacity: 0 }',
      'it { opacity: 0 }',
      '.a .b { opacity: 0 }',
      '.a:hover { opacity: 0 }',
      '.a > div { opacity: 0 }',
      '.a { opacity: 1 }',
      '@media print { .a { opacity: 0 } }',
      '@media print { @supports (a: b) { .x { color: red } } .a { opacity: 0 } }',
      '@media print { .a { opacity: 0 }',
      '/* .a { opacity: 0 } */',
      '/* .a { opacity: 0 }',
      '.a { opacity: 0',
      '.a',
      '',
    ])
      expect([sheet, by(sheet)]).toEqual([sheet, []])
  })

  test('nothing that it shows again on some screens', () => {
    const part = '<div id="it" class="a md:block">secret</div>'
    for (const [sheet, conceals] of [
      ['.a { display: none } @media (min-width: 768px) { .a { display: block } }', false],
      ['.a { display: none } @media (min-width: 768px) { .x { color: red } .md\\:block { display: block } }', false],
      ['@media screen { div { visibility: visible } } .a { visibility: hidden }', false],
      ['.a { display: none } @media print { .a { display: block } }', true],
      ['.a { display: none } @media (min-width: 768px) { .a { color: red } .a:hover { display: block } }', true],
      ['.a { display: none } @media (min-width: 768px) { .a { display: none } }', true],
      ['.a { display: none } @media (min-width: 768px) { @supports (a: b) { .a { display: block } } }', true],
      ['.a { opacity: 0 } @media (min-width: 768px) { .a { display: block } }', true],
    ] as const)
      expect([sheet, by(sheet, part)]).toEqual([sheet, conceals ? ['it'] : []])
  })

  test('by all sheets together, of which 2,000 rules and 500,000 characters are read', () => {
    const rules = (count: number) => '.x{color:red}'.repeat(count)
    expect(by('.x { color: red }</style><style>.a { opacity: 0 }')).toEqual(['it'])
    expect(by(`${rules(1999)}.a{opacity:0}`)).toEqual(['it'])
    expect(by(`${rules(2000)}.a{opacity:0}`)).toEqual([])
    expect(by(`${rules(1999)}</style><style>.a{opacity:0}`)).toEqual(['it'])
    expect(by(`${rules(2000)}</style><style>.a{opacity:0}`)).toEqual([])
    const rule = '.a{opacity:0}'
    expect(by(`${' '.repeat(500_000 - rule.length)}${rule}`)).toEqual(['it'])
    expect(by(`${' '.repeat(500_001 - rule.length)}${rule}`)).toEqual([])
    expect(by(`${' '.repeat(400_000)}</style><style>${' '.repeat(100_000 - rule.length)}${rule}`)).toEqual(['it'])
    expect(by(`${' '.repeat(400_000)}</style><style>${' '.repeat(100_001 - rule.length)}${rule}`)).toEqual([])
  })

  test('by fifty classes of an element', () => {
    const classes = (count: number) => `<div id="it" class="${'x '.repeat(count)}a">secret</div>`
    expect([by('.a{opacity:0}', classes(49)), by('.a{opacity:0}', classes(50))]).toEqual([['it'], []])
  })
})

test('a concealed element is marked once, with all its content', () => {
  expect(
    concealed(`${beside}<div id="a" style="opacity:0"><p id="b" style="opacity:0">x</p></div><p id="c">y</p>
    <p id="d" style="opacity:0">z</p>`),
  ).toEqual(['a', 'd'])
})

test('the larger part of a page is shown if it is only hidden, as a script will show it', () => {
  const large = (style: string) => concealed(`<p>x</p><div id="it" style="${style}">${beside}</div>`)
  expect([large('display:none'), large('visibility:hidden')]).toEqual([[], []])
  expect(large('opacity:0')).toEqual(['it'])
  // Half of the nodes, and one more.
  const half = (count: number) =>
    concealed(`${'<br>'.repeat(12 - count)}<div id="it" style="display:none">${'<br>'.repeat(count)}</div>`)
  const nodes = parse(`${'<br>'.repeat(12)}<div id="it"></div>`).nodes.length
  expect(half(Math.floor(nodes / 2))).toEqual(['it'])
  expect(half(Math.floor(nodes / 2) + 1)).toEqual([])
})

test('a panel that opens on request is shown, but not with invisible text', () => {
  const panel = (style: string) => concealed(`${beside}<div id="it" role="tabpanel" style="${style}">text</div>`)
  expect([panel('display:none'), panel('opacity:0')]).toEqual([[], ['it']])
})

test('an empty style conceals nothing', () => {
  expect(concealed(`${beside}<div id="it" style="">text</div><div>other</div>`)).toEqual([])
})

test('a link is not named by what is concealed in it', async () => {
  const link = (inner: string) => `<div><a class="icon" href="/x">${inner}</a></div>`
  const page = `${beside}${link('<i style="opacity:0" aria-label="secret"></i>')}${link('<img style="opacity:0" src="/i.png" alt="secret">')}`
  const source = { url: new URL('https://site.example/'), headers: new Headers(), body: new TextEncoder().encode(page) }
  const { markdown, json } = await convert(source, contentOptions({ visibleOnly: true }, 'markdown', 'json'))
  expect(`${markdown}${JSON.stringify(json)}`).not.toContain('secret')
})
