import { isApiError } from 'weirjs'

/**
 * Does something whose price is held beforehand for so many things. Where the caller named no number and the credits
 * are too few for the usual one, it is done for as many as they pay for.
 */
export async function withinBalance<T>(
  most: number,
  isOpen: boolean,
  make: (most: number, warnings: string[]) => Promise<T>,
): Promise<{ made: T; warnings: string[] }> {
  try {
    return { made: await make(most, []), warnings: [] }
  } catch (error) {
    if (!isOpen || !isApiError(error) || error.code !== 'insufficient_credits') throw error
    const { required, available } = error.details as { required: number; available: number }
    const paid = Math.floor((most * available) / required)
    if (!(paid >= 1)) throw error
    const warnings = [`limit is ${paid}, which is what the credits of the account pay for; name a lower one to be sure`]
    return { made: await make(paid, warnings), warnings }
  }
}
