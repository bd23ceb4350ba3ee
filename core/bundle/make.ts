/**
 * Makes a bundle of the sources: `bun core/bundle/make.ts FOLDER PLACE`, in the folder, to be run at the place. What
 * is loaded by its path there is not in it and stays as it is: threads, sandboxes, and whatever is read as a file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { BunPlugin } from 'bun'
import { builtInEngineFiles, builtInPluginFiles } from '../host/load.ts'
import { root } from '../host/packages.ts'

const [folder, place] = process.argv.slice(2)
if (!folder || !place) throw new Error('Usage: bun core/bundle/make.ts FOLDER PLACE')

/** The packages of many modules that every start loads. Others are loaded from where they are. */
const PACKAGES = /^(?:kysely|elysia|@elysiajs\/swagger|@sinclair\/typebox|weirjs)(?:\/|$)/

/** Modules find what lies beside them by where they are: they are told that they are where they were. */
function atItsPlace(path: string): string {
  const here = { url: pathToFileURL(path).href, dirname: dirname(path), dir: dirname(path) }
  return readFileSync(path, 'utf8')
    .replace(/\bimport\.meta\.(url|dirname|dir)\b/g, (_, name: keyof typeof here) => JSON.stringify(here[name]))
    .replace(/\bimport\.meta\.resolve\('([^']+)'\)/g, (_, name: string) =>
      JSON.stringify(pathToFileURL(Bun.resolveSync(name, dirname(path))).href),
    )
}

/** Whether a file is of a package: of another one, where Weir itself lies below a `node_modules`. */
function isOfPackage(path: string): boolean {
  const folders = relative(root, path).split(sep)
  return folders[0] === '..' || folders.includes('node_modules')
}

/** The sources that are in it, by their paths below the root. */
const inputs: string[] = []
const sources: BunPlugin = {
  name: 'sources',
  setup(build) {
    // Names of packages: what the runtime brings has a colon.
    build.onResolve({ filter: /^[\w@][^:]*$/ }, ({ path, importer }) =>
      PACKAGES.test(path) || isOfPackage(importer) ? undefined : { path, external: true },
    )
    build.onLoad({ filter: /\.[mc]?[jt]s$/ }, ({ path }) => {
      if (!isOfPackage(path)) inputs.push(relative(root, path))
      return { contents: atItsPlace(path), loader: extname(path) === '.ts' ? 'ts' : 'js' }
    })
  },
}

await Bun.build({
  entrypoints: [
    fileURLToPath(new URL('./entry.ts', import.meta.url)),
    ...builtInPluginFiles().values(),
    ...builtInEngineFiles().values(),
  ],
  root,
  outdir: folder,
  target: 'bun',
  splitting: true,
  // Not minified: Elysia reads the sources of handlers for what they use.
  sourcemap: 'linked',
  define: { BUNDLE: JSON.stringify(place) },
  plugins: [sources],
})
writeFileSync(join(folder, 'inputs.txt'), inputs.sort().join('\n'))
