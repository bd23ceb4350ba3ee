import { join } from 'node:path'
import type { EngineDefinition } from 'weirjs'

const root = join(import.meta.dir, '../..')

/** Loads a built-in engine by its name in the API. */
export async function loadEngine(name: string): Promise<EngineDefinition> {
  const { weir } = await Bun.file(join(root, 'package.json')).json()
  return (await import(join(root, weir.engines[name]))).default
}
