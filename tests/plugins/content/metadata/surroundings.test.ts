import { expect, test } from 'bun:test'
import { Surroundings } from '../../../../plugins/content/metadata/surroundings.ts'
import { findAll, parse } from '../../../../plugins/content/tree/index.ts'

/** What stands around the only `b` of a body. */
const around = (body: string) => {
  const tree = parse(`<html><body class="comments-open has-sidebar">${body}</body></html>`)
  return new Surroundings().of(findAll(tree, tree.body, 'b')[0]!)
}

test('an element stands in each part of a page once, however many of a kind are around it', () => {
  expect(around('<p><b>x</b></p>')).toEqual([])
  expect(around('<main><div><article><article><b>x</b></article></article></div></main>')).toEqual(['inMain'])
  expect(around('<main><footer><nav><p><b>x</b></p></nav></footer></main>')).toEqual(['inMain', 'inAside'])
})

test('of comments and teasers around an element the inner one counts', () => {
  expect(around('<main><div id="comments"><p><b>x</b></p></div></main>')).toEqual(['inMain', 'inComments'])
  expect(around('<div id="comments"><div class="related"><b>x</b></div></div>')).toEqual(['inTeaser'])
  expect(around('<div class="related"><div id="comments"><div class="reply"><b>x</b></div></div></div>')).toEqual([
    'inComments',
  ])
})
