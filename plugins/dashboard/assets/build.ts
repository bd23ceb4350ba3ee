import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { BuildOptions, Metafile } from 'esbuild'

/** One file of the built app, by its name with a hash of its content. */
export interface BuiltFile {
  content: Uint8Array<ArrayBuffer>
  /** Coded with Brotli. */
  br: Uint8Array<ArrayBuffer>
}

/** What the document names. */
export interface EntryFiles {
  script: string
  /** What the script imports at once. */
  preload: readonly string[]
  theme: string
  style: string
  /** The style sheet of framed content. */
  sandbox: string
}

export interface Built {
  files: ReadonlyMap<string, BuiltFile>
  entries: EntryFiles
  /** Changes whenever the document does. */
  etag: string
}

/** All that these take is left as it is written: nesting, light-dark(), container queries. */
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
  // A package that reads this is told that it is no development.
  define: { 'process.env.NODE_ENV': '"production"' },
} satisfies BuildOptions

const compress = promisify(brotliCompress)
/** A little below the best, which takes ten times as long. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Bundles the app. Throws an Error that names file, line and fault. */
export async function buildApp(app: string): Promise<Built> {
  // Loaded when there is something to build: the service itself has no use for it.
  const esbuild = await import('esbuild')
  try {
    const { outputFiles, metafile } = await esbuild.build({ ...OPTIONS, absWorkingDir: app })
    const files = await Promise.all(
      outputFiles.map(async ({ path, contents }) => {
        const content = Uint8Array.from(contents)
        return [basename(path), { content, br: Uint8Array.from(await compress(content, QUALITY)) }] as const
      }),
    )
    const entries = entriesOf(metafile)
    const etag = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 20)
    return { files: new Map(files), entries, etag }
  } finally {
    // Its process ends with it.
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
