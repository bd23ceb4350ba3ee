import { expect, test } from 'bun:test'
import { newId } from 'weirjs'
import { createManual } from '../../../../plugins/billing/manual/manual.ts'
import { SESSION } from '../../../../plugins/billing/store/checkouts.ts'

const SESSION_ID = newId(SESSION, 0)
const by = { id: 'usr_admin' } as Parameters<ReturnType<typeof createManual>['approve']>[1]

/** The result of approving a request for an account with such a subscription. */
async function approved(subscription: object | undefined): Promise<unknown> {
  const row = { id: 'req_1', account: 'usr_1', plan: 'pro', billing_period: 'monthly', status: 'open' }
  const tx = { lock: async () => {} }
  const kit = {
    clock: { now: () => 0 },
    store: { write: (work: (within: typeof tx) => Promise<void>) => work(tx) },
    audit: { record: async () => {} },
  }
  const parts = {
    subscriptions: { of: async () => subscription, put: async () => {}, endOthers: async () => {} },
    checkouts: {
      find: async () => ({ ...row }),
      end: async () => {
        row.status = 'completed'
      },
    },
  }
  const manual = createManual(...([kit, parts] as unknown as Parameters<typeof createManual>))
  return manual.approve(SESSION_ID, by).then(
    ({ status }) => status,
    ({ code, details }) => [code, details],
  )
}

test.each(['active', 'past_due'])(
  'a request of an account whose other subscription is %s waits for its end',
  async (status) => {
    expect(await approved({ provider: 'stripe', status })).toEqual(['conflict', { provider: 'stripe', id: SESSION_ID }])
  },
)

test('any other request is approved', async () => {
  const others = [undefined, { provider: 'stripe', status: 'cancelled' }, { provider: 'manual', status: 'active' }]
  for (const other of others) expect(await approved(other)).toBe('completed')
})
