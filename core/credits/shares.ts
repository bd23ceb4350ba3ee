import type { Charge, Millicredits } from './credits.ts'

/** What a charge takes, and how much of that had been held for it. */
export interface Share extends Charge {
  fromHold: Millicredits
  taken: Millicredits
}

/** Whether there is nothing of a charge to be entered. */
export const isNothing = ({ millicredits, use }: Charge) => millicredits === 0 && !use.pages

/** Shares out what is held for charges, then what else is available, in their order. */
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

/** What charges come to together. */
export function addUpShares(shares: readonly Share[]) {
  let fromHold = 0
  let taken = 0
  for (const share of shares) {
    fromHold += share.fromHold
    taken += share.taken
  }
  return { fromHold, taken }
}
