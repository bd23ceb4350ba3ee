/**
 * The entry of the executable. It unpacks Weir into this user's cache, once per build, and runs it from there with
 * the Bun that the executable contains. As the files are then real ones, plugins are found, and threads, sandboxes
 * and bundles can start from theirs.
 */
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** The name of this build, defined when the executable is built. */
declare const BUILD: string

const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
const root = join(caches, 'weir', BUILD)
if (!existsSync(root)) await unpack()
// From here on, the executable behaves as Bun when it is started.
process.env.BUN_BE_BUN = '1'
await import(join(root, 'core', 'boot.mjs'))

/** Unpacks a copy. If two processes start together, each does, and one copy is kept. */
async function unpack() {
  const copy = `${root}.${process.pid}`
  const [archive] = Bun.embeddedFiles
  await new Bun.Archive(Bun.zstdDecompressSync(await archive!.bytes())).extract(copy)
  // Tells core/boot.mjs that the packages are installed.
  const lock = String(statSync(join(copy, 'bun.lock')).mtimeMs)
  writeFileSync(join(copy, 'node_modules', '.weir-installed'), `${lock} production`)
  try {
    renameSync(copy, root)
  } catch (error) {
    rmSync(copy, { recursive: true })
    if (!existsSync(root)) throw error
  }
}
