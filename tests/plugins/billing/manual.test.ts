import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../core/jobs/open-jobs.ts'
import { setClock } from '../../core/open-accounts.ts'
import { auditOf, type Billing, DAY, openBilling, START } from './open.ts'

let weir: Billing
beforeAll(async () => {
  weir = await openBilling()
})
afterAll(() => weir.close())

const approved = async (plan = 'pro', billingPeriod = 'monthly', user?: { key: string }) => {
  const { key } = user ?? (await weir.user('free'))
  const { sessionId } = (await weir.checkout(key, plan, billingPeriod)).body.data
  expect((await weir.decide(sessionId, 'approve')).status).toBe(200)
  return { key, sessionId }
}

/** A Weir for one test. */
async function openWorld(settings: Record<string, string> = {}) {
  const world = await openBilling(settings)
  return {
    ...world,
    async approved(billingPeriod: string) {
      const { key } = await world.user('free')
      const { sessionId } = (await world.checkout(key, 'pro', billingPeriod)).body.data
      await world.decide(sessionId, 'approve')
      return { key }
    },
    [Symbol.asyncDispose]: () => world.close(),
  }
}

describe('a request', () => {
  test('changes nothing until an administrator approves it, which works once', async () => {
    const { id, email, key } = await weir.user('free')
    const { status, body } = await weir.checkout(key, 'pro', 'yearly')
    expect(status).toBe(200)
    expect(body.data).toEqual({ checkoutUrl: null, sessionId: expect.stringMatching(/^chk_/), provider: 'manual' })
    const { sessionId } = body.data
    expect(await weir.has(key)).toMatchObject({ plan: 'free', monthly: 500 })
    const requested = { sessionId, plan: 'pro', billingPeriod: 'yearly' }
    expect((await weir.subscription(key)).pending).toMatchObject({ ...requested, provider: 'manual' })
    expect(await weir.requests()).toContainEqual({
      ...requested,
      userId: id,
      email,
      currentPlan: 'free',
      status: 'pending',
      requestedAt: new Date(weir.clock.now()).toISOString(),
      decidedAt: null,
      decidedBy: null,
      reason: null,
    })

    await weir.spend(key, 100)
    const first = await weir.decide(sessionId, 'approve')
    expect([first.status, first.body.data.status]).toEqual([200, 'approved'])
    expect(first.body.data.decidedBy).toMatch(/^usr_/)
    expect(await weir.has(key)).toEqual({ plan: 'pro', monthly: 50_000, used: 0, remaining: 50_000 })
    await weir.spend(key, 20)
    expect((await weir.decide(sessionId, 'approve')).body).toEqual(first.body)
    expect((await weir.has(key)).used).toBe(20)
    expect((await weir.decide(sessionId, 'decline', {})).status).toBe(409)

    expect(await weir.subscription(key)).toEqual({
      plan: 'pro',
      status: 'active',
      billingPeriod: 'yearly',
      currentPeriodStart: START,
      currentPeriodEnd: '2027-01-15T10:00:00.000Z',
      credits: { monthly: 50_000, used: 20, remaining: 49_980 },
      creditsRefillAt: '2026-02-15T10:00:00.000Z',
      provider: 'manual',
      cancelAtPeriodEnd: false,
      endsAt: null,
      canBeCancelled: true,
      hasPortal: false,
      pending: null,
    })
  })

  test('that is declined changes nothing, and cannot be approved', async () => {
    const { key } = await weir.user('free')
    const { sessionId } = (await weir.checkout(key)).body.data
    const { body } = await weir.decide(sessionId, 'decline', { reason: 'Not paid' })
    expect(body.data).toMatchObject({ status: 'declined', reason: 'Not paid' })
    const { status, body: refused } = await weir.decide(sessionId, 'approve')
    expect([status, refused.error.code]).toEqual([409, 'conflict'])
    expect(refused.error.details).toMatchObject({ status: 'declined', id: sessionId })
    expect((await weir.has(key)).plan).toBe('free')
    expect((await weir.subscription(key)).pending).toBeNull()
    expect((await weir.requests('declined')).map((one: { sessionId: string }) => one.sessionId)).toContain(sessionId)
  })

  test('is the same while it is open, and is replaced by one for another plan', async () => {
    const { key } = await weir.user('free')
    const { sessionId } = (await weir.checkout(key)).body.data
    expect((await weir.checkout(key)).body.data.sessionId).toBe(sessionId)
    const { sessionId: other } = (await weir.checkout(key, 'starter')).body.data
    expect(other).not.toBe(sessionId)
    expect((await weir.decide(sessionId, 'approve')).status).toBe(409)
    expect((await weir.subscription(key)).pending.sessionId).toBe(other)
  })

  test('is approved once by administrators who decide concurrently', async () => {
    const { key } = await weir.user('free')
    const { sessionId } = (await weir.checkout(key)).body.data
    const answers = await Promise.all(
      (['approve', 'approve', 'decline', 'approve'] as const).map((verb) => weir.decide(sessionId, verb, {})),
    )
    const states = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.status))
    expect(states.size).toBe(1)
    expect((await weir.has(key)).plan).toBe([...states][0] === 'approved' ? 'pro' : 'free')
  })

  test('is approved by setting its plan', async () => {
    const { id, key } = await weir.user('free')
    const { sessionId } = (await weir.checkout(key, 'starter', 'yearly')).body.data
    await weir.call('PUT', `/v1/admin/users/${id}`, { plan: 'starter' })
    await until('the approval', async () => (await weir.subscription(key)).pending === null)
    expect(await weir.subscription(key)).toMatchObject({ plan: 'starter', billingPeriod: 'yearly', status: 'active' })
    const approvals = await weir.requests('approved')
    expect(approvals.map((one: { sessionId: string }) => one.sessionId)).toContain(sessionId)
  })

  test.each([
    [{ plan: 'platinum', billingPeriod: 'monthly' }, 'plan'],
    [{ plan: 'free', billingPeriod: 'monthly' }, 'plan'],
    [{ plan: 'pro', billingPeriod: 'weekly' }, 'billingPeriod'],
    [{ billingPeriod: 'monthly' }, 'plan'],
  ])('with %p is refused, and the error names %s', async (body, field) => {
    const { key } = await weir.user('free')
    const { status, body: answer } = await weir.post('/v1/billing/checkout', body, { key })
    expect([status, answer.error.code]).toEqual([400, 'invalid_request'])
    expect(answer.error.message).toContain(field)
  })

  test('for the current plan is refused', async () => {
    const { key } = await weir.user('pro')
    expect((await weir.checkout(key)).status).toBe(409)
    const paying = await approved('starter')
    expect((await weir.checkout(paying.key, 'starter')).status).toBe(409)
    expect((await weir.checkout(paying.key, 'starter', 'yearly')).status).toBe(200)
  })

  test.each(['chk_01900000-0000-7000-8000-000000000000', 'nonsense', '%00', 'x'.repeat(90)])(
    'that does not exist is unknown: %s',
    async (id) => {
      for (const verb of ['approve', 'decline'] as const) expect((await weir.decide(id, verb, {})).status).toBe(404)
    },
  )
})

describe('a subscription', () => {
  test('can be downgraded too, and only one is left', async () => {
    const { key } = await approved('pro')
    await approved('starter', 'yearly', { key })
    expect(await weir.has(key)).toMatchObject({ plan: 'starter', monthly: 5000 })
    expect(await weir.subscription(key)).toMatchObject({ plan: 'starter', billingPeriod: 'yearly', status: 'active' })
  })

  test('that is cancelled ends with its period, and the cancellation can be withdrawn', async () => {
    await using world = await openWorld()
    const { key } = await world.approved('yearly')
    const cancelled = (await world.post('/v1/billing/cancel', undefined, { key })).body.data
    expect(cancelled).toMatchObject({
      cancelAtPeriodEnd: true,
      canBeCancelled: false,
      endsAt: cancelled.currentPeriodEnd,
    })
    expect((await world.checkout(key, 'pro', 'yearly')).body.error.details.remedy).toBe('POST /v1/billing/resume')
    const resumed = (await world.post('/v1/billing/resume', undefined, { key })).body.data
    expect(resumed).toMatchObject({ cancelAtPeriodEnd: false, endsAt: null })

    await world.post('/v1/billing/cancel', undefined, { key })
    world.clock.set('2027-01-15T09:59:59.000Z')
    expect(await world.subscription(key)).toMatchObject({ plan: 'pro', status: 'active' })
    world.clock.set('2027-01-15T10:00:00.000Z')
    expect(await world.subscription(key)).toMatchObject({ plan: 'free' })
    expect(await world.has(key)).toEqual({ plan: 'free', monthly: 500, used: 0, remaining: 500 })

    // Nobody has approved any more of it.
    const late = await world.post('/v1/billing/resume', undefined, { key })
    expect([late.status, late.body.error?.code, (await world.has(key)).plan]).toEqual([409, 'conflict', 'free'])
    expect((await world.subscription(key)).status).toBe('cancelled')
    expect((await world.checkout(key, 'pro', 'yearly')).status).toBe(200)
  })

  test('is refilled monthly, even if it is yearly', async () => {
    await using world = await openWorld()
    const { key } = await world.approved('yearly')
    await world.spend(key, 50_000)
    world.clock.set('2026-02-15T09:59:59.000Z')
    expect((await world.has(key)).remaining).toBe(0)
    world.clock.set('2026-02-15T10:00:00.000Z')
    expect((await world.has(key)).remaining).toBe(50_000)
    expect((await world.subscription(key)).currentPeriodEnd).toBe('2027-01-15T10:00:00.000Z')
    world.clock.set('2028-03-01T00:00:00.000Z')
    const { currentPeriodStart, currentPeriodEnd } = await world.subscription(key)
    expect([currentPeriodStart, currentPeriodEnd]).toEqual(['2028-01-15T10:00:00.000Z', '2029-01-15T10:00:00.000Z'])
  })

  test('whose time is over is ended when the server starts', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'weir-billing-'))
    try {
      const clock = setClock(START)
      const first = await openBilling({ WEIR_DATA_DIR: dataDir }, { clock })
      const { key } = await first.user('free')
      const { sessionId } = (await first.checkout(key)).body.data
      await first.decide(sessionId, 'approve')
      await first.post('/v1/billing/cancel', undefined, { key })
      await first.close()
      clock.pass(40 * DAY)
      const second = await openBilling({ WEIR_DATA_DIR: dataDir }, { clock })
      await until('the end', async () => (await second.has(key)).plan === 'free')
      await second.close()
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  test('is overridden by the plan that an administrator sets, until it changes', async () => {
    const { key } = await approved('pro')
    const { id } = (await weir.get('/v1/users/profile', { key })).body.data
    await weir.call('PUT', `/v1/admin/users/${id}`, { plan: 'free' })
    expect((await weir.subscription(key)).plan).toBe('free')
    await weir.post('/v1/billing/cancel', undefined, { key })
    await weir.post('/v1/billing/resume', undefined, { key })
    expect((await weir.has(key)).plan).toBe('free')
    await approved('pro', 'monthly', { key })
    expect((await weir.has(key)).plan).toBe('pro')
  })

  test('that does not exist cannot be cancelled', async () => {
    const { key } = await weir.user('free')
    for (const verb of ['cancel', 'resume'])
      expect((await weir.post(`/v1/billing/${verb}`, undefined, { key })).status).toBe(409)
    expect((await weir.post('/v1/billing/portal', undefined, { key })).status).toBe(501)
    expect(await weir.subscription(key)).toMatchObject({ plan: 'free', status: 'active', provider: 'manual' })
  })
})

test('plans are listed with their limits and prices', async () => {
  await using world = await openWorld({ WEIR_PLANS: '{"pro": {"price": 49.5}, "starter": {"price": 16.1}}' })
  const { key } = await world.user('starter')
  const { plans, provider, needsApproval } = (await world.get('/v1/billing/plans', { key })).body.data
  expect([provider, needsApproval]).toEqual(['manual', true])
  expect(plans.map(({ name, isCurrent }: { name: string; isCurrent: boolean }) => [name, isCurrent])).toEqual([
    ['free', false],
    ['starter', true],
    ['pro', false],
    ['enterprise', false],
  ])
  expect(plans[0].offers).toEqual([])
  expect(plans[1].offers[1].amount).toBe(193.2)
  expect(plans[2]).toMatchObject({ monthlyCredits: 50_000, requestsPerHour: 200 })
  expect(plans[2].offers).toEqual([
    { billingPeriod: 'monthly', amount: 49.5, currency: null },
    { billingPeriod: 'yearly', amount: 594, currency: null },
  ])
})

test('approvals are in the audit log with their actor', async () => {
  await using world = await openWorld()
  const { key } = await world.user('free')
  const { id } = (await world.get('/v1/users/profile', { key })).body.data
  const { sessionId } = (await world.checkout(key)).body.data
  await world.decide(sessionId, 'approve')
  const rows = await auditOf(world)
  expect(rows).toContainEqual(expect.objectContaining({ action: 'billing.request_approved', target: sessionId }))
  expect(rows).toContainEqual(expect.objectContaining({ action: 'billing.subscription_changed', target: sessionId }))
  expect(rows).toContainEqual(expect.objectContaining({ action: 'user.changed', target: id, via: 'key' }))
})

test('without the plugin its routes do not exist, and only administrators change plans', async () => {
  const without = await openBilling({ WEIR_PLUGINS: 'scrape' })
  try {
    const { id, key } = await without.user('free')
    for (const path of ['/v1/billing/subscription', '/v1/billing/plans'])
      expect((await without.get(path, { key })).status).toBe(404)
    const { plugins } = (await without.get('/v1/capabilities')).body.data
    expect(plugins.map(({ name }: { name: string }) => name)).not.toContain('billing')
    await without.call('PUT', `/v1/admin/users/${id}`, { plan: 'pro' })
    expect((await without.has(key)).plan).toBe('pro')
  } finally {
    await without.close()
  }
})
