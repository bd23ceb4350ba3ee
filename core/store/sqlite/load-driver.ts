import type { OpenDriver } from './driver.ts'

/** Loads the SQLite module of the runtime. Imported dynamically, as each runtime can import only its own. */
export const loadDriver = async (): Promise<OpenDriver> =>
  'Bun' in globalThis ? (await import('./bun.ts')).openBunDriver : (await import('./node.ts')).openNodeDriver
