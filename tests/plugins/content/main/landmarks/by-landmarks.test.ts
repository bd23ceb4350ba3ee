import { expect, test } from 'bun:test'
import { findByLandmarks } from '../../../../../plugins/content/main/landmarks/by-landmarks.ts'
import { parse, TEXT } from '../../../../../plugins/content/tree/index.ts'

const prose = `<p>${'A sentence of the page that is long enough to say something. '.repeat(5)}</p>`

const kept = (html: string): string[] => {
  const tree = parse(html)
  const found = findByLandmarks(tree, new Uint8Array(tree.nodes.length))
  return tree.nodes.flatMap((node) => (node.kind === TEXT && found?.[node.id] === 1 ? node.data.slice(0, 10) : []))
}

test('The title of a page that stands before its main content is kept', () => {
  expect(kept(`<div><h1>Title</h1></div><nav>menu</nav><main>${prose}</main>`)).toEqual(['Title', 'A sentence'])
})

test('A title behind the content, and one of several, is that of something else', () => {
  expect(kept(`<main>${prose}</main><h1>Title</h1>`)).toEqual(['A sentence'])
  expect(kept(`<h1>Title</h1><h1>Other</h1><main>${prose}</main>`)).toEqual(['A sentence'])
})

const entries = Array.from({ length: 20 }, (_, i) => `<li><a href="/entry/${i}">Entry ${i} of the index</a>`).join('')
const notice = '<div>This page is licensed by those who wrote it, and that is said on each of them.</div>'

test('What the page itself calls its main content is that, though it is nothing but links', () => {
  const shown = kept(`<ul><li><a href="/">Home</a></ul><main><h1>Index</h1>${entries}</main>${notice}`)
  expect([shown[0], shown.length, shown.includes('This page ')]).toEqual(['Index', 21, false])
})

test('What it calls so is not, where it has neither the prose nor most of the text', () => {
  expect(kept(`<nav>menu</nav><main><a href="/">Entry</a></main><div>${prose}</div>${prose}`)).toEqual([
    'Entry',
    'A sentence',
    'A sentence',
  ])
  const linked = `<div><a href="/">${'Another page of the site. '.repeat(60)}</a></div>`
  expect(kept(`<main>${entries}</main>${linked}<div>${prose}${prose}</div>`)).toEqual(['A sentence', 'A sentence'])
})

test('What holds all sentences of a page is not what it is about, where it has hardly any of its text', () => {
  const foot = '<div>Powered by a board, and all times are UTC</div>'
  const shown = kept(`<nav>menu</nav><div><h1>Forums</h1><ul>${entries}</ul></div>${foot}`)
  expect([shown[0], shown.length]).toEqual(['Forums', 22])
})
