import { expect, test } from 'bun:test'
import { HIDDEN } from '../../../../../plugins/content/clean/visibility.ts'
import { findByLandmarks } from '../../../../../plugins/content/main/landmarks/by-landmarks.ts'
import { attr, isElement, parse, TEXT } from '../../../../../plugins/content/tree/index.ts'

const prose = `<p>${'A sentence of the page that is long enough to say something. '.repeat(5)}</p>`

const kept = (html: string): string[] => {
  const tree = parse(html)
  const marks = Uint8Array.from(tree.nodes, (node) => (isElement(node) && attr(node, 'hidden') !== null ? HIDDEN : 0))
  const found = findByLandmarks(tree, marks)
  return tree.nodes.flatMap((node) => (node.kind === TEXT && found?.[node.id] === 1 ? node.data.slice(0, 10) : []))
}

test('the title of a page before its main content is kept', () => {
  expect(kept(`<div><h1>Title</h1></div><nav>menu</nav><main>${prose}</main>`)).toEqual(['Title', 'A sentence'])
})

test('a hidden title, such as that of a dialog, is not one of several', () => {
  const page = (dialog: string) => kept(`<div><h1>Title</h1></div><main>${prose}</main>${dialog}`)
  expect(page('<div hidden><h1>Sign in</h1></div>')).toEqual(['Title', 'A sentence'])
  expect(page('<template><h1>Sign in</h1></template>')).toEqual(['Title', 'A sentence'])
})

test('a title after the content, or one of several, belongs to something else', () => {
  expect(kept(`<main>${prose}</main><h1>Title</h1>`)).toEqual(['A sentence'])
  expect(kept(`<h1>Title</h1><h1>Other</h1><main>${prose}</main>`)).toEqual(['A sentence'])
})

test('a section whose id is made from its heading is named only if it stands beside another one', () => {
  const section = (id: string, heading: string) => `<section id="${id}"><h2>${heading}</h2>${prose}</section>\n`
  const data = section('data-we-keep', 'Data we keep')
  const cookies = section('cookies', 'Cookies')
  const shown = (sections: string) =>
    kept(`<main><h1>Title</h1>${prose.repeat(6)}${sections}</main>`).filter((text) => text.trim())
  expect(shown(data + cookies)).toContain('Cookies')
  expect(shown(cookies + data)).toContain('Cookies')
  for (const beside of ['', section('comments', 'Comments'), section('x', 'Other'), data.replaceAll('section', 'div')])
    expect(shown(beside + cookies)).not.toContain('Cookies')
  expect(shown(data + section('cookies', 'More'))).not.toContain('More')
  expect(shown(data + cookies.replace('id=', 'class="popup" id='))).not.toContain('Cookies')
})

const entries = Array.from({ length: 20 }, (_, i) => `<li><a href="/entry/${i}">Entry ${i} of the index</a>`).join('')
const notice = '<div>This page is licensed by those who wrote it, and that is said on each of them.</div>'

test('the main element of a page is its main content, even if it consists of links', () => {
  const shown = kept(`<ul><li><a href="/">Home</a></ul><main><h1>Index</h1>${entries}</main>${notice}`)
  expect([shown[0], shown.length, shown.includes('This page ')]).toEqual(['Index', 21, false])
})

test('a main element is ignored if it has neither the prose nor most of the text', () => {
  expect(kept(`<nav>menu</nav><main><a href="/">Entry</a></main><div>${prose}</div>${prose}`)).toEqual([
    'Entry',
    'A sentence',
    'A sentence',
  ])
  const linked = `<div><a href="/">${'Another page of the site. '.repeat(60)}</a></div>`
  expect(kept(`<main>${entries}</main>${linked}<div>${prose}${prose}</div>`)).toEqual(['A sentence', 'A sentence'])
})

test('the element with all sentences of a page is not its main content if it has hardly any of the text', () => {
  const foot = '<div>Powered by a board, and all times are UTC</div>'
  const shown = kept(`<nav>menu</nav><div><h1>Forums</h1><ul>${entries}</ul></div>${foot}`)
  expect([shown[0], shown.length]).toEqual(['Forums', 22])
})
