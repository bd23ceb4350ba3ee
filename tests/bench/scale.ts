/**
 * Finds what limits the number of machines, by a simulation of machines on one queue, in simulated time. A page takes
 * time of its host, then of a core of its machine, and two transactions of the store, whose rate is limited; no host
 * has more pages in progress, on all machines together, than its gate allows. The defaults are measurements by
 * `bun tests/bench/queue-postgres.ts`, `crawl.ts` and `machines-speed.ts`.
 * Usage: bun tests/bench/scale.ts [--store ITEMS/S] [--cpu MS] [--cores N] [--latency MS] [--gate N] [--slots N]
 */
import { parseArgs } from 'node:util'
import { table } from './figures.ts'

const { values } = parseArgs({
  options: {
    store: { type: 'string', default: '1000' },
    cpu: { type: 'string', default: '9' },
    cores: { type: 'string', default: '4' },
    latency: { type: 'string', default: '200' },
    gate: { type: 'string', default: '8' },
    slots: { type: 'string', default: '32' },
  },
})
const [store, cpu, cores, latency, gate, slots] = [
  values.store,
  values.cpu,
  values.cores,
  values.latency,
  values.gate,
  values.slots,
].map(Number) as [number, number, number, number, number, number]

/** Simulated milliseconds, and those at the beginning that are not counted. */
const TIME = 20_000
const WARM_UP = 4_000
/** Items that a machine claims at once, and the share of the claim in the cost of an item for the store. */
const BATCH = 16
const CLAIM_SHARE = 0.25

/** Events, earliest first. */
class Events {
  readonly #heap: { at: number; run: () => void }[] = []
  now = 0

  after(milliseconds: number, run: () => void) {
    const heap = this.#heap
    heap.push({ at: this.now + milliseconds, run })
    for (let i = heap.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1
      if (heap[parent]!.at <= heap[i]!.at) break
      ;[heap[parent], heap[i]] = [heap[i]!, heap[parent]!]
      i = parent
    }
  }

  runUntil(end: number) {
    const heap = this.#heap
    while (heap[0] && heap[0].at <= end) {
      const { at, run } = heap[0]
      const last = heap.pop()!
      if (heap.length > 0) {
        heap[0] = last
        for (let i = 0; ; ) {
          let least = i
          for (const child of [2 * i + 1, 2 * i + 2])
            if (child < heap.length && heap[child]!.at < heap[least]!.at) least = child
          if (least === i) break
          ;[heap[i], heap[least]] = [heap[least]!, heap[i]!]
          i = least
        }
      }
      this.now = at
      run()
    }
  }
}

/** A resource with a number of slots, first come, first served. */
class Server {
  readonly #events: Events
  readonly #waiting: { milliseconds: number; done: () => void }[] = []
  #free: number
  #first = 0
  busy = 0

  constructor(events: Events, atOnce: number) {
    this.#events = events
    this.#free = atOnce
  }

  ask(milliseconds: number, done: () => void) {
    this.#waiting.push({ milliseconds, done })
    this.#next()
  }

  #next() {
    const next = this.#waiting[this.#first]
    if (this.#free === 0 || !next) return
    this.#free--
    if (++this.#first > 1000) {
      this.#waiting.splice(0, this.#first)
      this.#first = 0
    }
    if (this.#events.now >= WARM_UP) this.busy += next.milliseconds
    this.#events.after(next.milliseconds, () => {
      this.#free++
      next.done()
      this.#next()
    })
  }
}

function simulate(machines: number, hosts: number) {
  const events = new Events()
  const writes = new Server(events, 1)
  const perItem = 1000 / store
  const running = new Int32Array(hosts)
  let turn = 0
  let pages = 0
  let most = 0
  let busy = 0
  const wake: (() => void)[] = []

  /** Hosts that accept requests now, in rotation. */
  const take = (wanted: number): number[] => {
    const taken: number[] = []
    for (let looked = 0; looked < hosts && taken.length < wanted; looked++) {
      const host = turn++ % hosts
      while (running[host]! < gate && taken.length < wanted) {
        most = Math.max(most, ++running[host]!)
        taken.push(host)
        if (hosts > 1) break
      }
    }
    return taken
  }

  for (let i = 0; i < machines; i++) {
    const processors = new Server(events, cores)
    let free = slots
    let isClaiming = false
    const claim = () => {
      if (isClaiming || free === 0) return
      isClaiming = true
      const taken = take(Math.min(free, BATCH))
      // A claim without items takes time, too.
      writes.ask(perItem * CLAIM_SHARE * Math.max(1, taken.length), () => {
        isClaiming = false
        if (taken.length === 0) {
          wake.push(claim)
          return
        }
        free -= taken.length
        for (const host of taken)
          events.after(latency, () =>
            processors.ask(cpu, () =>
              writes.ask(perItem * (1 - CLAIM_SHARE), () => {
                if (events.now >= WARM_UP) {
                  pages++
                  busy += cpu
                }
                running[host]!--
                free++
                wake.shift()?.()
                claim()
              }),
            ),
          )
        claim()
      })
    }
    claim()
  }
  events.runUntil(TIME)
  const seconds = (TIME - WARM_UP) / 1000
  const shares = {
    store: writes.busy / (TIME - WARM_UP),
    processors: busy / (TIME - WARM_UP) / (machines * cores),
    hosts: ((pages / seconds) * (latency / 1000)) / (hosts * gate),
    places: ((pages / seconds) * (latency / 1000)) / (machines * slots),
  }
  const [bound] = Object.entries(shares).sort((a, b) => b[1] - a[1])[0]!
  return { perSecond: pages / seconds, most, shares, bound }
}

const head = ['MACHINES', 'HOSTS', 'PAGES/S', 'STORE', 'CORES', 'GATES', 'BOUND BY', 'MOST OF A HOST']
const rows: string[][] = []
for (const hosts of [30, 300, 10_000])
  for (const machines of [1, 3, 10, 30, 100]) {
    const { perSecond, most, shares, bound } = simulate(machines, hosts)
    const percent = (share: number) => `${Math.round(share * 100)} %`
    rows.push([
      String(machines),
      String(hosts),
      perSecond.toFixed(0),
      percent(shares.store),
      percent(shares.processors),
      percent(shares.hosts),
      bound,
      String(most),
    ])
    if (most > gate) throw new Error(`${most} pages of a host at once, where its gate is ${gate}`)
  }
console.log(table(head, rows))
