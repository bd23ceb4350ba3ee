import { expect, test } from 'bun:test'
import { permitFor } from 'weirjs'
import { createJobAccounts } from '../../../core/jobs/scheduling/accounts.ts'
import { createPlans } from '../../../core/plans/plans.ts'
import { addUser, openAccounts } from '../open-accounts.ts'

test('an account has the share of its plan on this server, for requests and for jobs', async () => {
  await using world = await openAccounts({ plans: createPlans({ free: { weight: 16 } }) })
  const user = await addUser(world)
  const weights: unknown[] = []
  const { secret } = await world.keys.create(user, { name: 'test' })
  const { token } = await world.accounts.sessions.start(user)
  for (const credential of [secret, token]) {
    const request = new Request('http://localhost/v1/scrape', { headers: { authorization: `Bearer ${credential}` } })
    const wanted = { as: 'key', permission: 'any' } as const
    const { account } = await world.auth.authenticate(request, () => '127.0.0.1', wanted)
    weights.push(permitFor({ account }).weight)
  }
  const { account } = await createJobAccounts(world.accounts).get(user.id)
  weights.push(permitFor({ account }).weight)
  expect(weights).toEqual([16, 16, 16])
})

test('without a configured share the default of the plan applies', () => {
  const account = { id: 'usr_1', email: 'a@b.example', role: 'user' } as const
  expect(permitFor({ account: { ...account, plan: 'pro' } }).weight).toBe(4)
  expect(permitFor({}).weight).toBeUndefined()
})
