import { isObject } from 'weirjs'
import { type Format, formats } from 'weirjs/schemas'

/** Maximum seconds. Greater values with `urls` are milliseconds. */
export const MAX_WAIT_TIME = 30
/** Maximum milliseconds. Greater values are left for the schema to refuse under the caller's name for them. */
const MAX_WAIT_FOR = 30_000

/**
 * Moves the entries of `options` to the top level, and `format` to `formats`, before the schema is applied. Source:
 * decisions 5.1.
 */
export function flatten(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const { options, ...top } = body as Record<string, unknown>
  const nested = isObject(options) ? options : undefined
  const flat: Record<string, unknown> = { ...nested, ...top }
  // If it is not an object, the schema refuses it.
  if (options !== undefined && nested === undefined) flat.options = options
  if (top.format !== undefined && top.formats === undefined) delete flat.formats
  // If it is not a format, the schema refuses it under that name.
  if (flat.formats === undefined && isFormat(flat.format)) flat.formats = [flat.format]
  return flat.urls === undefined ? flat : asMany(flat)
}

const isFormat = (value: unknown): value is Format => formats.includes(value as Format)

/** With `urls`, the parameters of batch are accepted too, and `url` is ignored. */
function asMany({ url: _, waitTime, priority, ...flat }: Record<string, unknown>): Record<string, unknown> {
  const isMilliseconds = typeof waitTime === 'number' && waitTime > MAX_WAIT_TIME && waitTime <= MAX_WAIT_FOR
  return {
    ...flat,
    ...(waitTime !== undefined && (isMilliseconds ? { waitFor: flat.waitFor ?? waitTime } : { waitTime })),
    ...(priority !== undefined && { priority: priority === 'normal' ? 'medium' : priority }),
  }
}
