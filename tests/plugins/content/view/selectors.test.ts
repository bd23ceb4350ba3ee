import { expect, test } from 'bun:test'
import { find, parse } from '../../../../plugins/content/tree/index.ts'
import { checkSelectors } from '../../../../plugins/content/view/compile-selector.ts'
import { matcherOf } from '../../../../plugins/content/view/selectors.ts'

test('a selector goes by attributes that are there, and by their values', () => {
  const tree = parse('<p data-x="y">text')
  const element = find(tree, tree.body, 'p')!
  const matches = (selector: string) => matcherOf(tree, 'includeTags', [selector])(element)
  expect(['[data-x="y"]', '[data-x^="y"]', '[data-x="z"]', '[data-y="y"]', '[data-y]'].map(matches)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('what a selector searches counts by its length, until it takes too long', () => {
  // Of a page this small a million steps are taken: 1,001 for each time that the attribute is read.
  const tree = parse(`<p data-x="${'x'.repeat(64_000)}">text`)
  const matches = matcherOf(tree, 'includeTags', ['[data-x*="y"]'])
  const element = find(tree, tree.body, 'p')!
  let times = 0
  const read = () => {
    for (; times < 2000; times++) expect(matches(element)).toBe(false)
  }
  expect(read).toThrow('includeTags has selectors that take too long on this page: use simpler ones')
  expect(times).toBeWithin(980, 1001)
})

test.each(['', ' ', 'p >', 'p +', '[a=', 'a:nonsense', 'p:nth-child(x)'])(
  '%p is refused before there is a page, as on one',
  (selector) => {
    const said = (check: () => void) => {
      try {
        check()
      } catch (error) {
        return (error as Error).message
      }
      return undefined
    }
    const before = said(() => checkSelectors('includeTags', ['p', selector]))
    expect(before).toStartWith('includeTags ')
    expect(said(() => void matcherOf(parse('<p>text'), 'includeTags', ['p', selector]))).toBe(before)
  },
)

test.each(['p', ' P ', 'div > p', ':is(a, b)', 'p:has(> a)', '[a]'])('%p is a selector', (selector) => {
  expect(() => checkSelectors('includeTags', [selector])).not.toThrow()
})
