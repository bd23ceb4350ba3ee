/**
 * What the one file runs: it unpacks Weir among what this user caches, once for each build, and runs it from there by
 * the Bun that the file holds. The files are real ones then, so plugins are found, and threads, sandboxes and bundles
 * start from theirs.
 */
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** Of this build; set where the file is made. */
declare const BUILD: string

const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
const root = join(caches, 'weir', BUILD)
if (!existsSync(root)) await unpack()
// Whoever starts this file from here on starts Bun.
process.env.BUN_BE_BUN = '1'
await import(join(root, 'core', 'boot.mjs'))

/** Two that start at once each unpack a copy, of which one is kept. */
async function unpack() {
  const copy = `${root}.${process.pid}`
  const [archive] = Bun.embeddedFiles
  await new Bun.Archive(Bun.zstdDecompressSync(await archive!.bytes())).extract(copy)
  // Tells core/boot.mjs that the packages are there.
  const lock = String(statSync(join(copy, 'bun.lock')).mtimeMs)
  writeFileSync(join(copy, 'node_modules', '.weir-installed'), `${lock} production`)
  try {
    renameSync(copy, root)
  } catch (error) {
    rmSync(copy, { recursive: true })
    if (!existsSync(root)) throw error
  }
}
