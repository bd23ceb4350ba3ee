import { type Account, defaultPlans, type EngineContext, type Priority, priorities } from 'weirjs'

/** Gives a place back; the next who waits gets it. */
export type Leave = () => void

/** A browser's places for pages. Accounts that wait take turns, as often as their plans weigh; see `createPlaces`. */
export interface Places {
  /** A place when it is this request's turn. Rejects with the signal's reason when that comes first. */
  enter(context: EngineContext): Promise<Leave>
  readonly taken: number
  readonly waiting: number
}

interface Waiting {
  priority: number
  enter(): void
}

interface Line {
  requests: Waiting[]
  weight: number
  /** Places had so far, divided by the weight. The smallest is next. */
  pass: number
}

const rank = (priority: Priority) => priorities.indexOf(priority)

/**
 * `count` places, shared by stride scheduling: who waits first of another account goes before the tenth of the same one.
 * Priority orders an account's own requests. Source: decisions 4.5.
 */
export function createPlaces(count: number): Places {
  const lines = new Map<string, Line>()
  let taken = 0
  let waiting = 0
  let now = 0

  const lineOf = ({ id, plan }: Account): Line => {
    const line = lines.get(id) ?? { requests: [], weight: defaultPlans[plan].weight, pass: now }
    lines.set(id, line)
    return line
  }

  const take = (line: Line) => {
    taken += 1
    now = Math.max(now, line.pass)
    line.pass += 1 / line.weight
  }

  const next = () => {
    const [id, line] = [...lines].reduce((a, b) => (b[1].pass < a[1].pass ? b : a), [...lines][0]!)
    const first = line.requests.reduce((a, b) => (b.priority > a.priority ? b : a))
    line.requests.splice(line.requests.indexOf(first), 1)
    take(line)
    if (line.requests.length === 0) lines.delete(id)
    waiting -= 1
    first.enter()
  }

  const leaveOnce = (): Leave => {
    let left = false
    return () => {
      if (left) return
      left = true
      taken -= 1
      if (waiting > 0 && taken < count) next()
    }
  }

  return {
    get taken() {
      return taken
    },
    get waiting() {
      return waiting
    },
    enter({ signal, account, priority }) {
      if (signal.aborted) return Promise.reject(signal.reason)
      if (taken < count) {
        taken += 1
        return Promise.resolve(leaveOnce())
      }
      return new Promise((resolve, reject) => {
        const line = lineOf(account)
        const request: Waiting = {
          priority: rank(priority),
          enter() {
            signal.removeEventListener('abort', giveUp)
            resolve(leaveOnce())
          },
        }
        const giveUp = () => {
          line.requests.splice(line.requests.indexOf(request), 1)
          waiting -= 1
          if (line.requests.length === 0) lines.delete(account.id)
          reject(signal.reason)
        }
        line.requests.push(request)
        waiting += 1
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
  }
}
