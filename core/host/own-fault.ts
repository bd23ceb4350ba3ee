import { sep } from 'node:path'
import { SettingError } from '../config.ts'
import type { Log } from '../log.ts'
import { root } from './packages.ts'

/** Where in a plugin's own files an error arose: the first place that is neither ours nor a library's. */
function placeOf(error: unknown): string {
  const places = error instanceof Error ? error.stack?.match(/\/[^\s()]+:\d+:\d+/g) : undefined
  const isForeign = (place: string) => !place.startsWith(root + sep) && !place.includes('node_modules')
  const own = places?.find((place) => isForeign(place) || place.startsWith(`${root}${sep}plugins${sep}`))
  return own ? ` at ${own}` : ''
}

/** Milliseconds after which the log tells for whom the start waits, and again after each so many. */
const PATIENCE = 10_000

/** The plugin's log, where a step of the start may take long. */
interface Waiting {
  log: Log
  every?: number
}

/**
 * Runs what a plugin does at start; what it throws is told in one line that names the plugin. The log tells of what
 * does not end, by a timer that keeps the process: where nothing else does, it would end as if all were well.
 */
export async function ownFault<T>(
  plugin: { name: string },
  what: string,
  work: () => T | Promise<T>,
  waiting?: Waiting,
): Promise<T> {
  const late = () => waiting?.log.warn('The start waits for this plugin')
  const timer = waiting && setInterval(late, waiting.every ?? PATIENCE)
  try {
    return await work()
  } catch (error) {
    if (error instanceof SettingError) throw error
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
    // A setting is mended where it is set.
    const place = reason.startsWith('WEIR_') ? '' : placeOf(error)
    throw new SettingError(`Plugin ${plugin.name}: ${what}: ${reason}${place}`)
  } finally {
    clearInterval(timer)
  }
}
