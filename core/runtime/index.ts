import type { Runtime } from './runtime.ts'

/** Bun and Deno each have a file here; nothing else names a runtime. */
export const runtime: Runtime =
  'Bun' in globalThis ? (await import('./bun.ts')).default : (await import('./deno.ts')).default

export const collectGarbage = (): void => runtime.collectGarbage()
export const releaseMemory = (): void => runtime.releaseMemory()
