import { readFileSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { BunPlugin } from 'bun'
import { builtInEngineFiles, builtInPluginFiles } from '../host/load.ts'
import { root } from '../host/packages.ts'

/** The packages that every start loads. Others stay outside. */
const PACKAGES = /^(?:croner|elysia|@elysiajs\/swagger|ipaddr\.js|kysely|lru-cache|@sinclair\/typebox|weirjs)(?:\/|$)/
/** Packages that those load on demand. They stay outside, as few starts need them. */
const ON_DEMAND = /^(?:@scalar\/themes|file-type)$/

const builtIn = [...builtInPluginFiles().values(), ...builtInEngineFiles().values()].map((file) => JSON.stringify(file))
/** Modules that the bundle replaces, by path without the extension. */
const replacements: Record<string, string> = {
  // The original uses top-level await, which bundled modules cannot.
  [join(root, 'core/runtime/this-runtime')]: `export { default as runtime } from './bun'`,
  [join(root, 'core/bundle/import-file')]: `
    const builtIn = { ${builtIn.map((file) => `${file}: () => import(${file})`).join()} }
    export const importFile = (file) => builtIn[file]?.() ?? import(Bun.pathToFileURL(file).href)`,
}

/** Modules find files beside them by `import.meta`. It is replaced by the module's original location. */
function withOriginalLocation(path: string): string {
  const here = { url: pathToFileURL(path).href, dirname: dirname(path), dir: dirname(path) }
  return readFileSync(path, 'utf8')
    .replace(/\bimport\.meta\.(url|dirname|dir)\b/g, (_, name: keyof typeof here) => JSON.stringify(here[name]))
    .replace(/\bimport\.meta\.resolve\(["']([^"']+)["']\)/g, (_, name: string) =>
      JSON.stringify(pathToFileURL(Bun.resolveSync(name, dirname(path))).href),
    )
}

/** Whether a file belongs to another package, even if Weir itself is in a `node_modules`. */
function isOfPackage(path: string): boolean {
  const folders = relative(root, path).split(sep)
  return folders[0] === '..' || folders.includes('node_modules')
}

/** Loads the sources for a bundle, and adds each to `inputs` by its path below the root. */
const sources = (inputs: string[]): BunPlugin => ({
  name: 'sources',
  setup(build) {
    // Names of packages; names of the runtime's own modules contain a colon.
    build.onResolve({ filter: /^[\w@][^:]*$/ }, ({ path, importer }) => {
      if (!ON_DEMAND.test(path) && (PACKAGES.test(path) || isOfPackage(importer))) return undefined
      // The executable has no packages beside it.
      return { path: Bun.resolveSync(path, dirname(importer)), external: true }
    })
    build.onLoad({ filter: /\.[mc]?[jt]s$/ }, ({ path }) => {
      if (!isOfPackage(path)) inputs.push(relative(root, path))
      const ending = extname(path)
      const contents = replacements[path.slice(0, -ending.length)] ?? withOriginalLocation(path)
      return { contents, loader: ending === '.ts' ? 'ts' : 'js' }
    })
  },
})

/**
 * How many times longer than usual the engine waits before it compiles code, until the program has started: most of
 * the code of a start runs a few times, and compiling it takes a third of the processor time.
 */
const STARTING = 10

/**
 * Makes the executable `weir` in a folder: Bun, with the sources and their bytecode, which it maps into memory. So a
 * start has nothing to parse, nor to copy. Whatever is loaded by its path stays outside: threads, sandboxes, and data
 * files. Returns the bundled sources, by path below the root.
 */
export async function makeExecutable(folder: string): Promise<string[]> {
  const inputs: string[] = []
  await Bun.build({
    entrypoints: [fileURLToPath(new URL('./program.ts', import.meta.url))],
    outdir: folder,
    target: 'bun',
    // The bytecode of ES modules takes four times as long to start.
    format: 'cjs',
    bytecode: true,
    // The packages outside are found by their manifests.
    compile: { outfile: 'weir', autoloadPackageJson: true, jitPolicy: STARTING },
    // Not minified: Elysia analyses the source text of handlers.
    sourcemap: 'linked',
    plugins: [sources(inputs)],
  })
  return inputs.sort()
}
