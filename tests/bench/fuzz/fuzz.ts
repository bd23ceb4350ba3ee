import { isApiError } from 'weirjs'
import { contentFormats } from 'weirjs/schemas'
import { Budget } from '../../../plugins/content/budget.ts'
import { convert } from '../../plugins/content/convert.ts'
import { contentOptions } from '../../plugins/content/options.ts'
import { mostOf } from '../constructions/report.ts'
import { changed, type Sample } from './corpus.ts'
import { Random } from './random.ts'

/** A seed that did what no page may do. */
export interface Finding {
  seed: number
  sample: string
  what: string
}

export interface FuzzOptions {
  samples: readonly Sample[]
  /** Of the first change; each next one adds 1. */
  seed: number
  /** Ms until no further change is begun. */
  time: number
  /** Ms that one conversion may take. */
  timeout: number
  /** Conversions at once. */
  atOnce: number
  found?: (finding: Finding) => void
}

/** Characters that close what a cut left open. */
const CLOSING = 16 * 1024
/** Characters of what a document's own process may say of it, to which its formats are in proportion. */
const MAX_READ = 16 * 2 ** 20

/** The page or document that a seed makes of the samples. */
export function made(samples: readonly Sample[], seed: number): { sample: Sample; body: Uint8Array } {
  const random = new Random(seed)
  // Pages are what is read most, and are changed in a tenth of the time of a document.
  const pages = samples.filter(({ type }) => type === 'text/html')
  const sample = random.of(random.below(2) === 0 ? pages : samples)
  return { sample, body: changed(sample, random, random.of(samples)) }
}

/** Converts changed pages and documents as the server does, until the time is over; what is found names its seed. */
export async function fuzz(options: FuzzOptions): Promise<{ tried: number; refused: number; findings: Finding[] }> {
  const end = Date.now() + options.time
  const findings: Finding[] = []
  let [tried, refused] = [0, 0]
  const work = async () => {
    while (Date.now() < end) {
      const seed = options.seed + tried++
      const outcome = await tryOne(options, seed)
      if (outcome === 'refused') refused++
      else if (outcome !== 'read') {
        findings.push(outcome)
        options.found?.(outcome)
      }
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, work))
  return { tried, refused, findings }
}

async function tryOne({ samples, timeout }: FuzzOptions, seed: number): Promise<'read' | 'refused' | Finding> {
  const { sample, body } = made(samples, seed)
  const finding = (what: string): Finding => ({ seed, sample: sample.name, what })
  const late = new Error(`Not converted within ${timeout} ms`)
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(late), timeout)
  const random = new Random(seed)
  const chosen = {
    onlyMainContent: random.below(2) === 0,
    llmOptimization: random.below(3) === 0,
    stripHtml: random.below(4) === 0,
    pageLinks: true,
  }
  try {
    const source = {
      url: new URL('https://fuzz.example/page'),
      headers: new Headers({ 'content-type': sample.type }),
      body,
    }
    const converted = await convert(source, contentOptions(chosen, ...contentFormats), { signal: deadline.signal })
    const budget = new Budget(sample.type === 'text/html' ? body.byteLength : MAX_READ)
    for (const [name, value] of Object.entries(converted)) {
      const length = typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0)
      if (length > mostOf(budget, name) + CLOSING)
        return finding(`${name} has ${length} characters of a body of ${body.byteLength} bytes`)
    }
    return 'read'
  } catch (error) {
    if (isApiError(error)) return 'refused'
    return finding(String((error as Error)?.stack ?? error).slice(0, 600))
  } finally {
    clearTimeout(timer)
  }
}
