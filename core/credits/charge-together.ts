import type { ApiError } from '../errors.ts'
import { newId } from '../id.ts'
import type { Store, Tx } from '../store/index.ts'
import { type Charge, checkAmount, type Millicredits, type Use } from './credits.ts'

/** Maximum charges in one transaction, for which others wait. */
const AT_ONCE = 100

interface Waiting extends Charge {
  resolve(): void
  reject(error: unknown): void
}

/** Charges each in full or not at all. Returns the refusals in the same order. */
type ChargeEach = (tx: Tx, accountId: string, charges: readonly Charge[]) => Promise<(ApiError | undefined)[]>

/**
 * Charges for requests of an account that wait at the same time in one transaction, so that balance and usage are
 * read and written only once.
 */
export function createChargeTogether(store: Store, chargeEach: ChargeEach) {
  const waiting = new Map<string, Waiting[]>()

  const take = (accountId: string): Waiting[] => {
    const all = waiting.get(accountId)!
    const taken = all.splice(0, AT_ONCE)
    waiting.delete(accountId)
    if (all.length > 0) begin(accountId, all)
    return taken
  }

  const begin = (accountId: string, charges: Waiting[]) => {
    waiting.set(accountId, charges)
    void chargeWaiting(accountId)
  }

  const chargeWaiting = async (accountId: string) => {
    let taken: Waiting[] | undefined
    try {
      const refusals = await store.write((tx) => {
        // Those that have come until the transaction begins, and the same where it is run again.
        taken ??= take(accountId)
        return chargeEach(tx, accountId, taken)
      })
      for (const [i, { resolve, reject }] of taken!.entries()) {
        if (refusals[i]) reject(refusals[i])
        else resolve()
      }
    } catch (error) {
      for (const { reject } of taken ?? take(accountId)) reject(error)
    }
  }

  return async (accountId: string, millicredits: Millicredits, use: Use): Promise<void> => {
    checkAmount(millicredits)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const charge = { key: newId('charge'), millicredits, use, resolve, reject }
    const others = waiting.get(accountId)
    if (others) others.push(charge)
    else begin(accountId, [charge])
    return promise
  }
}
