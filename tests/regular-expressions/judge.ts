import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { check } from 'recheck'
import type { Expression } from './find.ts'

/** `safe`, or what recheck found, with the text of the attack. */
export type Verdict = { safe: true } | { safe: false; found: string }

const FILE = new URL('./safe.txt', import.meta.url)
/** The checker tries random attacks: with a fixed seed every run tries the same. */
const SETTINGS = { timeout: 10_000, randomSeed: 1 }

/** A hash of its text with escapes for all but ASCII, as the source of a literal has in code that Bun compiled. */
export const hashOf = ({ source, flags }: Pick<Expression, 'source' | 'flags'>) =>
  createHash('sha256')
    .update(`/${escaped(source)}/${flags}`)
    .digest('hex')
    .slice(0, 16)

const escaped = (source: string) =>
  source
    .replace(/[^\u0000-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/\\u[\da-f]{4}/gi, (escape) => escape.toLowerCase())

/** Hashes of the expressions that are known to be safe: judging all of them again takes minutes. */
export const readSafe = () => new Set(readFileSync(FILE, 'utf8').split('\n').filter(Boolean))
export const writeSafe = (hashes: Iterable<string>) =>
  writeFileSync(FILE, `${[...new Set(hashes)].sort().join('\n')}\n`)

/** Verdicts by hash, several expressions at a time. */
export async function judge(expressions: readonly Expression[]): Promise<Map<string, Verdict>> {
  const open = [...new Map(expressions.map((each) => [hashOf(each), each]))]
  const verdicts = new Map<string, Verdict>()
  const work = async () => {
    for (let next = open.pop(); next; next = open.pop()) verdicts.set(next[0], await verdictOf(next[1]))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return verdicts
}

async function verdictOf({ source, flags }: Expression): Promise<Verdict> {
  const diagnosis = await check(source, flags, SETTINGS)
  if (diagnosis.status === 'safe') return { safe: true }
  if (diagnosis.status === 'unknown') return { safe: false, found: `undecided (${diagnosis.error.kind})` }
  return { safe: false, found: `${diagnosis.complexity.summary}, e.g. ${diagnosis.attack.pattern.slice(0, 120)}` }
}
