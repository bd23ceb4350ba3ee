/**
 * Makes a bundle of the sources: `bun core/bundle/make.ts FOLDER`. It is one file with its bytecode beside it, so
 * that a start has nothing to parse. What is loaded by its path is not in it and stays as it is: threads, sandboxes,
 * and whatever is read as a file.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { BunPlugin } from 'bun'
import { builtInEngineFiles, builtInPluginFiles } from '../host/load.ts'
import { root } from '../host/packages.ts'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: bun core/bundle/make.ts FOLDER')

/** The packages that every start loads. Others are loaded from where they are. */
const PACKAGES = /^(?:croner|elysia|@elysiajs\/swagger|ipaddr\.js|kysely|lru-cache|@sinclair\/typebox|weirjs)(?:\/|$)/

const builtIn = [...builtInPluginFiles().values(), ...builtInEngineFiles().values()].map((file) => JSON.stringify(file))
/** What a bundle has in place of a source, by its path without the ending. */
const instead: Record<string, string> = {
  // Found out by waiting at the top level, which only modules that are files of their own can do.
  [join(root, 'core/runtime/this-runtime')]: `export { default as runtime } from './bun'`,
  [join(root, 'core/bundle/import-file')]: `
    const builtIn = { ${builtIn.map((file) => `${file}: () => import(${file})`).join()} }
    export const importFile = (file) => builtIn[file]?.() ?? import(Bun.pathToFileURL(file).href)`,
}

/** Modules find what lies beside them by where they are: they are told that they are where they were. */
function atItsPlace(path: string): string {
  const here = { url: pathToFileURL(path).href, dirname: dirname(path), dir: dirname(path) }
  return readFileSync(path, 'utf8')
    .replace(/\bimport\.meta\.(url|dirname|dir)\b/g, (_, name: keyof typeof here) => JSON.stringify(here[name]))
    .replace(/\bimport\.meta\.resolve\(["']([^"']+)["']\)/g, (_, name: string) =>
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
      const ending = extname(path)
      const contents = instead[path.slice(0, -ending.length)] ?? atItsPlace(path)
      return { contents, loader: ending === '.ts' ? 'ts' : 'js' }
    })
  },
}

await Bun.build({
  entrypoints: [fileURLToPath(new URL('./entry.ts', import.meta.url))],
  outdir: folder,
  target: 'bun',
  // The one that can be compiled ahead.
  format: 'cjs',
  bytecode: true,
  // Not minified: Elysia reads the sources of handlers for what they use.
  sourcemap: 'linked',
  plugins: [sources],
})
writeFileSync(join(folder, 'inputs.txt'), inputs.sort().join('\n'))
