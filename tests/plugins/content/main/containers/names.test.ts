import { expect, test } from 'bun:test'
import {
  BYLINE,
  COMMENT,
  DATE,
  namedKinds,
  POST,
  RELATED,
} from '../../../../../plugins/content/main/containers/names.ts'
import { findAll, parse } from '../../../../../plugins/content/tree/index.ts'

const kindsOf = (attributes: string) => {
  const tree = parse(`<body><b ${attributes}>x</b></body>`)
  return namedKinds(findAll(tree, tree.body, 'b')[0]!)
}

test('the names of an element give its kinds, or none', () => {
  expect(['', 'class="kettle pots"', 'title="comments"', 'style="date"'].map(kindsOf)).toEqual([0, 0, 0, 0])
  expect(kindsOf('class="comment-author"')).toBe(COMMENT | BYLINE)
  expect(kindsOf('id="relatedPosts"') & RELATED).toBe(RELATED)
  expect(kindsOf('itemprop="author"')).toBe(BYLINE)
  expect(kindsOf('class="x1" data-testid="post-timestamp"')).toBe(POST | DATE)
  expect(kindsOf('aria-label="Comments"')).toBe(COMMENT)
  expect(kindsOf(`aria-label="${'Comments on the page '.repeat(5)}"`)).toBe(0)
})
