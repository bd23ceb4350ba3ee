import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { parse } from '@babel/parser'
import { Glob } from 'bun'
import { transform } from 'esbuild'
import { elysiaTypes, withElysiaTypes } from './elysia-types.ts'
import { SHIPPED } from './shipped.ts'

/**
 * Builds the npm package in `dist`: the sources as JavaScript with their `.d.ts`, file by file, so that code that
 * finds files by their path still finds them. The checkout itself runs the TypeScript directly.
 */
const root = join(import.meta.dir, '..')
const dist = join(root, process.argv[2] ?? 'dist')
/**
 * Copied unchanged: the templates of `weir new`, and the dashboard's sources, which are bundled when it is opened.
 */
const AS_THEY_ARE = /^(?:core\/cli\/templates|plugins\/dashboard\/app)\//
/** The oldest runtime that any of it runs on. */
const TARGET = 'node20.10'

const asJavaScript = (path: string) => path.replace(/\.tsx?$/, '.js')

function filesOf(place: string): string[] {
  if (/\.ts$/.test(place)) return [place]
  return [...new Glob('**/*').scanSync(join(root, place))].map((file) => `${place}/${file}`)
}
const files = SHIPPED.flatMap(filesOf)
const sources = new Set(files.filter((file) => /\.tsx?$/.test(file) && !AS_THEY_ARE.test(file)))

/** The positions of all string literals in a program. */
function literalsOf(code: string): { value: string; start: number; end: number }[] {
  const found: { value: string; start: number; end: number }[] = []
  const visit = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const { type, value, start, end } = node as { type: string; value?: unknown; start: number; end: number }
    if (type === 'StringLiteral') found.push({ value: String(value), start, end })
    Object.values(node).forEach(visit)
  }
  visit(parse(code, { sourceType: 'module', plugins: ['typescript'] }).program)
  return found
}

/** Source code whose relative paths of sources, in imports, URLs or anywhere else, refer to the built files. */
function redirect(file: string, code: string): string {
  if (!/["']\.{1,2}\//.test(code)) return code
  let redirected = code
  for (const { value, start, end } of literalsOf(code).reverse()) {
    const isSource = /^\.{1,2}\//.test(value) && sources.has(relative(root, resolve(root, dirname(file), value)))
    if (isSource) redirected = redirected.slice(0, start) + JSON.stringify(asJavaScript(value)) + redirected.slice(end)
  }
  return redirected
}

function put(file: string, content: string | Uint8Array) {
  const path = join(dist, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

/** Writes the declarations of all sources with the compiler. */
async function declare() {
  const config = join(root, 'node_modules', '.cache', 'tsconfig.dist.json')
  const here = (path: string) => join(root, path)
  const compilerOptions = {
    noEmit: false,
    // Type errors are reported in the checkout, and checking takes twice as long as writing declarations.
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
  const compile = promisify(execFile)(here('node_modules/typescript-native/bin/tsc'), ['-p', config], { cwd: root })
  await compile.catch(({ stdout }: { stdout: string }) => {
    throw new Error(`The declarations could not be made:\n${stdout}`)
  })
  for (const source of sources) {
    const file = source.replace(/\.tsx?$/, '.d.ts')
    const path = join(dist, file)
    if (existsSync(path)) writeFileSync(path, withElysiaTypes(file, redirect(file, readFileSync(path, 'utf8'))))
  }
}

/** The manifest of the package, which refers to the built files instead of the sources. */
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
  // The package resolves its own name by its exports, without a dependency on itself.
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
cpSync(join(import.meta.dir, 'README.md'), join(dist, 'README.md'))
