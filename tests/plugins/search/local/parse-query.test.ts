import { expect, test } from 'bun:test'
import { parseQuery } from '../../../../plugins/search/local/parse-query.ts'

test('OR between sites is not a searched word', () => {
  const { terms, sites } = parseQuery('tea site:a.example OR site:b.example')
  expect([terms.map(({ indexed }) => indexed), sites]).toEqual([['tea'], ['a.example', 'b.example']])
})

test('a word that is also quoted must be on every page', () => {
  const { terms } = parseQuery('kettle red "kettle" red')
  expect(terms.map(({ indexed, isQuoted }) => [indexed, isQuoted])).toEqual([
    ['kettle', true],
    ['red', false],
  ])
})
