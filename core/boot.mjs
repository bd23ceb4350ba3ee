#!/usr/bin/env node
// The program behind `npm start`, `npm test` and the installed `weir`. It needs only Node and npm: it installs the
// pinned Bun and, in a checkout, the packages of bun.lock, has an executable made of the sources (core/bundle), runs
// it, and restarts the service after a crash. `deno task start` runs it too; then it runs the sources on that Deno,
// which has its packages from `deno install`. It imports no packages, as nothing is installed yet.

import { accessSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, homedir } from 'node:os'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { currentExecutable } from './bundle/current.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/**
 * Whether a package manager installed this package and its dependencies in a `node_modules`, or linked it there to
 * the built package, which has no lockfile to install from.
 */
const isInstalled = root.split(sep).includes('node_modules') || !existsSync(join(root, 'bun.lock'))

/** Loaded on demand: a start under Bun does not need it, and is faster without. */
const childProcess = () => createRequire(import.meta.url)('node:child_process')

const say = (line) => console.error(`weir: ${line}`)
const fail = (why) => {
  say(why)
  process.exit(1)
}

/** Runs a program to its end, and shows its output only if it fails. */
function run(what, command, args, options = {}) {
  const done = childProcess().spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    ...options,
  })
  if (done.status === 0) return
  process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`)
  fail(`${what}: ${done.error?.message ?? `${command} ended with ${done.signal ?? done.status}`}`)
}

function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** The npm package of Bun uses this name on every system. */
const programIn = (folder) => join(folder, 'node_modules', 'bun', 'bin', 'bun.exe')
/** The file that records the installed version after a complete installation. */
const markIn = (folder) => join(folder, 'version')
const hasBun = (folder) =>
  existsSync(programIn(folder)) &&
  existsSync(markIn(folder)) &&
  readFileSync(markIn(folder), 'utf8') === manifest.engines.bun

/** The folder into which Bun is installed: in the checkout or, failing that, this user's cache. */
function bunFolder() {
  const own = join(root, '.bun')
  // The user of a service may run a Bun that another user installed, without write access.
  if (!isInstalled && (hasBun(own) || isWritable(own))) return own
  const cached = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'weir', `bun-${manifest.engines.bun}`)
  return isWritable(cached) ? cached : fail(`there is no folder for Bun: neither ${own} nor ${cached} can be written`)
}

/** Lets programs that the service starts find the installed Bun. */
function addToPath(program) {
  if (program.endsWith('bun.exe'))
    process.env.PATH = `${join(dirname(program), '..', '..', '.bin')}${delimiter}${process.env.PATH ?? ''}`
}

/**
 * The start of the command that runs Weir: the executable made of the current sources, which is made again after they
 * have changed, or else Bun with the sources.
 */
function runnable(program) {
  const current = currentExecutable(manifest.engines.bun)
  if (current) return [current]
  childProcess().spawnSync(program, [source('bundle/renew')], { stdio: ['ignore', 'ignore', 'inherit'] })
  const renewed = currentExecutable(manifest.engines.bun)
  return renewed ? [renewed] : [program, source('cli/main')]
}

/** By default npm retries for ten minutes. The timeout counts only silence, so a slow download goes on. */
const NPM_TIMEOUTS = [
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
  '--fetch-timeout=20000',
]

/**
 * The Bun to use: the one that runs this file or the one on the path, if its version is the pinned one; otherwise an
 * installed one.
 */
function bun() {
  if (process.versions.bun === manifest.engines.bun) return process.execPath
  const onPath = childProcess().spawnSync('bun', ['--version'], { encoding: 'utf8' })
  if (onPath.stdout?.trim() === manifest.engines.bun) return 'bun'
  const folder = bunFolder()
  const program = programIn(folder)
  if (hasBun(folder)) return program
  const wanted = manifest.engines.bun
  say(
    `installing Bun ${wanted} from the npm registry; if the registry does not answer, this fails after a minute or two`,
  )
  if (!existsSync(join(folder, 'package.json'))) writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  // The user of a service may have no home, where npm would write.
  const isHomeless = !isWritable(process.env.npm_config_cache || homedir())
  const cache = join(folder, 'npm-cache')
  // Scripts are off, because npm may be configured to refuse them. Bun's own install script is run by name
  // afterwards.
  const npm = [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-save',
    ...NPM_TIMEOUTS,
    ...(isHomeless ? ['--cache', cache] : []),
    `bun@${wanted}`,
  ]
  const remedy = `if the npm registry cannot be reached, put Bun ${wanted} on the PATH yourself`
  run(`Bun could not be installed (${remedy})`, 'npm', npm, { cwd: folder, shell: process.platform === 'win32' })
  rmSync(cache, { recursive: true, force: true })
  run('Bun could not be set up', process.execPath, ['install.js'], { cwd: join(folder, 'node_modules', 'bun') })
  writeFileSync(markIn(folder), wanted)
  return program
}

/**
 * Installs the packages if bun.lock has changed since the last installation. Those for tests are installed only to
 * run tests.
 */
function packages(program, forTests) {
  if (isInstalled) return
  const mark = join(root, 'node_modules', '.weir-installed')
  const lock = statSync(join(root, 'bun.lock')).mtimeMs
  const [last, kind] = existsSync(mark) ? readFileSync(mark, 'utf8').split(' ') : []
  // Images and archives store the times of files in whole seconds.
  const isSame = lock === Number(last) || lock === Math.floor(Number(last) / 1000) * 1000
  if (isSame && (kind === 'all' || !forTests)) return
  const all = forTests || kind === 'all'
  say('installing packages')
  const args = ['install', '--frozen-lockfile', ...(all ? [] : ['--production'])]
  run('The packages could not be installed', program, args)
  writeFileSync(mark, `${lock} ${all ? 'all' : 'production'}`)
}

const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const codeOf = (code, signal) => (signal ? 128 + (constants.signals[signal] ?? 0) : code)
const isStop = (code, signal) =>
  code === 0 || STOPS.some((name) => signal === name || code === 128 + constants.signals[name])

/**
 * Milliseconds within which signals count as one, as a terminal and npm both send theirs. A later one kills the
 * service.
 */
const ONE_SIGNAL = 1000
/** Milliseconds between two checks whether the caller is still there. */
const CHECK_EVERY = 500
/** Milliseconds from a crash to the next start, doubled each time until a process has run for LONG_LIFE. */
const PAUSE = 500
const MAX_PAUSE = 8000
const LONG_LIFE = 60_000
/** Tells the service that its predecessor crashed, perhaps because of the work that it did. */
const AFTER_CRASH = 'SUPERVISOR_SAW_CRASH'
/** How many starts in a row may fail before the supervisor gives up. */
const TRIES = 5

/** Writes one line in the format of the service's log. */
function logCrash(fields) {
  const line = { time: new Date().toISOString(), level: 'error', message: 'The service crashed and is being restarted' }
  const [[name, value]] = Object.entries(fields)
  const text = `${line.time} ${line.level} ${line.message} ${name}=${value}`
  console.error(process.env.WEIR_LOG === 'json' ? JSON.stringify({ ...line, ...fields }) : text)
}

/**
 * Starts a program with access to the terminal. With `ready` it gets an IPC channel, by which it reports that it
 * answers, and notices when this process is gone.
 */
function launch(program, args, { env, ready }, ended) {
  const stdio = ['inherit', 'inherit', 'inherit']
  const failed = (error) => fail(`${program} could not be started: ${error.message}`)
  // `node:child_process` takes some 20 ms longer on Bun.
  if (process.versions.bun) {
    const onExit = ({ exitCode, signalCode }) => ended(exitCode, signalCode)
    try {
      return Bun.spawn([program, ...args], { stdio, env, onExit, ...(ready && { ipc: ready }) })
    } catch (error) {
      return failed(error)
    }
  }
  const child = childProcess().spawn(program, args, { stdio: ready ? [...stdio, 'ipc'] : stdio, env })
  child.on('error', failed)
  if (ready) child.on('message', ready)
  child.on('exit', ended)
  return child
}

/** Runs the command, forwards signals to it, and exits with its code. A crashed service is started again. */
function handOver(command, { serves }) {
  // forceRAMSize: by default the engine lets the heap grow with the machine's memory. If it assumes a small machine,
  // it collects the garbage of a crawl in time, which halves the service's memory at no noticeable cost; it is not a
  // limit. A working service takes 340 MB, and more with mapped memory. If that is four fifths of the assumed memory,
  // every collection is a full one: with 384 MB a crawl took a third longer, to save 35 MB.
  //
  // thresholdForFTLOptimizeAfterWarmUp: the engine's last compiler, which by default compiles code after about a
  // thousand runs, takes longer than it saves for most of the code. It pays off only for code that runs ten times as
  // often. This saves a tenth of the time of a crawl of 2,000 pages.
  //
  // MIMALLOC_PURGE_DELAY: free memory is returned to the system after a second. Bun's shorter delay returns memory of
  // which a crawl soon needs half again: that causes twice as many page faults, and takes a tenth to a third longer,
  // to save 40 MB. MIMALLOC_PURGE_HOLES: ten times a second, Bun also returns the free parts of blocks in use. In
  // a virtual machine, where page faults are dear, that takes a seventh of a crawl's time, to save 50 MB.
  const env = {
    BUN_JSC_forceRAMSize: '671088640',
    BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: '1000000',
    MIMALLOC_PURGE_DELAY: '1000',
    MIMALLOC_PURGE_HOLES: '0',
    ...process.env,
  }
  delete env[AFTER_CRASH]
  let child
  let firstSignal
  let hasServed = false
  let failures = 0
  let pause = PAUSE

  const stop = (signal) => {
    const now = performance.now()
    firstSignal ??= now
    if (child === undefined) process.exit(codeOf(0, signal))
    child.kill(signal)
    // The service exits on the second signal, unless something blocks it.
    if (now - firstSignal > ONE_SIGNAL) setTimeout(() => child?.kill('SIGKILL'), ONE_SIGNAL).unref()
  }
  const start = () => {
    const begun = performance.now()
    let isReady = false
    const ready = () => {
      isReady = true
      hasServed = true
    }
    const [program, ...args] = command()
    // With it, a single file (see build/one-file) acts as Bun, and so would the executable of the sources.
    env.BUN_BE_BUN = program === process.execPath ? process.env.BUN_BE_BUN : undefined
    child = launch(program, args, { env, ready: serves ? ready : undefined }, (code, signal) => {
      child = undefined
      const isCrash = serves && firstSignal === undefined && !isStop(code, signal) && (hasServed || signal !== null)
      if (!isCrash) process.exit(codeOf(code, signal))
      failures = isReady ? 0 : failures + 1
      if (failures >= TRIES)
        fail(`the service ended ${TRIES} times before it answered (${signal ?? `code ${code}`}); given up`)
      if (performance.now() - begun > LONG_LIFE) pause = PAUSE
      logCrash(signal ? { signal } : { code })
      env[AFTER_CRASH] = '1'
      setTimeout(start, pause)
      pause = Math.min(MAX_PAUSE, pause * 2)
    })
  }

  for (const signal of STOPS) process.on(signal, stop)
  // npm and similar tools leave their children running when they are killed. If a person starts the service directly,
  // the parent process may end.
  const caller = process.ppid
  if ((process.env.npm_lifecycle_event || process.env.INIT_CWD) && caller > 1)
    setInterval(() => process.ppid !== caller && firstSignal === undefined && stop('SIGTERM'), CHECK_EVERY).unref()
  start()
}

/** Deno protects `/proc`, which shows the memory of processes, from programs without all permissions. */
const ON_DENO = ['run', '--allow-all', '--no-remote']

const [task = 'serve', ...args] = process.argv.slice(2)
const serves = task === 'serve' || task === 'work'
/** In the npm package, the sources are JavaScript. */
const source = (path) => ['.ts', '.js'].map((ending) => join(root, 'core', `${path}${ending}`)).find(existsSync)
if (process.versions.deno) {
  handOver(() => [process.execPath, ...ON_DENO, source('cli/main'), task, ...args], { serves })
} else {
  const program = bun()
  const isTest = task === 'test'
  packages(program, isTest)
  addToPath(program)
  if (isTest) handOver(() => [program, join(root, 'tests', 'run.ts'), ...args], { serves })
  else handOver(() => [...runnable(program), task, ...args], { serves })
}
