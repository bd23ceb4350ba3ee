class DeadlineError extends Error {
  override readonly name = 'DeadlineError'
}

export const isDeadline = (error: unknown): error is Error => error instanceof DeadlineError

/**
 * Bounds the work of a transaction: others wait for it, so it must not wait for a network, a timer or another
 * transaction.
 */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new DeadlineError(
            `A transaction was rolled back: its work had not ended after ${milliseconds} ms. It may await its own queries only`,
          ),
        ),
      milliseconds,
    )
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
