import { ApiError, defineJob, t } from 'weirjs'

export const Numbers = t.Object({ numbers: t.Array(t.Integer()) })
export const One = t.Object({ number: t.Integer() })
export const seed = ({ numbers }: { numbers: number[] }) =>
  numbers.map((number, i) => ({ key: `${i}`, value: { number } }))

/** Doubles numbers; odd ones fail, and 4 fails with a failure that may be retried. */
export const doubling = (tries: number[] = []) =>
  defineJob({
    name: 'test.double',
    input: Numbers,
    item: One,
    seed,
    maxAttempts: () => 3,
    async run({ item: { number } }) {
      tries.push(number)
      if (number % 2 === 1) throw new ApiError('scraping_failed', `${number} is odd`)
      if (number === 4) throw new ApiError('timeout', 'later, perhaps', {}, { retryAfter: 0.01 })
      return { result: { number, double: number * 2 }, millicredits: 1500, pages: 1 }
    },
    failed: async ({ code }, { item: { number } }) => ({ number, code }),
  })
