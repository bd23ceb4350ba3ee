/**
 * Runs the program from a bundle of its sources, which starts in a fraction of the time that loading a thousand files
 * takes. The bundle is made again after any source has changed. If it cannot be made, the sources run.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  environment,
  executable,
  executableOf,
  folderOf,
  folders,
  INPUTS_FILE,
  isCurrent,
  made,
  root,
  timeOf,
} from './current.ts'

const maker = fileURLToPath(new URL('./make.ts', import.meta.url))
/** How many bundles are kept, each of some 130 MB: sources may return to an earlier state. */
const KEPT = 2

/** The modification times of all files that a bundle may include. */
function sources(): Map<string, string> {
  const below = ['core', 'plugins', 'engines', 'schemas'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  return new Map(['package.json', 'bun.lock', ...below].map((name) => [name, timeOf(name)]))
}

/** Makes a bundle and returns its executable; undefined if that is impossible, as in another user's folder. */
function make(): string | undefined {
  const bundle = (made().at(-1) ?? 0) + 1
  const making = folderOf(`${bundle}.${process.pid}`)
  try {
    mkdirSync(making, { recursive: true })
  } catch {
    return undefined
  }
  // Read before bundling, so that changes meanwhile count as later ones.
  const times = sources()
  const { success, stderr } = Bun.spawnSync([process.execPath, maker, making])
  if (!success) {
    console.error(`weir: starting from the sources, as they could not be bundled:\n${stderr}`)
    rmSync(making, { recursive: true, force: true })
    return undefined
  }
  try {
    const inputs = readFileSync(join(making, 'inputs.txt'), 'utf8').split('\n')
    const names = ['package.json', 'bun.lock', relative(root, maker), ...inputs]
    const lines = names.map((name) => `${name} ${times.get(name)}`)
    writeFileSync(join(making, INPUTS_FILE), [environment(), ...lines].join('\n'))
    renameSync(making, folderOf(bundle))
  } catch {
    // The disk is full, or another start made the bundle meanwhile.
    rmSync(making, { recursive: true, force: true })
  }
  // Also removes what an interrupted start left behind.
  for (const name of folders())
    if (Number.parseInt(name, 10) <= bundle - KEPT) rmSync(folderOf(name), { recursive: true, force: true })
  return isCurrent(bundle) ? executableOf(bundle) : undefined
}

/** Replaces this process by the executable of the current sources. Returns if there can be none. */
function runExecutable() {
  if (process.execve === undefined) return
  const program = executable() ?? make()
  if (program === undefined) return
  const { BUN_BE_BUN: _, ...env } = process.env
  process.execve(program, ['weir', ...process.argv.slice(2)], env)
}

runExecutable()
await import('../cli/main.ts')
