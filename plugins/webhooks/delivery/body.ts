import { isoTime } from 'weirjs'

/** The most bytes of a body, so that every receiver accepts it. Source: Standard Webhooks, "payload size". */
const MAX_BODY = 20_000
/** The first limits for characters of a text and entries of a list; halved until the body fits. */
const FIRST_CUT = 8000
const LAST_CUT = 16

export interface EventBody {
  id: string
  event: string
  /** In epoch milliseconds. */
  createdAt: number
  data: unknown
}

/** The body of an event, the same for each attempt. Texts that make it too long are cut, and end in `…`. */
export function bodyOf({ id, event, createdAt, data }: EventBody): string {
  const written = (shown: unknown) => JSON.stringify({ id, event, createdAt: isoTime(createdAt), data: shown })
  let body = written(data)
  for (let most = FIRST_CUT; !fits(body) && most >= LAST_CUT; most /= 2) body = written(cut(data, most))
  return fits(body) ? body : written(null)
}

const fits = (body: string) => Buffer.byteLength(body) < MAX_BODY

function cut(value: unknown, most: number): unknown {
  // A lone surrogate at its end would be invalid JSON for some receivers.
  if (typeof value === 'string')
    return value.length > most ? `${value.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : value
  if (Array.isArray(value)) return value.slice(0, most).map((entry) => cut(entry, most))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).slice(0, most)
  return Object.fromEntries(entries.map(([name, entry]) => [name, cut(entry, most)]))
}
