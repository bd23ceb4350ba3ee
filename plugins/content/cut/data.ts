import { Room } from '../budget.ts'
import { cutText } from './text.ts'

/** What a text costs of the room. */
export type Measure = (text: string) => number

/** Data that fits, and whether something of it is missing. */
export interface Cut {
  data: unknown
  isCut: boolean
  /** What it takes of the room. */
  length: number
}

/** Characters of JSON that are not a text's own: quotes, brackets, commas, a number. */
const QUOTES = 2
const BRACKETS = 2
const COMMA = 1
const EMPTY = 4
/** Names of a record of a known shape; those that pages make up may have any number. */
const MAX_KEPT_NAMES = 16

/**
 * The beginning of data, in its order, whose JSON takes at most so much room: lists and objects lose their last
 * entries, a text its end. What fits is given as it is. A part that stands in several places counts in each, as it
 * does in JSON.
 */
export function cutData(data: unknown, maxLength: number, measure: Measure = (text) => text.length): Cut {
  const length = lengthOf(data, new Room(maxLength), measure)
  if (length !== null) return { data, isCut: false, length }
  const room = new Room(maxLength)
  return { data: beginningOf(data, room, measure) ?? null, isCut: true, length: maxLength }
}

/** Whether data as JSON takes at most so much room. */
export const fits = (data: unknown, maxLength: number, measure: Measure): boolean =>
  lengthOf(data, new Room(maxLength), measure) !== null

/** What data takes as JSON; null where it does not fit. */
function lengthOf(data: unknown, room: Room, measure: Measure): number | null {
  const all = room.left
  const take = (value: unknown): boolean => {
    if (typeof value === 'string') return room.take(measure(value) + QUOTES)
    if (typeof value !== 'object' || value === null) return room.take(String(value).length)
    if (!room.take(BRACKETS)) return false
    if (Array.isArray(value)) {
      for (const each of value) if (!room.take(COMMA) || !take(each)) return false
      return true
    }
    for (const name in value)
      if (!room.take(measure(name) + QUOTES + 2 * COMMA) || !take((value as Record<string, unknown>)[name]))
        return false
    return true
  }
  return take(data) ? all - room.left : null
}

/** As much of data as there is room for; undefined for nothing. */
function beginningOf(data: unknown, room: Room, measure: Measure): unknown {
  if (typeof data === 'string') return beginningOfText(data, room, measure)
  if (typeof data !== 'object' || data === null) return room.take(String(data).length) ? data : undefined
  if (!room.take(BRACKETS)) return undefined
  if (Array.isArray(data)) {
    const list: unknown[] = []
    for (const each of data) {
      const value = room.take(COMMA) ? beginningOf(each, room, measure) : undefined
      if (value !== undefined) list.push(value)
      if (room.isFull) break
    }
    return list
  }
  return beginningOfRecord(data as Record<string, unknown>, room, measure)
}

/** A record of few names keeps them all, since its reader may count on them: what has no room is then empty. */
function beginningOfRecord(data: Record<string, unknown>, room: Room, measure: Measure): unknown {
  const names = Object.keys(data)
  const nameLength = (name: string) => measure(name) + QUOTES + 2 * COMMA
  const keepsNames = names.length <= MAX_KEPT_NAMES
  if (keepsNames && !room.take(names.reduce((sum, name) => sum + nameLength(name) + EMPTY, 0))) return undefined
  const record: Record<string, unknown> = Object.create(null)
  for (const name of names) {
    const hasRoom = !room.isFull && (keepsNames || room.take(nameLength(name)))
    if (hasRoom && keepsNames) room.left += EMPTY
    const value = hasRoom ? beginningOf(data[name], room, measure) : undefined
    if (value !== undefined) record[name] = value
    else if (keepsNames) record[name] = emptyOf(data[name])
    else if (room.isFull) break
  }
  return record
}

const emptyOf = (value: unknown): unknown => {
  if (typeof value === 'string') return ''
  return Array.isArray(value) ? [] : null
}

function beginningOfText(text: string, room: Room, measure: Measure): string | undefined {
  const { left } = room
  const length = measure(text)
  if (room.take(length + QUOTES)) return text
  const share = (left - QUOTES) / Math.max(length, 1)
  // Where characters take unlike room, the share may be too much.
  let beginning = cutText(text, Math.max(0, Math.floor(text.length * share)))
  while (beginning !== '' && measure(beginning) > left - QUOTES) beginning = beginning.slice(0, beginning.length >> 1)
  return beginning === '' ? undefined : beginning
}
