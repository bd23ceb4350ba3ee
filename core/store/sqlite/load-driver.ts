import type { OpenDriver } from './driver.ts'

/** Chooses the SQLite module of the runtime. Imported when asked for, as each runtime can name only its own. */
export const loadDriver = async (): Promise<OpenDriver> =>
  'Bun' in globalThis ? (await import('./bun.ts')).openBunDriver : (await import('./node.ts')).openNodeDriver
