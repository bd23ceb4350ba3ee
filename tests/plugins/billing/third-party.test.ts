import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBilling } from './open.ts'

const fixture = (name: string) => join(import.meta.dir, 'fixtures', `${name}.ts`)
const WEIR_PLUGINS = ['*', fixture('spend'), fixture('piggy-bank')].join(',')

test('a payment provider of a third party works like ours', async () => {
  const weir = await openBilling({ WEIR_PLUGINS })
  try {
    const { key } = await weir.user('free')
    const pay = (sessionId: string) => weir.post('/v1/piggy-bank', { sessionId }, { key: null })
    const { provider, needsApproval, plans } = (await weir.get('/v1/billing/plans', { key })).body.data
    expect([provider, needsApproval]).toEqual(['piggy-bank', false])
    expect(plans.at(2).offers[0]).toEqual({ billingPeriod: 'monthly', amount: 7, currency: 'CHF' })
    expect((await weir.checkout(key, 'enterprise')).status).toBe(400)

    const first = (await weir.checkout(key, 'starter')).body.data
    expect(first).toEqual({ checkoutUrl: 'https://bank.example/coins-1', sessionId: 'coins-1', provider: 'piggy-bank' })
    await weir.spend(key, 100)
    await pay(first.sessionId)
    expect(await weir.has(key)).toEqual({ plan: 'starter', monthly: 5000, used: 0, remaining: 5000 })
    expect(await weir.subscription(key)).toMatchObject({ provider: 'piggy-bank', hasPortal: false, pending: null })

    // A plan that is paid for is changed, not paid for again.
    await pay((await weir.checkout(key, 'pro')).body.data.sessionId)
    expect((await weir.has(key)).plan).toBe('pro')
    await weir.post('/v1/billing/cancel', undefined, { key })
    const { endsAt } = await weir.subscription(key)
    weir.clock.set(endsAt)
    expect((await weir.subscription(key)).plan).toBe('free')
    // None of its requests waits for an administrator.
    expect(await weir.requests()).toEqual([])
  } finally {
    await weir.close()
  }
})

test('a user whose plan was approved pays by a provider that was set up later, and only for that plan', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-billing-'))
  const settings = { WEIR_DATA_DIR: dataDir, WEIR_ADMIN_API_KEY: `wr_${'1'.repeat(5)}_${'2'.repeat(40)}` }
  try {
    const first = await openBilling(settings)
    const { key } = await first.user('free')
    await first.decide((await first.checkout(key, 'pro')).body.data.sessionId, 'approve')
    await first.close()
    const second = await openBilling({ ...settings, WEIR_PLUGINS })
    expect((await second.checkout(key, 'pro')).status).toBe(409)
    const { sessionId, provider } = (await second.checkout(key, 'starter')).body.data
    expect(provider).toBe('piggy-bank')
    expect((await second.has(key)).plan).toBe('pro')
    await second.post('/v1/piggy-bank', { sessionId }, { key: null })
    expect((await second.has(key)).plan).toBe('starter')
    expect(await second.subscription(key)).toMatchObject({ provider: 'piggy-bank', status: 'active' })
    await second.close()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
