import { Budget } from '../../../plugins/content/budget.ts'
import { table } from '../figures.ts'
import type { Construction } from './construction.ts'
import type { Measured, Outcome } from './measure.ts'

/** The outcomes of a construction in its three sizes; fewer if one ended the process. */
export interface Row {
  group: string
  construction: Construction
  outcomes: Outcome[]
  /** The outcomes of larger sizes, if CPU grew too steeply. */
  further?: Outcome[]
}

/** Bytes above idle. */
const MAX_MEMORY = 256 * 2 ** 20
/** Characters of a whole result. */
const MAX_OUTPUT = 64 * 2 ** 20
/** Characters that close what is open after a cut. */
const CLOSING = 16 * 1024
/** Ms of CPU below which growth is noise. */
const NOISE = 150
/** The largest exponent of CPU over size: 1 is linear, 2 is quadratic. */
const STEEP = 1.45
/** CPU ms per megabyte of input; with more, even linear work can keep a server busy. */
const MAX_PER_MEGABYTE = 4000

const isMeasured = (outcome: Outcome): outcome is Measured => !('failed' in outcome)

/** The growth of CPU with size, as an exponent; undefined if there is too little CPU to tell. */
function growthOf([first, , last]: readonly Outcome[]): number | undefined {
  if (!first || !last || !isMeasured(first) || !isMeasured(last) || last.cpu < NOISE) return undefined
  return Math.log(last.cpu / Math.max(1, first.cpu)) / Math.log(last.inputBytes / first.inputBytes)
}

/** Whether CPU grows clearly faster than linearly. */
export const isSteep = (outcomes: readonly Outcome[]): boolean => (growthOf(outcomes) ?? 0) > STEEP

/** The breaches of bounds by a construction, in words: each kind once, for the largest size that has it. */
export function breachesOf(row: Row): string[] {
  const breaches = new Map<string, string>()
  const { outcomes, further = outcomes } = row
  if (isSteep(outcomes) && (isSteep(further) || further.some((outcome) => !isMeasured(outcome)))) {
    const growth = growthOf(further)?.toFixed(2) ?? 'unknown'
    breaches.set('growth', `CPU grows by size^${growth}: ${[...outcomes, ...further].map(cpuOf).join(', ')}`)
  }
  for (const outcome of row.outcomes) {
    if (!isMeasured(outcome)) {
      breaches.set('failed', outcome.failed.split('\n').slice(0, 3).join(' '))
      continue
    }
    const { inputBytes, cpu, memory } = outcome
    const perMegabyte = cpu / (inputBytes / 2 ** 20)
    if (cpu > 1000 && perMegabyte > MAX_PER_MEGABYTE) breaches.set('cpu', `CPU of ${cpuOf(outcome)}`)
    if (memory > MAX_MEMORY) breaches.set('memory', `memory +${megabytes(memory)} MB for ${kilobytes(inputBytes)} kB`)
    const long = tooLong(row.construction, outcome)
    if (long !== undefined) breaches.set('output', long)
  }
  return [...breaches.values()]
}

/** Text formats; the others are data, which repeats the names of its fields. */
const TEXTS = new Set(['markdown', 'html', 'rawHtml', 'text'])
/** The most characters of a format. */
export const mostOf = ({ maxLength, maxDataLength }: Budget, format: string): number =>
  TEXTS.has(format) ? maxLength : maxDataLength

function tooLong({ maxOutput }: Construction, { inputBytes, sizes, readBytes }: Measured): string | undefined {
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0)
  if (maxOutput) {
    return total > maxOutput(inputBytes)
      ? `${kilobytes(total)} kB of output for ${kilobytes(inputBytes)} kB`
      : undefined
  }
  const budget = new Budget(readBytes ?? inputBytes)
  const long = Object.entries(sizes).filter(([name, size]) => size > mostOf(budget, name) + CLOSING)
  const told = long.map(([name, size]) => `${name} ${kilobytes(size)} kB (at most ${kilobytes(mostOf(budget, name))})`)
  if (total > MAX_OUTPUT) told.push(`all together ${megabytes(total)} MB`)
  return told.length > 0 ? `${told.join(', ')} of ${kilobytes(inputBytes)} kB` : undefined
}

const cpuOf = (outcome: Outcome) =>
  isMeasured(outcome) ? `${Math.round(outcome.cpu)} ms for ${kilobytes(outcome.inputBytes)} kB` : 'ended'
const kilobytes = (bytes: number) => Math.round(bytes / 1024)
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

/** Prints the worst figures of each group, then every breach. */
export function report(rows: readonly Row[]): string {
  const names = [...new Set(rows.map(({ group }) => group))]
  const lines = names.map((name) => {
    const own = rows.filter(({ group }) => group === name)
    const measured = own.flatMap(({ outcomes }) => outcomes.filter(isMeasured))
    const worst = (figure: (measured: Measured) => number) => Math.max(0, ...measured.map(figure))
    const growth = Math.max(0, ...own.map(({ outcomes, further }) => growthOf(further ?? outcomes) ?? 0))
    return [
      name,
      own.length,
      growth === 0 ? 'little work' : growth.toFixed(2),
      Math.round(worst(({ cpu, inputBytes }) => (cpu < NOISE ? 0 : cpu / (inputBytes / 2 ** 20)))),
      worst(({ sizes, inputBytes }) => Math.max(0, ...Object.values(sizes)) / Math.max(1, inputBytes)).toFixed(1),
      megabytes(worst(({ memory }) => memory)),
      own.filter((row) => breachesOf(row).length > 0).length,
    ]
  })
  const head = ['group', 'constructions', 'growth', 'ms CPU/MB', 'output/input', 'MB above idle', 'breaches']
  const breaches = rows.flatMap((row) =>
    breachesOf(row).map((breach) => `${row.group}: ${row.construction.name}: ${breach}`),
  )
  return [table(head, lines), '', `${breaches.length} breaches`, ...breaches].join('\n')
}
