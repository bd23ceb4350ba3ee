import { describe, expect, test } from 'bun:test'
import { hashOf, nameWords, wordsOf } from '../../../plugins/content/main/words/hash.ts'
import { align } from './align.ts'

const found = (page: string, gold: string) => {
  const hits = align(Int32Array.from(wordsOf(page)), Int32Array.from(wordsOf(gold)))
  return page.split(' ').filter((_, at) => hits[at] === 1)
}

describe('The words of a gold text are found in a page', () => {
  test('if they are in order', () => {
    expect(found('menu home the cat sat on the mat imprint', 'The cat sat on the mat.').join(' ')).toBe(
      'the cat sat on the mat',
    )
  })

  test('once, and not where some of the same words occur alone', () => {
    expect(found('the cat news the cat sat down terms', 'the cat sat down').join(' ')).toBe('the cat sat down')
  })

  test('if a part of it comes earlier than in the page', () => {
    const page = 'one two three four five six seven eight nine ten eleven twelve'
    expect(found(page, 'eight nine ten eleven twelve one two three four five').join(' ')).toBe(
      'one two three four five eight nine ten eleven twelve',
    )
  })

  test('not at all, if the page has none of them', () => {
    expect(found('menu home imprint', 'quite another text')).toEqual([])
  })
})

test('Words are runs of letters and digits in lower case, and ideographs one by one', () => {
  expect(wordsOf('Über 3 Äpfel')).toEqual(['über', '3', 'äpfel'].map(hashOf))
  expect(wordsOf('漢字')).toHaveLength(2)
})

test('Names of elements are split at capitals, dashes and digits', () => {
  expect(nameWords('siteHeader main-nav_2', 9)).toEqual(['site', 'header', 'main', 'nav'].map(hashOf))
})
