/**
 * Makes a bundle of the sources: `bun core/bundle/make.ts FOLDER PLACE`, in the folder, to be run at the place. What
 * is loaded by its path there is not in it and stays as it is: threads, sandboxes, and whatever is read as a file.
 */
import { readFileSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { builtInEngineFiles, builtInPluginFiles } from '../host/load.ts'
import { root } from '../host/packages.ts'

const [folder, place] = process.argv.slice(2)
if (!folder || !place) throw new Error('Usage: bun core/bundle/make.ts FOLDER PLACE')

/** Modules find what lies beside them by where they are: they are told that they are where they were. */
function atItsPlace(path: string): string | undefined {
  const source = readFileSync(path, 'utf8')
  if (!source.includes('import.meta')) return undefined
  const here = { url: pathToFileURL(path).href, dirname: dirname(path), dir: dirname(path) }
  return source
    .replace(/\bimport\.meta\.(url|dirname|dir)\b/g, (_, name: keyof typeof here) => JSON.stringify(here[name]))
    .replace(/\bimport\.meta\.resolve\('([^']+)'\)/g, (_, name: string) =>
      JSON.stringify(pathToFileURL(Bun.resolveSync(name, dirname(path))).href),
    )
}

// Not minified: Elysia reads the sources of handlers for what they use.
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
  sourcemap: 'linked',
  // These look for parts of theirs that are no modules.
  external: ['playwright-core', 'patchright-core', 'impit'],
  define: { BUNDLE: JSON.stringify(place) },
  plugins: [
    {
      name: 'at its place',
      setup(build) {
        build.onLoad({ filter: /\.[mc]?[jt]s$/ }, ({ path }) => {
          const contents = atItsPlace(path)
          return contents === undefined ? undefined : { contents, loader: extname(path) === '.ts' ? 'ts' : 'js' }
        })
      },
    },
  ],
})
