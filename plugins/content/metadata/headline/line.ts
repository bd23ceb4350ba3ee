import { visibleText } from '../../structured/item.ts'
import type { PageFacts } from '../page-facts.ts'
import { isAlike, wordsOf } from '../text/likeness.ts'
import { MAX_HEADLINE } from './candidates.ts'

/** The number of the line at or after a node. */
export function lineAt({ survey: { lines } }: PageFacts, id: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (lines[middle]!.id < id) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * The line number of the headline: of a matching heading, otherwise of a matching line, otherwise of the first
 * `<h1>`; -1 if there is none.
 */
export function findHeadlineLine(page: PageFacts, headline: string | null): number {
  const { survey, tree } = page
  const words = wordsOf(headline ?? '')
  const isHeadline = (text: string) => text.length < MAX_HEADLINE && isAlike(wordsOf(text), words, 0.8)
  if (words.length > 0) {
    const heading = survey.headings.find((each) => isHeadline(visibleText(tree, each, MAX_HEADLINE)))
    if (heading) return lineAt(page, heading.id)
    // Only the first lines: further down, a line with the title is a link to the page.
    const line = survey.lines.slice(0, 300).findIndex(({ text }) => isHeadline(text))
    if (line >= 0) return line
  }
  const first = survey.headings.find(({ name }) => name === 'h1')
  return first ? lineAt(page, first.id) : -1
}
