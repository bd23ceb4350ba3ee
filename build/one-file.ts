/**
 * Builds one executable of Weir, its packages and Bun, for this system: `bun build/one-file.ts [file]`, by default
 * `dist/weir`. It contains no browsers.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { SHIPPED } from './shipped.ts'

const root = join(import.meta.dir, '..')
const outfile = resolve(process.argv[2] ?? join(root, 'dist', 'weir'))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
/** Packages that only compilers need. */
const LEFT_OUT = ['node_modules/@typescript', 'node_modules/bun-types', 'node_modules/@types']

function run(cwd: string, ...[program, ...args]: [string, ...string[]]) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args[0]}: ${error?.message ?? `${stdout}${stderr}`}`)
}

const work = mkdtempSync(join(tmpdir(), 'weir-one-file-'))
try {
  const copy = join(work, 'weir')
  for (const name of [...SHIPPED, 'bunfig.toml', 'bun.lock', 'package.json', 'LICENSE'])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  run(copy, process.execPath, 'install', '--frozen-lockfile', '--production')
  for (const name of LEFT_OUT) rmSync(join(copy, name), { recursive: true, force: true })
  // Unlike Bun's own archiver, `tar` keeps which files are executable.
  run(copy, 'tar', '-cf', join(work, 'weir.tar'), '.')
  const tar = readFileSync(join(work, 'weir.tar'))
  writeFileSync(join(work, 'weir.tar.zst'), Bun.zstdCompressSync(tar, { level: 3 }))
  mkdirSync(dirname(outfile), { recursive: true })
  const build = JSON.stringify(`${version}-${Bun.hash(tar).toString(36)}`)
  const made = ['--compile', '--define', `BUILD=${build}`, '--outfile', outfile]
  run(work, process.execPath, 'build', ...made, join(import.meta.dir, 'one-file', 'launcher.ts'), './weir.tar.zst')
} finally {
  rmSync(work, { recursive: true, force: true })
}
console.log(outfile)
