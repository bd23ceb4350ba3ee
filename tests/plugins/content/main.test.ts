import { describe, expect, test } from 'bun:test'
import { toText } from '../../../plugins/content/formats/text.ts'
import { parse } from '../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../plugins/content/view/view.ts'
import { contentOptions } from './options.ts'

const sentence =
  'The harbour froze over in January, and for six weeks nothing but sledges went across it to the islands. '
const prose = (mark: string, times = 3) => `<p>${mark} ${sentence.repeat(times)}</p>`
const links = (mark: string, count = 12) =>
  `<ul>${Array.from({ length: count }, (_, i) => `<li><a href="/${i}">${mark} ${i}</a></li>`).join('')}</ul>`
const chrome = (inner: string) =>
  `<header class="site-header"><a href="/">HEAD</a>${links('HEAD')}</header>${inner}<footer>FOOT ${links('FOOT')}</footer>`

const mainOf = (html: string) => {
  const view = viewOf(parse(html), new URL('https://example.com/a'), contentOptions({ onlyMainContent: true }))
  return { text: toText(view), source: view.contentSource }
}

describe('the main content is found', () => {
  const cases: [string, string, string[], string[]][] = [
    [
      'in a main element',
      chrome(`<main>${prose('BODY')}</main><aside>SIDE ${links('SIDE')}</aside>`),
      ['BODY'],
      ['SIDE'],
    ],
    [
      'in an element with the role',
      chrome(`<div role="main">${prose('BODY')}</div><div>${links('SIDE')}</div>`),
      ['BODY'],
      ['SIDE'],
    ],
    [
      'in the only article',
      chrome(
        `<h1>TITLE</h1><div class="cols"><article>${prose('BODY')}${prose('MORE')}</article><div class="sidebar">${links('SIDE')}</div></div>`,
      ),
      ['BODY', 'MORE'],
      ['SIDE'],
    ],
    [
      'by its prose if no element is named',
      chrome(
        `<div class="c1">${links('SIDE')}</div><div class="c2"><h1>TITLE</h1>${prose('BODY')}${prose('MORE')}${prose('LAST')}</div>`,
      ),
      ['BODY', 'MORE', 'LAST'],
      ['SIDE'],
    ],
    [
      'without other elements within it',
      `<main><h1>TITLE</h1>${prose('BODY')}<div class="social-share share">${links('SHARE', 4)}</div>${prose('MORE')}<nav>${links('SIDE')}</nav></main>`,
      ['TITLE', 'BODY', 'MORE'],
      ['SHARE', 'SIDE'],
    ],
    [
      'with its tables, lists, code and pictures captioned',
      chrome(
        `<main>${prose('BODY')}<table><tr><td>CELL</td></tr></table><ul><li>ITEM</li></ul><pre>CODE</pre><figure><img src="/a.png"><figcaption>CAPTION</figcaption></figure></main>`,
      ),
      ['BODY', 'CELL', 'ITEM', 'CODE', 'CAPTION'],
      [],
    ],
    [
      'without a header and footer even if there is hardly any prose',
      chrome('<div><h1>TITLE</h1><p>BODY short.</p></div>'),
      ['TITLE', 'BODY'],
      [],
    ],
    [
      'in an article with a header of its own',
      chrome(`<article><header><h1>TITLE</h1></header>${prose('BODY')}</article>`),
      ['TITLE', 'BODY'],
      [],
    ],
  ]
  test.each(cases)('%s', (_, html, present, absent) => {
    const { text, source } = mainOf(html)
    expect(source).toBe('main')
    for (const each of present) expect(text).toContain(each)
    for (const each of [...absent, ...(html.includes('site-header') ? ['HEAD', 'FOOT'] : [])])
      expect(text).not.toContain(each)
  })

  test('to be the whole body of a page with nothing around it', () => {
    const { text, source } = mainOf(`<h1>TITLE</h1><p>BODY</p>`)
    expect([source, text]).toEqual(['body', 'TITLE\n\nBODY'])
  })

  test('in a main element, unless that is a small part of the page', () => {
    expect(mainOf(`<main>menu</main><div>${prose('BODY', 9)}</div>`).text).toContain('BODY')
  })

  test('as nothing on an empty page', () => {
    expect(mainOf('').text.trim()).toBe('')
  })
})
