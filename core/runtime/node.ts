import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import type { Runtime } from './runtime.ts'
import { zstd } from './zstd.ts'

/** Node runs what a program imports; the server runs on Bun or Deno. */
const node: Runtime = {
  name: 'node',
  version: process.versions.node,

  async serve() {
    throw new Error('The server runs on Bun or Deno: `npx weirjs serve` gets Bun by itself')
  },

  started() {},

  resolve: (name, folder) => createRequire(join(folder, 'weir.config.ts')).resolve(name),

  collectGarbage() {},

  releaseMemory() {},

  zstd,
}
export default node
