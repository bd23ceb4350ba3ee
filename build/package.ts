import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Glob } from 'bun'
import { transform } from 'esbuild'
import { elysiaTypes, withElysiaTypes } from './elysia-types.ts'
import { SHIPPED } from './shipped.ts'

/**
 * Builds the package that npm gets, in `dist`: the sources as JavaScript with their `.d.ts`, file by file, so that
 * whatever finds a neighbour by its path finds it there too. The checkout itself runs the TypeScript as it is.
 */
const root = join(import.meta.dir, '..')
const dist = join(root, process.argv[2] ?? 'dist')
/** Shipped as they are: what `weir new` writes, and what the dashboard bundles when it is opened. */
const AS_THEY_ARE = /^(?:core\/cli\/templates|plugins\/dashboard\/app)\//
/** The oldest that runs any of it. */
const TARGET = 'node20.10'

const asJavaScript = (path: string) => path.replace(/\.tsx?$/, '.js')

function filesOf(place: string): string[] {
  if (/\.ts$/.test(place)) return [place]
  return [...new Glob('**/*').scanSync(join(root, place))].map((file) => `${place}/${file}`)
}
const files = SHIPPED.flatMap(filesOf)
const sources = new Set(files.filter((file) => /\.tsx?$/.test(file) && !AS_THEY_ARE.test(file)))

/** Relative paths in quotes, as the compilers write them. */
const PATHS = /(["'])(\.{1,2}\/[^"'\s]+)\1/g

/** Source code whose relative paths of sources, in imports, URLs or anywhere, lead to what is made of them. */
function redirect(file: string, code: string): string {
  return code.replace(PATHS, (quoted: string, _: string, path: string) => {
    const isSource = sources.has(relative(root, resolve(root, dirname(file), path)))
    return isSource ? JSON.stringify(asJavaScript(path)) : quoted
  })
}

function put(file: string, content: string | Uint8Array) {
  const path = join(dist, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** The package's own page, with the table of settings of the checkout's, to which the help of the commands refers. */
function readme(): string {
  const own = readFileSync(join(import.meta.dir, 'README.md'), 'utf8')
  const [settings] = /^## Settings\n.*?(?=^## )/ms.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
  if (settings === undefined) throw new Error('The README has no settings')
  return `${own}\n${settings.trimEnd()}\n`
}

/** Declarations of all sources, by the compiler. */
async function declare() {
  const config = join(root, 'node_modules', '.cache', 'tsconfig.dist.json')
  const here = (path: string) => join(root, path)
  const compilerOptions = {
    noEmit: false,
    // What is wrong with types is told of the checkout, and takes twice as long to find as declarations to make.
    noCheck: true,
    incremental: false,
    tsBuildInfoFile: null,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: dist,
    typeRoots: [here('node_modules/@types')],
  }
  const exclude = [here('core/cli/templates'), here('plugins/dashboard/app')]
  mkdirSync(dirname(config), { recursive: true })
  writeFileSync(
    config,
    JSON.stringify({ extends: here('tsconfig.json'), compilerOptions, include: SHIPPED.map(here), exclude }),
  )
  // Checkers side by side each find the types that they share.
  const args = ['-p', config, '--singleThreaded']
  const compile = promisify(execFile)(here('node_modules/typescript-native/bin/tsc'), args, { cwd: root })
  await compile.catch(({ stdout }: { stdout: string }) => {
    throw new Error(`The declarations could not be made:\n${stdout}`)
  })
  for (const source of sources) {
    const file = source.replace(/\.tsx?$/, '.d.ts')
    const path = join(dist, file)
    if (existsSync(path)) writeFileSync(path, withElysiaTypes(file, redirect(file, readFileSync(path, 'utf8'))))
  }
}

/** The manifest of the package: what the checkout's says of sources, it says of what is made of them. */
function manifest(): string {
  const {
    private: _,
    scripts: __,
    devDependencies: ___,
    patchedDependencies: ____,
    ...own
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const exports = Object.entries<string>(own.exports).map(([name, file]) => [
    name,
    /\.ts$/.test(file) ? { types: file.replace(/\.ts$/, '.d.ts'), default: asJavaScript(file) } : file,
  ])
  const engines = Object.entries<string>(own.weir.engines).map(([name, file]) => [name, asJavaScript(file)])
  // It finds itself without being installed below itself.
  const { weirjs: ____self, ...dependencies } = own.dependencies
  const built = {
    ...own,
    exports: Object.fromEntries(exports),
    weir: { engines: Object.fromEntries(engines) },
    dependencies,
  }
  return `${JSON.stringify(built, null, 2)}\n`
}

rmSync(dist, { recursive: true, force: true })
const declaring = declare()
for (const file of files) {
  if (!sources.has(file)) {
    mkdirSync(dirname(join(dist, file)), { recursive: true })
    cpSync(join(root, file), join(dist, file))
    continue
  }
  const { code } = await transform(readFileSync(join(root, file), 'utf8'), {
    loader: file.endsWith('x') ? 'tsx' : 'ts',
    format: 'esm',
    target: TARGET,
    sourcefile: file,
  })
  put(asJavaScript(file), redirect(file, code))
}
for (const [file, content] of elysiaTypes()) put(file, content)
put('package.json', manifest())
await declaring
cpSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
put('README.md', readme())
