/** Failed logins of one client or for one e-mail address, and in how long. Source: decisions 2.4. */
export const MAX_FAILURES = 10
export const WINDOW = 15 * 60_000

/** What is remembered of logins. Names are of clients, e-mail addresses, and pairs of both. */
export interface Logins {
  /** When a name failed, in epoch milliseconds, oldest first: the last `MAX_FAILURES`, of `WINDOW` at least. */
  failures(name: string): Promise<readonly number[]>
  /** A failure of all of these names. */
  failed(names: readonly string[], at: number): Promise<void>
  /** Whether a pair has logged in before. */
  isKnown(pair: string): Promise<boolean>
  know(pair: string, at: number): Promise<void>
}
