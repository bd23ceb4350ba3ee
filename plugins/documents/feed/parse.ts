import { type AnyFeed, parseFeed } from 'feedsmith'
import { type Budget, Room } from '../../content/toolkit.ts'
import { readJson } from '../data/json-data.ts'
import { Addresses } from './addresses.ts'
import { feedOfAtom } from './atom.ts'
import { hasEndlessTags } from './endless-tags.ts'
import { feedOfJson } from './json.ts'
import { renameLengths, withoutLengths } from './lengths.ts'
import type { Feed } from './model.ts'
import { feedOfRdf, feedOfRss } from './rss.ts'

/** Maximum of entries. Feeds with the archive of a whole site have fewer. */
const MAX_ENTRIES = 10_000
/** Characters of XML that are read. The parser needs some ten times as many bytes. */
const MAX_CHARACTERS = 16_777_216

/**
 * Attempts to find the valid part of a broken feed. Each is about half as far from the break as the one before.
 */
const MAX_TRIES = 8

/**
 * Parses a feed from JSON or XML. Undefined if the text is no feed. Of a broken feed, returns the entries before the
 * break. Entities that a DOCTYPE declares are never expanded. Links are resolved against `base`.
 */
export function parseFeedText(text: string, { isJson, base }: ParseContext, budget: Budget): Feed | undefined {
  if (isJson) return withinLimits(parsed(withoutLengths(readJson(text)?.data)), base, budget)
  if (text.length > MAX_CHARACTERS || hasEndlessTags(text)) return undefined
  const xml = renameLengths(text)
  const whole = parsed(xml)
  if (whole !== undefined) return withinLimits(whole, base, budget)
  const part = parsedUntilBreak(xml)
  if (part !== undefined) budget.warn('The feed is damaged: only the entries before the damage are given')
  return withinLimits(part, base, budget)
}

interface ParseContext {
  isJson: boolean
  base: string
}

const withinLimits = (found: AnyFeed | undefined, base: string, budget: Budget): Feed | undefined => {
  const room = new Room(budget.maxLength)
  const feed = feedOf(found, new Addresses(base, room))
  if (room.isFull) budget.warn('The later addresses of the feed are missing: together they are too long')
  if (feed === undefined || feed.items.length <= MAX_ENTRIES) return feed
  budget.warn(`The feed has more than ${MAX_ENTRIES.toLocaleString('en')} entries: the first of them are given`)
  return { ...feed, items: feed.items.slice(0, MAX_ENTRIES) }
}

/** Undefined if `source` is no feed. */
function parsed(source: unknown): AnyFeed | undefined {
  try {
    return parseFeed<string>(source, { maxItems: MAX_ENTRIES + 1 })
  } catch {
    // Not a feed.
    return undefined
  }
}

/** The longest valid part that is found, from the beginning to the end of an entry. */
function parsedUntilBreak(text: string): AnyFeed | undefined {
  const ends = [...text.matchAll(/<\/(?:item|entry)>/gi)].map(({ index, 0: tag }) => index + tag.length)
  let found: AnyFeed | undefined
  let [low, high] = [0, ends.length]
  // A feed that is cut off in its last entry is valid up to that entry.
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

function feedOf(found: AnyFeed | undefined, addresses: Addresses): Feed | undefined {
  switch (found?.format) {
    case 'rss':
      return feedOfRss(found.feed, addresses)
    case 'rdf':
      return feedOfRdf(found.feed, addresses)
    case 'atom':
      return feedOfAtom(found.feed, addresses)
    case 'json':
      return feedOfJson(found.feed, addresses)
  }
  return undefined
}
