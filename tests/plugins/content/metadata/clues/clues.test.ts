import { describe, expect, test } from 'bun:test'
import { authorChoices } from '../../../../../plugins/content/metadata/author/index.ts'
import type { Choice } from '../../../../../plugins/content/metadata/choice.ts'
import { dateChoices } from '../../../../../plugins/content/metadata/date/index.ts'
import { headlineChoices, readHeadline } from '../../../../../plugins/content/metadata/headline/index.ts'
import { findHeadlineLine } from '../../../../../plugins/content/metadata/headline/line.ts'
import { readPageFacts } from '../../../../../plugins/content/metadata/page-facts.ts'
import { parse } from '../../../../../plugins/content/tree/index.ts'
import { magazine } from '../../main/magazine.ts'
import { typedPages } from '../../main/pages.ts'
import { metadataOf, pageUrl } from '../../page.ts'
import { markupOf, written } from './pages.ts'

/** Of each choice its clues, and how much there is of those of which there can be more or less. */
const told = (kind: string, choices: readonly Choice<string>[]) =>
  choices.map(({ text, tell }) => {
    const clues: string[] = []
    tell((clue, amount) => clues.push(amount === 1 ? clue : `${clue} ${Number(amount.toFixed(3))}`))
    return `${kind} ${text}: ${clues.sort().join(', ')}`
  })

const cluesOf = (html: string, url: URL): string => {
  const page = readPageFacts(parse(html), url)
  const line = findHeadlineLine(page, readHeadline(page))
  const { headline, author, date, article } = metadataOf(html, {}, url)
  return [
    `line ${line}, headline ${headline}, author ${author}, date ${date}, published ${article.publishedTime}`,
    ...told('headline', headlineChoices(page)),
    ...told('author', authorChoices(page, line)),
    ...told('date', dateChoices(page, line, Date.UTC(2026, 5, 1))),
  ].join('\n')
}

const folder = new URL('../../pages/', import.meta.url)
const files = ['described', 'docs', 'forum', 'news', 'shop']
const pages = await Promise.all(
  files.map(async (name) => [name, await Bun.file(new URL(`${name}.html`, folder)).text(), pageUrl.href] as const),
)

/**
 * The weights know the clues by their names, and what they mean by the labelled pages that they were fitted to: a
 * change of what is told makes the weights wrong, and nothing else would tell. Where one is meant,
 * `bun test --update-snapshots` records the clues anew, and the difference is there to be read.
 */
describe('What a page tells of its headline, its author and its date', () => {
  test.each(Object.entries(written))('%s', (_, page) => {
    expect(cluesOf(markupOf(page), new URL(page.url ?? pageUrl))).toMatchSnapshot()
  })

  test.each([
    ...pages,
    ...Object.entries({ ...typedPages, magazine }).map(([type, { html, url }]) => [type, html, url] as const),
  ])('a whole page: %s', (_, html, url) => {
    expect(cluesOf(html, new URL(url))).toMatchSnapshot()
  })
})
