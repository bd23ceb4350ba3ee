import { defineJob, t } from 'weirjs'

const PRICE = 1000

/** What the items do in this process; each process sets it. */
export const behaviour = {
  async run(_number: number, _attempt: number, _signal: AbortSignal): Promise<void> {},
}

/** Numbers, six at a time, spread over `hosts` hosts if that is set. */
export const poisonJob = defineJob({
  name: 'test.poison',
  input: t.Object({ numbers: t.Array(t.Integer()), hosts: t.Optional(t.Integer()) }),
  item: t.Object({ number: t.Integer() }),
  seed: ({ numbers, hosts }) =>
    numbers.map((number) => ({
      key: `${number}`,
      value: { number },
      host: hosts === undefined ? hosts : `host-${number % hosts}`,
    })),
  parallel: () => 6,
  async run({ item: { number }, attempt, signal }) {
    await behaviour.run(number, attempt, signal)
    return { result: { number }, millicredits: PRICE, pages: 1 }
  },
  failed: async ({ code, details }, { item: { number } }) => ({ number, code, reason: details.reason }),
})

export const startOptions = (items: number) => ({ millicredits: items * PRICE, priority: 'medium' }) as const
export { PRICE }
