import { expect, test } from 'bun:test'
import { find, parse } from '../../../../plugins/content/tree/index.ts'
import { checkSelectors } from '../../../../plugins/content/view/compile-selector.ts'
import { matcherOf } from '../../../../plugins/content/view/selectors.ts'

test('a selector can use attributes and their values', () => {
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

test('searched text counts by its length, until a selector takes too long', () => {
  // For a page this small the limit is a million steps: 1,001 for each time that the attribute is read.
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
  '%p is refused without a page, as with one',
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

test.each(['p', ' P ', 'div > p', ':is(a, b)', 'p:has(> a)', '[a]'])('%p is a valid selector', (selector) => {
  expect(() => checkSelectors('includeTags', [selector])).not.toThrow()
})
