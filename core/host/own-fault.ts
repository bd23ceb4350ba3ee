import { sep } from 'node:path'
import { SettingError } from '../config.ts'
import { root } from './packages.ts'

/** Where in a plugin's own files an error arose: the first place that is neither ours nor a library's. */
function placeOf(error: unknown): string {
  const places = error instanceof Error ? error.stack?.match(/\/[^\s()]+:\d+:\d+/g) : undefined
  const isForeign = (place: string) => !place.startsWith(root + sep) && !place.includes('node_modules')
  const own = places?.find((place) => isForeign(place) || place.startsWith(`${root}${sep}plugins${sep}`))
  return own ? ` at ${own}` : ''
}

/** Runs what a plugin does at start; what it throws is told in one line that names the plugin. */
export async function ownFault<T>(plugin: { name: string }, what: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SettingError) throw error
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ')
    // A setting is mended where it is set.
    const place = reason.startsWith('WEIR_') ? '' : placeOf(error)
    throw new SettingError(`Plugin ${plugin.name}: ${what}: ${reason}${place}`)
  }
}
