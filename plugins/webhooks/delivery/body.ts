import { isoTime } from 'weirjs'

/**
 * Bodies stay below this number of bytes, so that every receiver accepts them. Source: Standard Webhooks, "payload
 * size".
 */
const MAX_BODY = 20_000
/** The limit of characters per text and entries per list when a body is cut; halved until the body fits. */
const FIRST_CUT = 8000
const LAST_CUT = 16

export interface EventBody {
  id: string
  event: string
  /** In epoch milliseconds. */
  createdAt: number
  data: unknown
}

/** The body of an event, the same at each attempt. If it is too long, texts are cut and end in `…`. */
export function bodyOf({ id, event, createdAt, data }: EventBody): string {
  const written = (shown: unknown) => JSON.stringify({ id, event, createdAt: isoTime(createdAt), data: shown })
  let body = written(data)
  for (let most = FIRST_CUT; !fits(body) && most >= LAST_CUT; most /= 2) body = written(cut(data, most))
  return fits(body) ? body : written(null)
}

const fits = (body: string) => Buffer.byteLength(body) < MAX_BODY

function cut(value: unknown, most: number): unknown {
  // Some receivers could not parse half a surrogate pair.
  if (typeof value === 'string')
    return value.length > most ? `${value.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : value
  if (Array.isArray(value)) return value.slice(0, most).map((entry) => cut(entry, most))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).slice(0, most)
  return Object.fromEntries(entries.map(([name, entry]) => [name, cut(entry, most)]))
}
