#!/usr/bin/env node
// What `npm start`, `npm test` and the installed `weir` run on a machine that has Node and npm, and perhaps nothing
// else: it installs the pinned Bun and, in a checkout, the packages by bun.lock, then hands over to Bun, and brings
// the service back when that crashes. `deno task start` runs it too, and it hands over to that Deno, which has its
// packages by `deno install`. Node builtins only, as nothing is installed yet.

import { accessSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, homedir } from 'node:os'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/**
 * A package manager has put this package, and those that it needs, below a `node_modules`; or it has a link there to
 * the package that was built, which has no list of packages to install.
 */
const isInstalled = root.split(sep).includes('node_modules') || !existsSync(join(root, 'bun.lock'))

/** Loaded where it is needed: under Bun a start does without, which is quicker. */
const childProcess = () => createRequire(import.meta.url)('node:child_process')

const say = (line) => console.error(`weir: ${line}`)
const fail = (why) => {
  say(why)
  process.exit(1)
}

/** Runs a program to its end; what it says is told only when it fails. */
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

/** The package calls its program so on every system. */
const programIn = (folder) => join(folder, 'node_modules', 'bun', 'bin', 'bun.exe')
/** Says which version was installed, once it was. */
const markIn = (folder) => join(folder, 'version')
const hasBun = (folder) =>
  existsSync(programIn(folder)) &&
  existsSync(markIn(folder)) &&
  readFileSync(markIn(folder), 'utf8') === manifest.engines.bun

/** Where Bun is installed to: in the checkout, else among what this user caches. */
function bunFolder() {
  const own = join(root, '.bun')
  // A service's own user may run what another one has installed, and change nothing of it.
  if (!isInstalled && (hasBun(own) || isWritable(own))) return own
  const cached = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'weir', `bun-${manifest.engines.bun}`)
  return isWritable(cached) ? cached : fail(`there is no folder for Bun: neither ${own} nor ${cached} can be written`)
}

/** By itself npm tries for ten minutes what does not answer. The time is one of silence: a slow download goes on. */
const PATIENCE = [
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
  '--fetch-timeout=20000',
]

/**
 * The Bun that runs this file or the one on the path, where it is of the pinned version, or one that is installed for
 * it.
 */
function bun() {
  if (process.versions.bun === manifest.engines.bun) return process.execPath
  const onPath = childProcess().spawnSync('bun', ['--version'], { encoding: 'utf8' })
  if (onPath.stdout?.trim() === manifest.engines.bun) return 'bun'
  const folder = bunFolder()
  const program = programIn(folder)
  if (hasBun(folder)) return program
  const wanted = manifest.engines.bun
  say(`installing Bun ${wanted} from npm's registry; where that does not answer, it is given up after a minute or two`)
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
    ...PATIENCE,
    `bun@${wanted}`,
  ]
  const remedy = `where npm's registry cannot be reached, put Bun ${wanted} on the path yourself`
  run(`Bun could not be installed (${remedy})`, 'npm', npm, { cwd: folder, shell: process.platform === 'win32' })
  run('Bun could not be set up', process.execPath, ['install.js'], { cwd: join(folder, 'node_modules', 'bun') })
  writeFileSync(markIn(folder), wanted)
  return program
}

/**
 * Installs the packages when bun.lock is another than at the last installation: those of the tests only where they
 * are run.
 */
function packages(program, forTests) {
  if (isInstalled) return
  const mark = join(root, 'node_modules', '.weir-installed')
  const lock = statSync(join(root, 'bun.lock')).mtimeMs
  const [last, kind] = existsSync(mark) ? readFileSync(mark, 'utf8').split(' ') : []
  // Images and archives keep the times of files in whole seconds.
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
 * Milliseconds in which signals are one, as a terminal and npm both send theirs; a later one ends what has not ended.
 */
const ONE_SIGNAL = 1000
/** Milliseconds between two looks at who called. */
const LOOK_EVERY = 500
/** Milliseconds from a crash to the next start; doubled each time, until one has lived long. */
const PAUSE = 500
const MAX_PAUSE = 8000
const LONG_LIFE = 60_000
/** Tells the service that its predecessor crashed, perhaps because of the work it had under way. */
const AFTER_CRASH = 'SUPERVISOR_SAW_CRASH'
/** Starts in a row that come to nothing before it is given up. */
const TRIES = 5

/** One line among those of the service, in their form. */
function logCrash(fields) {
  const line = { time: new Date().toISOString(), level: 'error', message: 'The service crashed and is started again' }
  const [[name, value]] = Object.entries(fields)
  const text = `${line.time} ${line.level} ${line.message} ${name}=${value}`
  console.error(process.env.WEIR_LOG === 'json' ? JSON.stringify({ ...line, ...fields }) : text)
}

/**
 * Starts a program that has the terminal. With `ready` it has a channel: by that it says that it answers, and hears
 * that this process is gone.
 */
function launch(program, args, { env, ready }, ended) {
  const stdio = ['inherit', 'inherit', 'inherit']
  const failed = (error) => fail(`${program} could not be started: ${error.message}`)
  // Node's way takes Bun some 20 ms more.
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

/**
 * Hands over to the program; signals go on to it, and this process ends as it does. A service that crashes is started
 * again.
 */
function handOver(program, args, { serves }) {
  // By itself the engine lets the heap grow with the machine's memory. Taken for a small one, it collects what a
  // crawl leaves behind in time, which halves what the service takes and costs no time that shows; it limits nothing.
  // While it works the service has 340 MB, and more with what is mapped: where that is four fifths of the machine,
  // each heap is collected whole all the time. With 384 MB a crawl took a third more, to save 35 MB.
  //
  // The engine's last compiler, which it starts for what has run some thousand times, takes longer than it saves for
  // most of the code: only what runs ten times as often is worth it. Of a crawl of 2,000 pages that is a tenth.
  //
  // Free memory goes back to the system after a second. Sooner, as Bun has it, half of what a crawl gives back is
  // asked for again at once: that is twice as many page faults, and a tenth to a third more time, for 40 MB.
  const env = {
    BUN_JSC_forceRAMSize: '671088640',
    BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: '1000000',
    MIMALLOC_PURGE_DELAY: '1000',
    ...process.env,
  }
  delete env[AFTER_CRASH]
  if (program.endsWith('bun.exe'))
    env.PATH = `${join(dirname(program), '..', '..', '.bin')}${delimiter}${env.PATH ?? ''}`
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
    // It exits on the second signal, unless something blocks it.
    if (now - firstSignal > ONE_SIGNAL) setTimeout(() => child?.kill('SIGKILL'), ONE_SIGNAL).unref()
  }
  const start = () => {
    const begun = performance.now()
    let isReady = false
    const ready = () => {
      isReady = true
      hasServed = true
    }
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
  // npm and its like leave their children behind when they are killed. Who starts a service of itself may go.
  const caller = process.ppid
  if ((process.env.npm_lifecycle_event || process.env.INIT_CWD) && caller > 1)
    setInterval(() => process.ppid !== caller && firstSignal === undefined && stop('SIGTERM'), LOOK_EVERY).unref()
  start()
}

/** Deno lets what the memory of processes is read from, `/proc`, be read only by who may do all. */
const ON_DENO = ['run', '--allow-all', '--no-remote']

const [task = 'serve', ...args] = process.argv.slice(2)
const serves = task === 'serve' || task === 'work'
/** In the package that npm gets, the sources are JavaScript. */
const source = (path) => ['.ts', '.js'].map((ending) => join(root, 'core', `${path}${ending}`)).find(existsSync)
if (process.versions.deno) {
  handOver(process.execPath, [...ON_DENO, source('cli/main'), task, ...args], { serves })
} else {
  const program = bun()
  const isTest = task === 'test'
  packages(program, isTest)
  const command = isTest ? [join(root, 'tests', 'run.ts')] : [source('bundle/start'), task]
  handOver(program, [...command, ...args], { serves })
}
