import { createPause } from 'weirjs'
import { targetOf } from '../replay/read-memento.ts'
import { type Ask, type AskContext, malformed, unexpected } from '../upstream/ask.ts'
import { type ListedMemento, parseTimeMap, type TimeMap, type TimeMapPage } from './parse-timemap.ts'

/** The most pages of one TimeMap that are read. */
const MAX_PAGES = 20
/** The most mementos that are read, on all pages together: a page may have 300,000. */
const MAX_MEMENTOS = 200_000
/** Mementos between two pauses. */
const AT_ONCE = 1024

/** The period of the mementos, in 14 digits each. */
export interface Range {
  from?: string
  to?: string
}

export interface TimeMapRead {
  mementos: ListedMemento[]
  /** Whether some mementos were not read. */
  isPart: boolean
}

/**
 * Reads all mementos of a TimeMap within a range, page by page. Pages that state a period outside of the range are
 * skipped.
 */
export async function readTimeMap(
  ask: Ask,
  provider: string,
  { start, range }: { start: URL; range: Range },
  asking: AskContext,
): Promise<TimeMapRead> {
  const found = new Map<string, ListedMemento>()
  const known = new Set([start.href])
  const open = [start]
  const pause = createPause()
  let read = 0
  for (let url = open.shift(); url !== undefined && read < MAX_PAGES; url = open.shift()) {
    read++
    const { mementos, pages } = await readPage(ask, provider, url, asking)
    for (const [index, memento] of mementos.entries()) {
      if (index % AT_ONCE === 0) await pause()
      if (!isWithin(memento.timestamp, range)) continue
      if (found.size === MAX_MEMENTOS) return { mementos: [...found.values()], isPart: true }
      found.set(`${memento.timestamp} ${memento.url}`, memento)
    }
    for (const page of pages) {
      // More than can be read are known.
      if (known.size > MAX_PAGES) break
      const target = overlaps(page, range) ? URL.parse(page.url, url) : undefined
      if (!target || known.has(target.href)) continue
      known.add(target.href)
      open.push(target)
    }
  }
  return { mementos: [...found.values()], isPart: known.size > read }
}

async function readPage(ask: Ask, provider: string, url: URL, asking: AskContext): Promise<TimeMap> {
  const headers = { accept: 'application/link-format, application/json;q=0.5' }
  let target = url
  // An aggregator may redirect to the TimeMap of one archive.
  for (let hop = 0; hop < 4; hop++) {
    const answer = await ask(target, { ...asking, kind: 'index', headers })
    const next = targetOf(answer)
    if (next) {
      target = next
      continue
    }
    const { status } = answer
    if (status === 404) return { mementos: [], pages: [] }
    if (status !== 200) throw unexpected(provider, answer)
    const parsed = await parseTimeMap(new TextDecoder().decode(answer.body))
    if (!parsed) throw malformed(provider, 'TimeMap')
    return parsed
  }
  throw malformed(provider, 'TimeMap: it redirects too often')
}

const isWithin = (timestamp: string, { from = '', to = '~' }: Range) => timestamp >= from && timestamp <= to

const overlaps = ({ from, until }: TimeMapPage, range: Range) =>
  (until === undefined || range.from === undefined || until >= range.from) &&
  (from === undefined || range.to === undefined || from <= range.to)
