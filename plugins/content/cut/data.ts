import { Room } from '../budget.ts'
import { cutText } from './text.ts'

/** The room that a text takes. */
export type Measure = (text: string) => number

/** Data that fits, and whether any of it is missing. */
export interface Cut {
  data: unknown
  isCut: boolean
  /** The room that it takes. */
  length: number
}

/** Characters of JSON apart from texts: quotes, brackets, commas, an empty value. */
const QUOTES = 2
const BRACKETS = 2
const COMMA = 1
const EMPTY = 4
/** The most names of a record with a known shape; records whose names pages choose may have any number. */
const MAX_KEPT_NAMES = 16

/**
 * Cuts data so that its JSON takes at most `maxLength` of room: lists and objects lose their last entries, a text
 * loses its end. Data that fits is returned unchanged. A part that occurs several times counts each time, as in JSON.
 */
export function cutData(data: unknown, maxLength: number, measure: Measure = (text) => text.length): Cut {
  const length = lengthOf(data, new Room(maxLength), measure)
  if (length !== null) return { data, isCut: false, length }
  const room = new Room(maxLength)
  return { data: beginningOf(data, room, measure) ?? null, isCut: true, length: maxLength }
}

/** Whether the JSON of data takes at most `maxLength` of room. */
export const fits = (data: unknown, maxLength: number, measure: Measure): boolean =>
  lengthOf(data, new Room(maxLength), measure) !== null

/** The room that data takes as JSON; null if it does not fit. */
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

/** As much of the data as there is room for; undefined for nothing. */
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

/**
 * A record with few names keeps them all, because its readers may rely on them; values without room are then empty.
 */
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
  // If characters take different room, the share may be too large.
  let beginning = cutText(text, Math.max(0, Math.floor(text.length * share)))
  while (beginning !== '' && measure(beginning) > left - QUOTES) beginning = beginning.slice(0, beginning.length >> 1)
  return beginning === '' ? undefined : beginning
}
