import type { Charge, Millicredits } from './credits.ts'

/** The amount of a charge, and how much of that comes from its hold. */
export interface Share extends Charge {
  fromHold: Millicredits
  taken: Millicredits
}

/** Whether a charge needs no entry. */
export const isNothing = ({ millicredits, use }: Charge) => millicredits === 0 && !use.pages

/** Covers charges in order, from the hold first, then from the balance. */
export function shareOut(
  charges: readonly Charge[],
  { held, available }: { held: number; available: number },
): Share[] {
  return charges.map((charge) => {
    const fromHold = Math.min(charge.millicredits, held)
    const beyond = Math.min(charge.millicredits - fromHold, available)
    held -= fromHold
    available -= beyond
    return { ...charge, fromHold, taken: fromHold + beyond }
  })
}

/** The sum of charges. */
export function addUpShares(shares: readonly Share[]) {
  let fromHold = 0
  let taken = 0
  for (const share of shares) {
    fromHold += share.fromHold
    taken += share.taken
  }
  return { fromHold, taken }
}
