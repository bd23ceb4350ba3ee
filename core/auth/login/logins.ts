/** Failed logins per client or e-mail address, and the time window in ms. Source: decisions 2.4. */
export const MAX_FAILURES = 10
export const WINDOW = 15 * 60_000

/** The memory of logins. Names are those of clients, e-mail addresses, and pairs of both. */
export interface Logins {
  /**
   * The times of a name's failures in epoch milliseconds, oldest first: the last `MAX_FAILURES`, at least those of
   * the `WINDOW`.
   */
  failures(name: string): Promise<readonly number[]>
  /** Records a failure of all these names. */
  failed(names: readonly string[], at: number): Promise<void>
  /** Whether a pair has logged in before. */
  isKnown(pair: string): Promise<boolean>
  know(pair: string, at: number): Promise<void>
}
