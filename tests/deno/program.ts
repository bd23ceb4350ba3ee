import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Deno's program; undefined if its package has none for this system. The package's command is a separate process,
 * which would get the signals; calling it once installs the program.
 */
function findDeno(): string | undefined {
  const home = join(import.meta.dirname, '../../node_modules/deno')
  const program = join(home, process.platform === 'win32' ? 'deno.exe' : 'deno')
  if (!existsSync(program)) Bun.spawnSync([process.execPath, join(home, 'bin.cjs'), '--version'])
  return existsSync(program) ? program : undefined
}

export const deno = findDeno()
if (!deno) console.log('skipped: Deno has no program for this system')
