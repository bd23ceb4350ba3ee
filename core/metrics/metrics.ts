/** A number that only grows. */
export interface Counter {
  add(by?: number): void
}

/** Counts values per bucket, and sums them. */
export interface Histogram {
  observe(value: number): void
}

/** One value, with the labels that distinguish it from others of the same name. */
export interface Reading {
  labels?: Labels
  value: number
}
export type Read = () => number | readonly Reading[] | Promise<number | readonly Reading[]>
export type Labels = Readonly<Record<string, string>>

/**
 * The metrics of a process in the text format of Prometheus. Code that counts asks once per set of labels for its
 * counter or histogram and keeps it, so that counting is one addition. Names and labels are chosen by code: a label
 * never holds what a caller or a page wrote, so that there are only few.
 */
export interface Metrics {
  counter(name: string, help: string): (labels?: Labels) => Counter
  /** `bounds` are the upper ends of the buckets, ascending; a last bucket without an end is added. */
  histogram(name: string, help: string, bounds: readonly number[]): (labels?: Labels) => Histogram
  /** `read` is called when the metrics are requested. If it fails, the metric is left out. */
  reading(name: string, type: 'gauge' | 'counter', help: string, read: Read): void
  /** All metrics as text. */
  expose(): Promise<string>
}

/** The content type of what `expose` returns. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

interface Child {
  lines(name: string): string[]
}

const escaped = (value: string) => value.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/"/g, '\\"')
const shown = (labels: Labels) => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return parts.length === 0 ? '' : `{${parts.join(',')}}`
}

class CounterChild implements Counter, Child {
  readonly #labels: string
  #value = 0

  constructor(labels: Labels) {
    this.#labels = shown(labels)
  }

  add(by = 1) {
    this.#value += by
  }

  lines(name: string) {
    return [`${name}${this.#labels} ${this.#value}`]
  }
}

class HistogramChild implements Histogram, Child {
  readonly #labels: Labels
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0

  constructor(labels: Labels, bounds: readonly number[]) {
    this.#labels = labels
    this.#bounds = bounds
    this.#counts = new Array(bounds.length + 1).fill(0)
  }

  observe(value: number) {
    let range = 0
    while (range < this.#bounds.length && value > this.#bounds[range]!) range++
    this.#counts[range]!++
    this.#sum += value
  }

  lines(name: string) {
    let below = 0
    const ranges = this.#counts.map((count, range) => {
      below += count
      const le = range < this.#bounds.length ? String(this.#bounds[range]) : '+Inf'
      return `${name}_bucket${shown({ ...this.#labels, le })} ${below}`
    })
    const labels = shown(this.#labels)
    return [...ranges, `${name}_sum${labels} ${this.#sum}`, `${name}_count${labels} ${below}`]
  }
}

/** `failed` is called with the errors of readings. */
export function createMetrics(failed: (name: string, error: unknown) => void): Metrics {
  const families = new Map<string, () => string[] | Promise<string[]>>()

  const add = (name: string, type: string, help: string, lines: () => string[] | Promise<string[]>) => {
    if (families.has(name)) throw new Error(`There are two metrics called ${name}`)
    const head = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
    families.set(name, async () => {
      try {
        return [...head, ...(await lines())]
      } catch (error) {
        failed(name, error)
        return []
      }
    })
  }
  const family = <C extends Child>(name: string, type: string, help: string, make: (labels: Labels) => C) => {
    const children = new Map<string, C>()
    add(name, type, help, () => [...children.values()].flatMap((child) => child.lines(name)))
    return (labels: Labels = {}): C => {
      const key = shown(labels)
      const child = children.get(key) ?? make(labels)
      children.set(key, child)
      return child
    }
  }

  return {
    counter: (name, help) => family(name, 'counter', help, (labels) => new CounterChild(labels)),
    histogram: (name, help, bounds) => family(name, 'histogram', help, (labels) => new HistogramChild(labels, bounds)),
    reading: (name, type, help, read) =>
      add(name, type, help, async () => {
        const readings = await read()
        const all = typeof readings === 'number' ? [{ value: readings }] : readings
        return all.map(({ labels = {}, value }: Reading) => `${name}${shown(labels)} ${value}`)
      }),
    expose: async () => `${(await Promise.all([...families.values()].map((lines) => lines()))).flat().join('\n')}\n`,
  }
}
