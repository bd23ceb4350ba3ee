import { isApiError } from 'weirjs'
import { contentFormats } from 'weirjs/schemas'
import { Budget } from '../../../plugins/content/budget.ts'
import { convert } from '../../plugins/content/convert.ts'
import { contentOptions } from '../../plugins/content/options.ts'
import { mostOf } from '../constructions/report.ts'
import { changed, type Sample } from './corpus.ts'
import { Random } from './random.ts'

/** A seed that broke a rule. */
export interface Finding {
  seed: number
  sample: string
  what: string
}

export interface FuzzOptions {
  samples: readonly Sample[]
  /** The seed of the first change; each further one adds 1. */
  seed: number
  /** Ms after which no further change is started. */
  time: number
  /** The most ms of one conversion. */
  timeout: number
  /** Concurrent conversions. */
  atOnce: number
  found?: (finding: Finding) => void
}

/** Characters that close what is open after a cut. */
const CLOSING = 16 * 1024
/** The most characters that a document's process returns, to which its formats are proportional. */
const MAX_READ = 16 * 2 ** 20

/** The page or document that a seed makes from the samples. */
export function made(samples: readonly Sample[], seed: number): { sample: Sample; body: Uint8Array } {
  const random = new Random(seed)
  // Pages are the most frequent input, and take a tenth of the time of a document.
  const pages = samples.filter(({ type }) => type === 'text/html')
  const sample = random.of(random.below(2) === 0 ? pages : samples)
  return { sample, body: changed(sample, random, random.of(samples)) }
}

/** Converts mutated pages and documents as the server does, until the time is over. Each finding has its seed. */
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
