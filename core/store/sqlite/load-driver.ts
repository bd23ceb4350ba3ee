import type { OpenDriver } from './driver.ts'

/** Loads the SQLite module of the runtime. It is imported dynamically, as each runtime can resolve only its own. */
export const loadDriver = async (): Promise<OpenDriver> =>
  'Bun' in globalThis ? (await import('./bun.ts')).openBunDriver : (await import('./node.ts')).openNodeDriver
