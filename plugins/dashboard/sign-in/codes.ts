import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from 'weirjs'

/** Milliseconds for which a code is valid. */
const LIFE = 3_600_000
const MAX_CODES = 100

/** One-time codes that sign a user in. They are lost with the process. */
export interface Codes {
  /** A new code for an account. */
  make(account: string): string
  /** Returns the account of a code and invalidates it; undefined for an unknown one. */
  take(code: string): string | undefined
}

/** Stored as hashes, because the time of a look-up may leak the stored value. */
const digest = (code: string) => createHash('sha256').update(code).digest('hex')

export function createCodes(clock: Clock): Codes {
  const codes = new Map<string, { account: string; until: number }>()
  return {
    make(account) {
      const code = randomBytes(24).toString('base64url')
      codes.set(digest(code), { account, until: clock.now() + LIFE })
      if (codes.size > MAX_CODES) codes.delete(codes.keys().next().value as string)
      return code
    },
    take(code) {
      const name = digest(code)
      const found = codes.get(name)
      codes.delete(name)
      return found && clock.now() < found.until ? found.account : undefined
    },
  }
}
