import { targetOf } from '../replay/read-memento.ts'
import { type Ask, type AskContext, malformed, unexpected } from '../upstream/ask.ts'
import { type ListedMemento, parseTimeMap, type TimeMap, type TimeMapPage } from './parse-timemap.ts'

/** The most parts of one TimeMap that are read. */
const MAX_PAGES = 20

/** The wanted time range of mementos, in 14 digits. */
export interface Range {
  from?: string
  to?: string
}

export interface TimeMapRead {
  mementos: ListedMemento[]
  /** Whether there are unread parts. */
  isPart: boolean
}

/**
 * All mementos of a TimeMap within a range, part by part if it has several; parts that declare to be outside are
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
  let read = 0
  for (let url = open.shift(); url !== undefined && read < MAX_PAGES; url = open.shift()) {
    read++
    const { mementos, pages } = await readPage(ask, provider, url, asking)
    for (const memento of mementos)
      if (isWithin(memento.timestamp, range)) found.set(`${memento.timestamp} ${memento.url}`, memento)
    for (const page of pages) {
      const target = URL.parse(page.url, url)
      if (!target || known.has(target.href) || !overlaps(page, range)) continue
      known.add(target.href)
      open.push(target)
    }
  }
  return { mementos: [...found.values()], isPart: known.size > read }
}

async function readPage(ask: Ask, provider: string, url: URL, asking: AskContext): Promise<TimeMap> {
  const headers = { accept: 'application/link-format, application/json;q=0.5' }
  let target = url
  // An aggregator may point to the TimeMap of a single archive.
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
