import type { Runtime } from './runtime.ts'

const load = async (): Promise<{ default: Runtime }> => {
  if ('Bun' in globalThis) return import('./bun.ts')
  return 'Deno' in globalThis ? import('./deno.ts') : import('./node.ts')
}

/** Bun, Deno and Node each have a file here; nothing else names a runtime. */
export const runtime: Runtime = (await load()).default

export const collectGarbage = (): void => runtime.collectGarbage()
export const releaseMemory = (): void => runtime.releaseMemory()
export const zstd = (bytes: Uint8Array): Uint8Array => runtime.zstd(bytes)
