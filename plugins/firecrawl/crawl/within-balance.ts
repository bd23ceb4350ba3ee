import { isApiError } from 'weirjs'

/**
 * Does something whose price for up to `most` items is held beforehand. If the caller set no number (`isOpen`) and
 * the credits do not cover the default, it is done for as many items as they pay for.
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
