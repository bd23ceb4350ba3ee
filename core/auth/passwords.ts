import { ApiError } from '../errors.ts'
import { loadHasher } from '../runtime/password.ts'
import { COST, type PasswordHasher } from '../runtime/password-hasher.ts'
import { randomText } from './random-text.ts'

/** Length limits of a password in characters. Source: threats T37. */
export const PASSWORD_LENGTH = { minimum: 8, maximum: 256 } as const

/** The most hashes computed at once: each takes 19 MB, and other work needs the cores too. */
const MAX_CONCURRENT = 2
/** The most that may wait; beyond that an answer would come too late to be useful. */
const MAX_WAITING = 500

/** The highest cost that a stored hash may demand: a tampered one could keep a core busy for minutes. */
const MAX_COST = { memory: 65_536, passes: 10, lanes: 4 } as const

export interface Passwords {
  /** Throws 400 `invalid_request` if the password is too short or too long, and 503 if too many are waiting. */
  hash(password: string): Promise<string>
  /**
   * Takes as long for a missing hash as for a wrong password, so that nobody learns which users exist. `stillWanted`
   * is called when the check's turn comes: a login that was locked meanwhile computes nothing.
   */
  verify(password: string, phc: string | null, stillWanted?: () => Promise<void>): Promise<boolean>
}

/** A generated password: 20 characters, 119 bits. */
export const generatePassword = () => randomText(20)

export function createPasswords(load: () => Promise<PasswordHasher> = loadHasher): Passwords {
  const limited = createSemaphore(MAX_CONCURRENT, MAX_WAITING)
  const nobody = unmatchable()
  return {
    async hash(password) {
      const { minimum, maximum } = PASSWORD_LENGTH
      if (password.length < minimum || password.length > maximum) {
        const details = { parameter: 'password' }
        throw new ApiError(
          'invalid_request',
          `password must be a string of ${minimum} to ${maximum} characters`,
          details,
        )
      }
      return limited(async () => (await load()).hash(password))
    },

    async verify(password, phc, stillWanted) {
      if (phc !== null) checkCost(phc)
      // An overlong password is nobody's, and must take no longer than any other.
      const fits = password.length <= PASSWORD_LENGTH.maximum
      return limited(async () => {
        await stillWanted?.()
        const matches = await (await load()).verify(password.slice(0, PASSWORD_LENGTH.maximum), phc ?? nobody)
        return matches && fits && phc !== null
      })
    },
  }
}

/** A hash at our own cost that matches no known password. */
function unmatchable() {
  const random = (bytes: number) =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(bytes)))
      .toString('base64')
      .replace(/=/g, '')
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.lanes}$${random(16)}$${random(32)}`
}

function checkCost(phc: string) {
  const [, memory, passes, lanes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(phc) ?? []
  if (!memory) throw new Error('A stored password is not an argon2id hash')
  if (Number(memory) > MAX_COST.memory || Number(passes) > MAX_COST.passes || Number(lanes) > MAX_COST.lanes) {
    throw new Error('A stored password hash asks for more memory or time than is allowed')
  }
}

/** Runs a limited number of tasks at once, and queues the others. Throws 503 if the queue is full. */
function createSemaphore(maxConcurrent: number, maxWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) {
        const message = 'Too many passwords are being checked; try again in a few seconds'
        throw new ApiError('service_unavailable', message, { reason: 'busy' }, { retryAfter: 5 })
      }
      // A finished task hands its slot on, so `running` stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Deferred, so that the finished task acts on its result first: the next one must see a lock that results from
      // it.
      if (next) setTimeout(next, 0)
      else running--
    }
  }
}
