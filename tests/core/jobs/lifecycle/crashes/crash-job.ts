import { ApiError, defineJob, t } from 'weirjs'

const PRICE = 1500

/** Items that take a few milliseconds. A seventh of them fails, and each adds one more until there are `items`. */
export const crashJob = defineJob({
  name: 'test.crash',
  input: t.Object({ items: t.Integer() }),
  item: t.Object({ number: t.Integer() }),
  seed: ({ items }) =>
    [0, 1, 2, 3].filter((number) => number < items).map((number) => ({ key: `${number}`, value: { number } })),
  parallel: () => 6,
  async run({ item: { number }, input: { items }, jobId }) {
    await Bun.sleep(Math.random() * 8)
    if (number % 7 === 3) throw new ApiError('scraping_failed', 'It is one of those')
    const next = [number + 4, number + 5].filter((child) => child < items)
    return {
      result: { number },
      millicredits: PRICE,
      pages: 1,
      next: next.map((child) => ({ key: `${child}`, value: { number: child } })),
      async also(tx) {
        await tx
          .db<{ test_done: { job: string; number: number } }>()
          .insertInto('test_done')
          .values({ job: jobId, number })
          .execute()
      },
    }
  },
})

export const startOptions = (items: number) => ({ millicredits: items * PRICE, priority: 'medium' }) as const
export { PRICE }
