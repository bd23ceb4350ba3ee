import { createPause, isObject, objectOf, parseLongJson } from 'weirjs'
import { fromDate, isTimestamp } from '../time/timestamp.ts'
import { readLinks } from './link-format.ts'

/** A capture in a TimeMap. */
export interface ListedMemento {
  timestamp: string
  /** Its URL in the archive. */
  url: string
}

/** Another page of a TimeMap, and the period that it covers, if stated. */
export interface TimeMapPage {
  url: string
  from?: string
  until?: string
}

export interface TimeMap {
  mementos: ListedMemento[]
  pages: TimeMapPage[]
}

/** Characters that are parsed at a time before other requests are served: a TimeMap may have megabytes. */
const AT_ONCE = 256 * 1024
/** Entries of a list between two pauses. */
const ENTRIES_AT_ONCE = 64

/**
 * Parses a TimeMap in any format: link-format, the JSON of Time Travel and MemGator, or the arrays with a header row
 * of the Wayback Machine. Undefined for anything else. Source: RFC 7089 section 5.
 */
export async function parseTimeMap(text: string): Promise<TimeMap | undefined> {
  const trimmed = text.trim()
  if (trimmed === '') return { mementos: [], pages: [] }
  if (trimmed.startsWith('{')) return fromJson(await parseLongJson(trimmed))
  if (trimmed.startsWith('[')) return fromArrays(await parseLongJson(trimmed))
  return fromLinks(trimmed)
}

async function fromLinks(text: string): Promise<TimeMap | undefined> {
  const mementos: ListedMemento[] = []
  const pages: TimeMapPage[] = []
  let read = 0
  for (const link of readLinks(text)) {
    if (link === undefined) return undefined
    const { url, rel, attributes, length } = link
    read += length
    if (read > AT_ONCE) {
      read = 0
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (rel.includes('memento')) addMemento(mementos, url, attributes.get('datetime'))
    else if (rel.includes('timemap') && !rel.includes('self'))
      pages.push({ url, from: fromDate(attributes.get('from')), until: fromDate(attributes.get('until')) })
  }
  return { mementos, pages }
}

async function fromJson(map: unknown): Promise<TimeMap | undefined> {
  if (!isObject(map)) return undefined
  const index = Array.isArray(map.timemap_index) ? map.timemap_index : undefined
  if (!isObject(map.mementos) && !index) return undefined
  const { list: listed, first, last } = objectOf(map.mementos)
  const mementos: ListedMemento[] = []
  const list = Array.isArray(listed) ? listed : [first, last]
  for await (const entry of withPauses(list)) {
    const { uri, datetime } = objectOf(entry)
    addMemento(mementos, Array.isArray(uri) ? uri[0] : uri, datetime)
  }
  const pages: TimeMapPage[] = []
  const next = objectOf(map.pages).next
  for await (const entry of withPauses([...(index ?? []), next])) {
    const { uri, from, until } = objectOf(entry)
    if (typeof uri === 'string') pages.push({ url: uri, from: dateOf(from), until: dateOf(until) })
  }
  return { mementos, pages }
}

/** Parses the Wayback Machine's arrays. Source: its `/web/timemap/json`. */
async function fromArrays(rows: unknown): Promise<TimeMap | undefined> {
  if (!Array.isArray(rows)) return undefined
  const header = rows[0]
  if (header === undefined) return { mementos: [], pages: [] }
  if (!Array.isArray(header) || !header.includes('timestamp')) return undefined
  const [at, of] = [header.indexOf('timestamp'), header.indexOf('original')]
  const mementos: ListedMemento[] = []
  for await (const row of withPauses(rows)) {
    const [timestamp, url]: unknown[] = Array.isArray(row) ? [row[at], row[of]] : []
    if (isTimestamp(timestamp)) mementos.push({ timestamp, url: typeof url === 'string' ? url : '' })
  }
  return { mementos, pages: [] }
}

/** The entries of a list, with pauses in which other requests are served. */
async function* withPauses(list: readonly unknown[]) {
  const pause = createPause()
  for (const [index, entry] of list.entries()) {
    if (index % ENTRIES_AT_ONCE === 0) await pause()
    yield entry
  }
}

function addMemento(mementos: ListedMemento[], url: unknown, datetime: unknown): void {
  const timestamp = dateOf(datetime)
  if (typeof url === 'string' && timestamp !== undefined) mementos.push({ timestamp, url })
}

const dateOf = (value: unknown) => (typeof value === 'string' ? fromDate(value) : undefined)
