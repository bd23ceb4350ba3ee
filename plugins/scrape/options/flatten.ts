import { isObject } from 'weirjs'
import { type Format, formats } from 'weirjs/schemas'

/** Seconds; what is more with `urls` is milliseconds. */
const MAX_WAIT_TIME = 30
/** Milliseconds. What is more is refused under the name that the caller used. */
const MAX_WAIT_FOR = 30_000

/**
 * The body with the entries of `options` at the top, and `format` as `formats`: what the schema then checks and
 * fills. Source: decisions 5.1.
 */
export function flatten(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const { options, ...top } = body as Record<string, unknown>
  const nested = isObject(options) ? options : undefined
  const flat: Record<string, unknown> = { ...nested, ...top }
  // What is no object is left for the schema to refuse.
  if (options !== undefined && nested === undefined) flat.options = options
  if (top.format !== undefined && top.formats === undefined) delete flat.formats
  // Another one is left for the schema to refuse by that name.
  if (flat.formats === undefined && isFormat(flat.format)) flat.formats = [flat.format]
  return flat.urls === undefined ? flat : asMany(flat)
}

const isFormat = (value: unknown): value is Format => formats.includes(value as Format)

/** With `urls`, what batch took is understood too, and `url` is ignored whatever it is. */
function asMany({ url: _, waitTime, priority, ...flat }: Record<string, unknown>): Record<string, unknown> {
  const isMilliseconds = typeof waitTime === 'number' && waitTime > MAX_WAIT_TIME && waitTime <= MAX_WAIT_FOR
  return {
    ...flat,
    ...(waitTime !== undefined && (isMilliseconds ? { waitFor: flat.waitFor ?? waitTime } : { waitTime })),
    ...(priority !== undefined && { priority: priority === 'normal' ? 'medium' : priority }),
  }
}
