import { expect, test } from 'bun:test'
import { ALL_ACCOUNTS, type Caller } from 'weirjs'
import { createQueryReader } from '../../../plugins/analytics/read-query.ts'

const NOW = Date.UTC(2026, 2, 15)
const known = new Set(['acct_ann', 'acct_bob'])
const { accountOf, check, periodOf } = createQueryReader({
  clock: { now: () => NOW },
  accounts: { users: { get: async (id: string) => (known.has(id) ? { id } : undefined) } },
} as unknown as Parameters<typeof createQueryReader>[0])
const caller = { account: { id: 'acct_ann', role: 'user' }, permissions: [] } as unknown as Caller

test('the usage is that of the caller, of the named account, or of all accounts', async () => {
  expect(await accountOf({}, caller)).toBe('acct_ann')
  expect(await accountOf({ account: 'acct_bob' }, caller)).toBe('acct_bob')
  expect(await accountOf({ account: 'all' }, caller)).toBe(ALL_ACCOUNTS)
})

test('the default period is a month', () => {
  expect(periodOf({})).toEqual(periodOf({ period: 'month' }))
  expect(periodOf({})).not.toEqual(periodOf({ period: 'day' }))
})

test('users who are not administrators can only query their own usage', async () => {
  await check({}, caller)
  await check({ account: 'acct_ann' }, caller)
  for (const account of ['acct_bob', 'all', 'acct_nobody'])
    await expect(check({ account }, caller)).rejects.toMatchObject({
      code: 'insufficient_permissions',
      details: { parameter: 'account', permission: 'admin' },
    })
  await expect(check({ period: 'soon' }, caller)).rejects.toMatchObject({ status: 400 })
})
