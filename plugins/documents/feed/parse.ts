import { type AnyFeed, parseFeed } from 'feedsmith'
import type { Budget } from '../../content/toolkit.ts'
import { readJson } from '../data/json-data.ts'
import { feedOfAtom } from './atom.ts'
import { feedOfJson } from './json.ts'
import { renameLengths, withoutLengths } from './lengths.ts'
import type { Feed } from './model.ts'
import { feedOfRdf, feedOfRss } from './rss.ts'

/** Entries of a feed that are given; archives of whole sites stay below. */
const MAX_ENTRIES = 10_000
/** Characters of XML that are read; the parser holds some ten times as many bytes. */
const MAX_CHARACTERS = 16_777_216

/**
 * Parts of a broken feed that are tried, each of which is about half as far from where it breaks as the one before.
 */
const MAX_TRIES = 8

/**
 * The feed that a text is, if it is one: in JSON where it is said to be, else in XML. Of one that is broken, the
 * entries before the break. Nothing that a DOCTYPE declares is expanded. Addresses in it are made absolute against
 * `base`.
 */
export function parseFeedText(text: string, { isJson, base }: ParseContext, budget: Budget): Feed | undefined {
  if (isJson) return withinEntries(feedOf(parsed(withoutLengths(readJson(text)?.data)), base), budget)
  if (text.length > MAX_CHARACTERS) return undefined
  const xml = renameLengths(text)
  const whole = parsed(xml)
  if (whole !== undefined) return withinEntries(feedOf(whole, base), budget)
  const part = parsedUntilBreak(xml)
  if (part !== undefined) budget.warn('The feed is broken: its entries before the break are given')
  return withinEntries(feedOf(part, base), budget)
}

interface ParseContext {
  isJson: boolean
  base: string
}

const withinEntries = (feed: Feed | undefined, budget: Budget): Feed | undefined => {
  if (feed === undefined || feed.items.length <= MAX_ENTRIES) return feed
  budget.warn(`The feed has more than ${MAX_ENTRIES.toLocaleString('en')} entries: the first of them are given`)
  return { ...feed, items: feed.items.slice(0, MAX_ENTRIES) }
}

/** Undefined for what is not a feed. */
function parsed(source: unknown): AnyFeed | undefined {
  try {
    return parseFeed<string>(source, { maxItems: MAX_ENTRIES + 1 })
  } catch {
    // It is not a feed.
    return undefined
  }
}

/** The longest part that is found to be whole, from the beginning to the end of an entry. */
function parsedUntilBreak(text: string): AnyFeed | undefined {
  const ends = [...text.matchAll(/<\/(?:item|entry)>/gi)].map(({ index, 0: tag }) => index + tag.length)
  let found: AnyFeed | undefined
  let [low, high] = [0, ends.length]
  // What is cut off in the last entry is whole but for that.
  let middle = high - 1
  for (let tries = 0; low < high && tries < MAX_TRIES; tries++) {
    const part = parsed(text.slice(0, ends[middle]))
    found = part ?? found
    if (part === undefined) high = middle
    else low = middle + 1
    middle = (low + high) >> 1
  }
  return found
}

function feedOf(found: AnyFeed | undefined, base: string): Feed | undefined {
  switch (found?.format) {
    case 'rss':
      return feedOfRss(found.feed, base)
    case 'rdf':
      return feedOfRdf(found.feed, base)
    case 'atom':
      return feedOfAtom(found.feed, base)
    case 'json':
      return feedOfJson(found.feed, base)
  }
  return undefined
}
