import { basename } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { BuildOptions, Metafile } from 'esbuild'

/** A file of the built app, by its name with a hash of its content. */
export interface BuiltFile {
  content: Uint8Array<ArrayBuffer>
  /** Compressed with Brotli. */
  br: Uint8Array<ArrayBuffer>
}

/** The files that the document refers to. */
export interface EntryFiles {
  script: string
  /** The script's static imports. */
  preload: readonly string[]
  theme: string
  style: string
  /** The style sheet of framed content. */
  sandbox: string
}

export interface Built {
  files: ReadonlyMap<string, BuiltFile>
  entries: EntryFiles
}

/** What all of these support is not transpiled: nesting, light-dark(), container queries. */
const BROWSERS = ['chrome126', 'firefox126', 'safari18']

const OPTIONS = {
  entryPoints: ['main.tsx', 'theme.ts', 'styles/main.css', 'styles/sandbox.css'],
  outdir: 'built',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'browser',
  target: BROWSERS,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  metafile: true,
  write: false,
  legalComments: 'none',
  logLevel: 'silent',
  loader: { '.svg': 'dataurl' },
  // Tells packages that this is not development.
  define: { 'process.env.NODE_ENV': '"production"' },
} satisfies BuildOptions

const compress = promisify(brotliCompress)
/**
 * A little below the best level, which takes ten times as long. The window is as large as most files: with the usual
 * one, clearing the memory of an encoder takes longer than its work, and the files get no smaller.
 */
const LEVEL = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 } }

/** Bundles the app. Throws an Error with the file, line and problem. */
export async function buildApp(app: string): Promise<Built> {
  // Loaded only for a build: the service itself does not need it.
  const esbuild = await import('esbuild')
  try {
    const { outputFiles, metafile } = await esbuild.build({ ...OPTIONS, absWorkingDir: app })
    const files = await Promise.all(
      outputFiles.map(async ({ path, contents }) => {
        const content = Uint8Array.from(contents)
        return [basename(path), { content, br: Uint8Array.from(await compress(content, LEVEL)) }] as const
      }),
    )
    return { files: new Map(files), entries: entriesOf(metafile) }
  } finally {
    // The bundler's process ends with it.
    await esbuild.stop()
  }
}

function entriesOf({ outputs }: Metafile): EntryFiles {
  const nameOf = (entry: string) => {
    const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry)
    if (!found) throw new Error(`esbuild made nothing of ${entry}`)
    return found[0]
  }
  const script = nameOf('main.tsx')
  return {
    script: basename(script),
    preload: outputs[script]!.imports.flatMap(({ path, kind }) =>
      kind === 'import-statement' ? [basename(path)] : [],
    ),
    theme: basename(nameOf('theme.ts')),
    style: basename(nameOf('styles/main.css')),
    sandbox: basename(nameOf('styles/sandbox.css')),
  }
}
