import { type AnyFeed, parseFeed } from 'feedsmith'
import type { Budget } from '../../budget.ts'
import { parseJson } from '../json-data.ts'
import { feedOfAtom } from './atom.ts'
import { feedOfJson } from './json.ts'
import type { Feed } from './model.ts'
import { feedOfRdf, feedOfRss } from './rss.ts'

/** Entries of a feed that are given; archives of whole sites stay below. */
const MAX_ENTRIES = 10_000
/** Characters of XML that are read; the parser holds some ten times as many bytes. */
const MAX_CHARACTERS = 16_777_216

/**
 * The feed that a text is, if it is one: in JSON where it is said to be, else in XML. Nothing that a DOCTYPE declares is
 * expanded. Addresses in it are made absolute against `base`.
 */
export function parseFeedText(text: string, { isJson, base }: ParseContext, budget: Budget): Feed | undefined {
  if (!isJson && text.length > MAX_CHARACTERS) return undefined
  const feed = parsed(isJson ? parseJson(text) : text, base)
  if (feed === undefined || feed.items.length <= MAX_ENTRIES) return feed
  budget.warn(`The feed has more than ${MAX_ENTRIES.toLocaleString('en')} entries: the first of them are given`)
  return { ...feed, items: feed.items.slice(0, MAX_ENTRIES) }
}

interface ParseContext {
  isJson: boolean
  base: string
}

function parsed(source: unknown, base: string): Feed | undefined {
  let found: AnyFeed
  try {
    found = parseFeed<string>(source, { maxItems: MAX_ENTRIES + 1 })
  } catch {
    // That it is no feed is the answer.
    return undefined
  }
  switch (found.format) {
    case 'rss':
      return feedOfRss(found.feed, base)
    case 'rdf':
      return feedOfRdf(found.feed, base)
    case 'atom':
      return feedOfAtom(found.feed, base)
    case 'json':
      return feedOfJson(found.feed, base)
  }
}
