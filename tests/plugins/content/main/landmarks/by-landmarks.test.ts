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
