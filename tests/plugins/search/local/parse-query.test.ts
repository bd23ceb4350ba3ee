import { expect, test } from 'bun:test'
import { parseQuery } from '../../../../plugins/search/local/parse-query.ts'

test('OR between sites is not a searched word', () => {
  const { terms, sites } = parseQuery('tea site:a.example OR site:b.example')
  expect([terms.map(({ indexed }) => indexed), sites]).toEqual([['tea'], ['a.example', 'b.example']])
})
