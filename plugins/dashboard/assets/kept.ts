import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Built, EntryFiles } from './build.ts'

/** Written last into a folder, which is then renamed: a folder with that name is complete. */
const MANIFEST = 'manifest.json'

interface Manifest {
  files: readonly string[]
  entries: EntryFiles
}

/** The build of these sources; undefined if there is none, or if it cannot be read. */
export async function readKept(folder: string, hash: string): Promise<Built | undefined> {
  const home = join(folder, hash)
  try {
    const { files, entries } = JSON.parse(await readFile(join(home, MANIFEST), 'utf8')) as Manifest
    const read = async (name: string) => Uint8Array.from(await readFile(join(home, name)))
    const all = files.map(async (name) => [name, { content: await read(name), br: await read(`${name}.br`) }] as const)
    return { files: new Map(await Promise.all(all)), entries }
  } catch {
    // Missing or damaged, so it is built again.
    return undefined
  }
}

/** Stores a build, replacing the previous one. */
export async function keepBuilt(folder: string, hash: string, { files, entries }: Built): Promise<void> {
  await mkdir(folder, { recursive: true })
  const home = await mkdtemp(join(folder, 'new-'))
  for (const [name, { content, br }] of files) {
    await writeFile(join(home, name), content)
    await writeFile(join(home, `${name}.br`), br)
  }
  const manifest: Manifest = { files: [...files.keys()], entries }
  await writeFile(join(home, MANIFEST), JSON.stringify(manifest))
  await rm(join(folder, hash), { recursive: true, force: true })
  await rename(home, join(folder, hash))
  for (const name of await readdir(folder))
    if (name !== hash) await rm(join(folder, name), { recursive: true, force: true })
}
