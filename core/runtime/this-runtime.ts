import type { Runtime } from './runtime.ts'

const load = async (): Promise<{ default: Runtime }> => {
  if ('Bun' in globalThis) return import('./bun.ts')
  return 'Deno' in globalThis ? import('./deno.ts') : import('./node.ts')
}

/** Bun, Deno and Node each have a file here; no other module depends on a runtime. */
export const runtime: Runtime = (await load()).default
