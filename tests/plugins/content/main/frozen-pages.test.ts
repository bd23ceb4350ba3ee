import { describe, expect, test } from 'bun:test'
import { toText } from '../../../../plugins/content/formats/text.ts'
import { parse } from '../../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../../plugins/content/view/view.ts'
import { contentOptions } from '../options.ts'
import { frozenPages } from './frozen-pages.ts'
import { typedPages } from './pages.ts'

/** Counts the expected strings that were found and missed, and the unwanted ones that were kept. */
const count = (name: string) => {
  const { html, url, content, around } = frozenPages[name]!
  const text = toText(viewOf(parse(html), new URL(url), contentOptions({ onlyMainContent: true }))).replace(/\s+/g, ' ')
  const hits = content.filter((each) => text.includes(each)).length
  return { hits, missed: content.length - hits, kept: around.filter((each) => text.includes(each)).length }
}

/** F1 over all strings of several pages. */
const f1Of = (names: readonly string[]) => {
  const sums = { hits: 0, missed: 0, kept: 0 }
  for (const name of names) {
    const { hits, missed, kept } = count(name)
    sums.hits += hits
    sums.missed += missed
    sums.kept += kept
  }
  return (2 * sums.hits) / (2 * sums.hits + sums.missed + sums.kept)
}

/** The minimum F1 by page type: today's value less a hundredth. */
const floors: Readonly<Record<keyof typeof typedPages, number>> = {
  article: 0.974,
  documentation: 0.878,
  forum: 0.953,
  product: 0.847,
  listing: 0.95,
  collection: 0.937,
  service: 0.931,
}

describe('the main content is found as well as when these pages were frozen, for those of type', () => {
  const names = Object.keys(frozenPages)

  for (const type of Object.keys(typedPages))
    test(type, () => {
      const dressed = names.filter((name) => name.startsWith(`${type} `))
      expect(dressed.length).toBe(8)
      expect(f1Of(dressed)).toBeGreaterThanOrEqual(floors[type]!)
    })
})
