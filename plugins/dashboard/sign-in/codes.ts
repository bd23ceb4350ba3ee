import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from 'weirjs'

/** Milliseconds that a code is good. */
const LIFE = 3_600_000
const MAX_CODES = 100

/** Codes that sign somebody in, each once. They are lost with the process. */
export interface Codes {
  /** A new code for an account. */
  make(account: string): string
  /** Whose code it is, which it then no longer is; undefined for one that nobody has. */
  take(code: string): string | undefined
}

/** Kept as hashes, as what looks a code up takes a time that may tell of it. */
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
