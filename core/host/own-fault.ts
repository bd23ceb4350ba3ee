import { sep } from 'node:path'
import { SettingError } from '../config.ts'
import type { Log } from '../log.ts'
import { isStorageAway } from '../store/storage-error.ts'
import { root } from './packages.ts'

/** Where in a plugin's own files an error arose: the first stack frame that is neither ours nor a library's. */
function placeOf(error: unknown): string {
  const places = error instanceof Error ? error.stack?.match(/\/[^\s()]+:\d+:\d+/g) : undefined
  const isForeign = (place: string) => !place.startsWith(root + sep) && !place.includes('node_modules')
  const own = places?.find((place) => isForeign(place) || place.startsWith(`${root}${sep}plugins${sep}`))
  return own ? ` at ${own}` : ''
}

/** Milliseconds after which the log says which plugin the start waits for, and again after each such interval. */
const PATIENCE = 10_000

/** The plugin's log, for start steps that may take long. */
interface Waiting {
  log: Log
  every?: number
}

/**
 * Runs a plugin's start step. What it throws is reported in one line that names the plugin, unless it is because of
 * the store. If the step does not end, the log says so; the timer keeps the process alive, which would otherwise exit
 * as if all were well.
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
    if (error instanceof SettingError || isStorageAway(error)) throw error
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
    // A setting is fixed where it is set, so its message needs no position in the code.
    const place = reason.startsWith('WEIR_') ? '' : placeOf(error)
    throw new SettingError(`Plugin ${plugin.name}: ${what}: ${reason}${place}`)
  } finally {
    clearInterval(timer)
  }
}
