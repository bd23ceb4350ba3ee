// What `npm start` and `npm test` run on a machine that has Node and npm, and perhaps nothing else: it installs the pinned
// Bun into a folder of its own and the packages by bun.lock, then hands over. Node builtins only, as nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const run = (command, args, options = {}) => {
  const done = spawnSync(command, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit'], ...options })
  if (done.error) fail(`${command} could not be started: ${done.error.message}`)
  return done.signal ? 128 + (constants.signals[done.signal] ?? 0) : (done.status ?? 1)
}
const fail = (why) => {
  console.error(`weir: ${why}`)
  process.exit(1)
}

/** The Bun that runs this file, the one on the path where it is of the pinned version, or one in `.bun`, installed where it is missing. */
function bun() {
  if (process.versions.bun) return process.execPath
  const onPath = spawnSync('bun', ['--version'], { encoding: 'utf8' })
  if (onPath.stdout?.trim() === manifest.engines.bun) return 'bun'
  const folder = join(root, '.bun')
  const home = join(folder, 'node_modules', 'bun')
  // The package calls its program so on every system.
  const program = join(home, 'bin', 'bun.exe')
  const mark = join(folder, 'version')
  const wanted = manifest.engines.bun
  if (existsSync(program) && existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return program
  console.error(`weir: installing Bun ${wanted}`)
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  // Scripts are off, because npm may be set to refuse them; Bun's own one is then run by name.
  const npm = [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--loglevel=error',
    `bun@${wanted}`,
  ]
  if (run('npm', npm, { cwd: folder, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' }) !== 0)
    fail('Bun could not be installed by npm')
  if (run(process.execPath, ['install.js'], { cwd: home, stdio: ['ignore', 2, 2] }) !== 0)
    fail('the installed Bun could not be set up')
  writeFileSync(mark, wanted)
  return program
}

/** Installs the packages when bun.lock is newer than the last installation. */
function packages(program) {
  const mark = join(root, 'node_modules', '.weir-installed')
  const lock = statSync(join(root, 'bun.lock'))
  if (existsSync(mark) && readFileSync(mark, 'utf8') === String(lock.mtimeMs)) return
  if (run(program, ['install', '--frozen-lockfile'], { stdio: ['ignore', 2, 2] }) !== 0)
    fail('the packages could not be installed')
  writeFileSync(mark, String(lock.mtimeMs))
}

/** Hands over to Bun; signals go on to it, and this process ends as it does. */
function handOver(program, args) {
  // By itself the engine lets the heap grow with the machine's memory. Taken for a small one, it collects what a crawl leaves
  // behind in time, which halves what the service takes and costs no time that shows; it limits nothing.
  const env = { BUN_JSC_forceRAMSize: '536870912', ...process.env }
  if (program !== 'bun') env.PATH = `${join(root, '.bun', 'node_modules', '.bin')}${delimiter}${env.PATH ?? ''}`
  const child = spawn(program, args, { stdio: 'inherit', env })
  child.on('error', (error) => fail(`Bun could not be started: ${error.message}`))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
}

const program = bun()
packages(program)
const [task = 'serve', ...args] = process.argv.slice(2)
handOver(program, task === 'test' ? ['test', ...args] : [join(root, 'core', 'cli.ts'), task, ...args])
