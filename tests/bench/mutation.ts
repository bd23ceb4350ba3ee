import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Glob } from 'bun'
import { CoveringTests } from './mutation/covering-tests.ts'
import { type Mutant, mutantsOf } from './mutation/mutants.ts'
import { NearestTests } from './mutation/nearest-tests.ts'
import { reasonOf } from './mutation/reviewed.ts'

/**
 * Makes small changes (mutants) to the sources, one at a time, and counts how many of them the tests detect.
 *
 * Usage: bun tests/bench/mutation.ts [--mutants 300] [--seed 1] [--folder core …] [--jobs 2] [--times FILE]
 *        [--coverage FOLDER] [--results FILE] [--most-time MS]
 *
 * The mutants are spread evenly over core, plugins and engines. Each is run against the tests nearest to its file and
 * those that import it, one after the other, until one fails that passes without the mutant. A mutant that a reviewer
 * has found to have no visible effect is not counted. With a file of times, the durations of tests without a mutant
 * are read from it and stored for the next run. With a folder of coverage, the lines that each test runs are stored
 * there; a mutant is then tried first on all tests known to run its line, and last on those known not to. With a file
 * of results, an interrupted run continues with the same arguments. Everything runs in a copy of the checkout.
 */
const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string', multiple: true, default: ['core', 'plugins', 'engines'] },
    jobs: { type: 'string', default: '2' },
    tests: { type: 'string', default: '8' },
    times: { type: 'string' },
    coverage: { type: 'string' },
    results: { type: 'string' },
    'most-time': { type: 'string', default: '120000' },
  },
})
/** The most ms for a test file by itself. */
const TIME = 300_000
/** The factor, and the ms in addition, by which tests may be slower with a mutant; slower ones count as hanging. */
const SLOWER = 5
const BEYOND = 30_000
/** The most ms for a test file whose duration is unknown. */
const USUAL = 10_000
/** The most ms for one test, enough for a busy machine. */
const TEST_TIME = 60_000
/** Ms after which no further tests are tried with a mutant. */
const MAX_TIME = Number(values['most-time'])
const root = join(import.meta.dir, '../..')

/** Pseudo-random numbers, the same for the same seed. Source: mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A random sample of a folder's mutants. */
function draw(folder: string, most: number, random: () => number): Mutant[] {
  const written = [...new Glob(`${folder}/**/*.ts`).scanSync(root)].sort()
  // Templates contain tests of their own, which are not sources.
  const files = written.filter((file) => !file.endsWith('.test.ts'))
  const all = files.flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')))
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[all[i], all[j]] = [all[j]!, all[i]!]
  }
  return all.slice(0, most)
}

/** A copy of the checkout, in which one worker changes files. */
function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'weir-mutation-'))
  for (const name of [
    'core',
    'plugins',
    'engines',
    'schemas',
    'tests',
    'package.json',
    'bunfig.toml',
    'tsconfig.json',
    'README.md',
    'bun.lock',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(name === 'weirjs' ? copy : join(root, 'node_modules', name), join(copy, 'node_modules', name))
  return copy
}

const read = <T>(file: string | undefined): Record<string, T> =>
  file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
/** Whether each mutant that has been tried was detected. */
const results = read<boolean>(values.results)

const testsOf = new NearestTests(root)
/** The number of nearest tests that are tried with a mutant, besides those that import its file. */
const most = Number(values.tests)
const coverage = values.coverage === undefined ? undefined : new CoveringTests(values.coverage)

/** The ms that a test takes with unchanged sources; null if it fails. */
const sound = new Map<string, Promise<number | null>>()
const kept = read<number | null>(values.times)
for (const [test, time] of Object.entries(kept)) sound.set(test, Promise.resolve(time))

async function timeOf(test: string, copy: string): Promise<number | null> {
  const begun = performance.now()
  const time = (await passes(test, copy, TIME)) ? performance.now() - begun : null
  if (time === null) console.log(`left out  ${test} fails without a mutant`)
  keep(test, time)
  return time
}

function keep(test: string, time: number | null) {
  kept[test] = time
  sound.set(test, Promise.resolve(time))
  if (values.times !== undefined) writeFileSync(values.times, JSON.stringify(kept))
}

/** The ms that a test takes, measured once; null if it fails. */
function knownTimeOf(test: string, copy: string): Promise<number | null> {
  const time = sound.get(test) ?? timeOf(test, copy)
  sound.set(test, time)
  return time
}

/**
 * The tests that are tried with a mutant, in this order: those that run its line, then the nearest, of which those
 * known to run other lines come last.
 */
function testsFor({ file, line }: Mutant): string[] {
  const nearest = testsOf.of(file, most)
  const running = coverage?.running(testsOf.of(file, Number.POSITIVE_INFINITY), file, line, (test) => kept[test] ?? 0)
  const [known, unknown] = [true, false].map((is) => nearest.filter((test) => (coverage?.knows(test) ?? false) === is))
  return [...new Set([...(running ?? []), ...unknown!, ...known!])].filter((test) => kept[test] !== null)
}

/**
 * Whether a test fails, or hangs, with a mutant. A test that fails must pass without it, which is checked only then:
 * most tests do not fail with a mutant, so their duration without it is not needed.
 */
async function isNoticed(mutant: Mutant, copy: string): Promise<boolean> {
  const path = join(copy, mutant.file)
  const source = readFileSync(path, 'utf8')
  const fails = async (test: string, time: number) => {
    writeFileSync(path, source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end))
    const begun = performance.now()
    try {
      const isPassing = await passes(test, copy, SLOWER * time + BEYOND)
      // Without the mutant, it takes about as long.
      if (isPassing && kept[test] === undefined) keep(test, performance.now() - begun)
      return !isPassing
    } finally {
      writeFileSync(path, source)
    }
  }
  const end = performance.now() + MAX_TIME
  for (const test of testsFor(mutant)) {
    if (performance.now() > end) break
    const known = await sound.get(test)
    if (known === null || !(await fails(test, known ?? USUAL))) continue
    const time = known ?? (await knownTimeOf(test, copy))
    if (time === null || (time > USUAL && known === undefined && !(await fails(test, time)))) continue
    return true
  }
  return false
}

/** Whether a test passes; if so, its coverage is stored unless known. */
const passes = (test: string, cwd: string, time: number) =>
  new Promise<boolean>((resolve) => {
    const written = coverage?.knows(test) ? undefined : coverage?.optionsFor(cwd)
    const options = ['test', '--bail', '--timeout', String(TEST_TIME), ...(written ?? [])]
    const child = spawn(process.execPath, [...options, test], { cwd, stdio: 'ignore', detached: true })
    const end = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {
        // The whole process group has ended.
      }
    }
    const timer = setTimeout(end, time)
    child.on('exit', (code) => {
      clearTimeout(timer)
      end()
      if (code === 0 && written) coverage?.keep(test, cwd)
      resolve(code === 0)
    })
  })

const random = randomOf(Number(values.seed))
const each = Math.ceil(Number(values.mutants) / values.folder.length)
const drawn = values.folder.map((folder) => draw(folder, each, random))
// Mutants are taken from the folders in turn, so that an interrupted run has results for all of them.
const queue = Array.from({ length: each }, (_, i) => drawn.flatMap((mutants) => mutants[i] ?? [])).flat()
const copies: string[] = []
const noticed = new Map(values.folder.map((folder) => [folder, { noticed: 0, all: 0, equal: 0 }]))
const tell = () => {
  for (const [folder, { noticed: found, all, equal }] of noticed)
    console.log(
      `${folder}: ${found} of ${all} noticed, ${Math.round((100 * found) / Math.max(1, all))} %; ${equal} change nothing`,
    )
}
// An interrupted run prints its results; the mutant in progress is not counted.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    tell()
    for (const copy of copies) rmSync(copy, { recursive: true, force: true })
    process.exit(1)
  })
await Promise.all(
  Array.from({ length: Number(values.jobs) }, async () => {
    const copy = copyCheckout()
    copies.push(copy)
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const { file, line, change } = mutant
      const count = noticed.get(values.folder.find((folder) => file.startsWith(folder))!)!
      if (reasonOf(mutant) !== undefined) {
        count.equal++
        continue
      }
      const name = `${file}:${line}  ${change} (${mutant.start})`
      const isSeen = results[name] ?? (await isNoticed(mutant, copy))
      results[name] = isSeen
      if (values.results !== undefined) writeFileSync(values.results, JSON.stringify(results))
      count.all++
      if (isSeen) count.noticed++
      console.log(`${isSeen ? 'noticed ' : 'survives'}  ${file}:${line}  ${change}`)
    }
    rmSync(copy, { recursive: true, force: true })
  }),
)
tell()
