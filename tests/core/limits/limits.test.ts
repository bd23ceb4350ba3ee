import { describe, expect, test } from 'bun:test'
import type { Plan, PlanName, Plans } from '../../../core/contracts/plan.ts'
import { ApiError } from '../../../core/errors.ts'
import { definePlanField } from '../../../core/host/define.ts'
import { createLimits, type Limited, type PlanLimits, refusalHeaders } from '../../../core/limits/limits.ts'
import { createMemoryWindows } from '../../../core/limits/memory-windows.ts'
import { createPlans, defaultPlans } from '../../../core/plans/plans.ts'
import { type Opened, openAccounts, setClock } from '../open-accounts.ts'

const declared: Record<string, PlanLimits> = {
  map: { free: { perHour: 2, perDay: 10 }, starter: { perHour: 10, perDay: 50 } },
  'archive-search': {
    free: { perMinute: 60 },
    starter: { perMinute: 60 },
    pro: { perMinute: 60 },
    enterprise: { perMinute: 60 },
  },
  sheets: ({ fields }: Plan) => ({ perHour: fields['sheets.perHour'] }),
}

async function open(world: Opened, { plans = defaultPlans, metering }: { plans?: Plans; metering?: boolean } = {}) {
  const { store, log, clock } = world
  const windows = await createMemoryWindows({ store, log, clock, steady: () => clock.now() })
  return createLimits({ windows, plans, declared, metering, clock })
}
const on = (plan: PlanName, more: Partial<Limited> = {}): Limited => ({
  account: { id: `usr_${plan}`, email: `${plan}@accounts.example`, plan, role: 'user' },
  rateLimit: null,
  ...more,
})
/** How many of `count` simultaneous requests pass. */
const passing = async (limits: Awaited<ReturnType<typeof open>>, caller: Limited, family: string, count: number) => {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, async () => limits.count(caller, family)))
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

describe('the matrix of plans and families', () => {
  const rows: [PlanName, string, number][] = [
    ['free', 'general', 10],
    ['starter', 'general', 50],
    ['pro', 'general', 200],
    ['enterprise', 'general', 700],
    ['free', 'calls', 600],
    ['enterprise', 'calls', 600],
    ['free', 'map', 2],
    ['starter', 'map', 10],
    ['pro', 'map', 700],
    ['free', 'archive-search', 60],
    ['enterprise', 'archive-search', 60],
  ]
  test.each(rows)('plan %s, family %s: of 700 at once %d pass', async (plan, family, allowed) => {
    await using world = await openAccounts()
    const limits = await open(world)
    expect(await passing(limits, on(plan), family, 700)).toBe(allowed)
    await limits.close()
  })
})

test('families have separate counts, and so have accounts', async () => {
  await using world = await openAccounts()
  const limits = await open(world)
  expect(await passing(limits, on('free'), 'map', 5)).toBe(2)
  expect(await passing(limits, on('free'), 'general', 20)).toBe(10)
  const other = on('free', { account: { ...on('free').account, id: 'usr_other' } })
  expect(await passing(limits, other, 'general', 20)).toBe(10)
  await limits.close()
})

test("a user's own limit replaces the plan's, above or below it, and applies to what was counted before", async () => {
  await using world = await openAccounts()
  const limits = await open(world)
  expect(await passing(limits, on('pro'), 'general', 2)).toBe(2)
  const narrow = on('pro', { rateLimit: { requestsPerHour: 4, requestsPerDay: 40 } })
  expect(await passing(limits, narrow, 'general', 10)).toBe(2)
  const wide = on('pro', { rateLimit: { requestsPerHour: 300 } })
  expect(await passing(limits, wide, 'general', 400)).toBe(296)
  expect(await passing(limits, on('enterprise', { rateLimit: { requestsPerDay: 3 } }), 'general', 10)).toBe(3)
  await limits.close()
})

/** Of an unrestricted key. */
const bounds = { permissions: ['*'], allowedIps: null, readOnly: false, endpoints: null, expiresAt: null }

test("a key's own limit applies beside the plan's, over all families but calls", async () => {
  await using world = await openAccounts()
  const limits = await open(world)
  const narrow = on('free', {
    key: { id: 'key_narrow', prefix: 'wr_narro', rateLimit: { requestsPerHour: 3 }, bounds },
  })
  expect(await passing(limits, narrow, 'general', 10)).toBe(3)
  expect(await passing(limits, narrow, 'map', 10)).toBe(0)
  expect(await passing(limits, narrow, 'calls', 10)).toBe(10)
  const wide = on('free', { key: { id: 'key_wide', prefix: 'wr_wider', rateLimit: { requestsPerHour: 1000 }, bounds } })
  expect(await passing(limits, wide, 'general', 20)).toBe(7)
  await limits.close()
})

test('a request that started no job gives back its count of jobs, but not that of its key', async () => {
  await using world = await openAccounts()
  const limits = await open(world)
  const caller = on('free', { key: { id: 'key_two', prefix: 'wr_twooo', rateLimit: { requestsPerHour: 3 }, bounds } })
  const { headers, giveBack } = await limits.countJob(caller, 'map')
  expect(headers['x-ratelimit-remaining']).toBe('1')
  // The hour of the key has 2 of 3 left, that of the plan 2 of 2.
  expect(await giveBack()).toMatchObject({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' })
  expect((await limits.windows(on('free'), 'map')).map(({ remaining }) => remaining)).toEqual([2, 10])
  await limits.close()
})

test('a family in WEIR_PLANS overrides what its plugin declares, and null lifts its limit', async () => {
  await using world = await openAccounts()
  const plans = createPlans({
    free: { families: { map: { perHour: 4 } } },
    starter: { families: { map: { perHour: null, perDay: null } } },
  })
  const limits = await open(world, { plans })
  expect(await passing(limits, on('free'), 'map', 20)).toBe(4)
  expect(await passing(limits, on('starter'), 'map', 100)).toBe(100)
  await limits.close()
})

test('an unknown family, and a name that is taken, stop the start', async () => {
  await using world = await openAccounts()
  const windows = await createMemoryWindows(world)
  const plans = (family: string) => createPlans({ free: { families: { [family]: { perHour: 4 } } } })
  expect(() => createLimits({ windows, plans: plans('maps'), declared })).toThrow(
    'WEIR_PLANS: plan free names the family maps',
  )
  const idle = ['crawl']
  expect(() => createLimits({ windows, plans: plans('crawl'), declared })).toThrow('names the family crawl')
  expect(createLimits({ windows, plans: plans('crawl'), declared, idle }).families.has('crawl')).toBe(false)
  for (const name of ['general', 'calls'])
    expect(() => createLimits({ windows, plans: defaultPlans, declared: { [name]: {} } })).toThrow(name)
  await windows.close()
})

describe('the headers', () => {
  const clock = setClock('2026-05-01T10:00:00Z')
  const reset = (seconds: number) => String(clock.now() / 1000 + seconds)

  test('describe the window with the smaller remaining share, and reading counts nothing', async () => {
    await using world = await openAccounts({ clock })
    const limits = await open(world)
    const caller = on('free', { rateLimit: { requestsPerHour: 10, requestsPerDay: 11 } })
    for (const remaining of ['9', '8', '7']) {
      expect(await limits.count(caller, 'general')).toMatchObject({
        'x-ratelimit-limit': '10',
        'x-ratelimit-remaining': remaining,
      })
    }
    const daily = on('free', { rateLimit: { requestsPerHour: 100, requestsPerDay: 5 } })
    const headers = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '2', 'x-ratelimit-reset': reset(86_400) }
    expect([await limits.peek(daily, 'general'), await limits.peek(daily, 'general')]).toEqual([headers, headers])
    await limits.close()
  })

  test('of a plan without windows describe the requests in flight', async () => {
    await using world = await openAccounts({ clock })
    const limits = await open(world)
    const free = await limits.enter(on('enterprise'))
    expect(await limits.peek(on('enterprise'), 'general')).toMatchObject({
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '99',
    })
    free()
    await limits.close()
  })

  test('of a refusal say when to retry, as its details do', async () => {
    await using world = await openAccounts({ clock })
    const limits = await open(world)
    await passing(limits, on('free'), 'general', 10)
    const error = (await Promise.try(() => limits.count(on('free'), 'general')).catch((error) => error)) as ApiError
    const details = { retryAfter: 3600, limit: 10, remaining: 0, resetTime: '2026-05-01T11:00:00.000Z' }
    expect(error).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 3600, details })
    expect(error.message).toBe('Rate limit exceeded: the free plan allows 10 requests per hour')
    expect(refusalHeaders(error)).toEqual({
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': reset(3600),
      'x-ratelimit-retry-after': '3600',
      'retry-after': '3600',
    })
    for (const name of ['limit', 'remaining', 'resetTime'])
      expect(refusalHeaders(new ApiError('rate_limited', 'Too many', { ...details, [name]: undefined }))).toEqual({})
    expect(refusalHeaders(new ApiError('forbidden', 'None of yours', details))).toEqual({})
    await limits.close()
  })
})

test('a refusal says whose limit it was', async () => {
  await using world = await openAccounts()
  const limits = await open(world)
  const messageFor = async (caller: Limited) =>
    (await Promise.try(() => limits.count(caller, 'general')).catch((error) => error)).message
  const hours = on('free', { rateLimit: { requestsPerHour: 1 } })
  await limits.count(hours, 'general')
  expect(await messageFor(hours)).toBe('Rate limit exceeded: this account allows 1 request per hour')
  // The hour is the plan's.
  const days = on('starter', { rateLimit: { requestsPerDay: 60 } })
  await passing(limits, days, 'general', 50)
  expect(await messageFor(days)).toBe('Rate limit exceeded: the starter plan allows 50 requests per hour')
  // Of two full windows the one that ends later is reported.
  const both = on('enterprise', { rateLimit: { requestsPerHour: 2, requestsPerDay: 2 } })
  await passing(limits, both, 'general', 2)
  expect(await messageFor(both)).toBe('Rate limit exceeded: this account allows 2 requests per day')
  const bounds = { permissions: ['*'], expiresAt: null, allowedIps: null, readOnly: false, endpoints: null }
  const key = { id: 'key_own', prefix: 'wr_own12', rateLimit: { requestsPerHour: 2 }, bounds }
  await passing(limits, on('pro', { key }), 'general', 2)
  expect(await messageFor(on('pro', { key }))).toBe('Rate limit exceeded: this key allows 2 requests per hour')
  await limits.close()
})

test('a refusal for requests in flight names only the limits that apply', async () => {
  await using world = await openAccounts()
  const limits = await open(world, { plans: createPlans({ free: { concurrent: null, burst: 0 } }, []) })
  await expect(limits.enter(on('free'))).rejects.toThrow('the free plan allows 0 on average over 10 s; wait')
  await limits.close()
})

test("the number of requests in flight is the plan's, and the refusal is a 429", async () => {
  await using world = await openAccounts()
  const limits = await open(world)
  const free = await limits.enter(on('free'))
  await expect(limits.enter(on('free'))).rejects.toThrow(
    expect.objectContaining({
      status: 429,
      code: 'rate_limited',
      retryAfter: 1,
      details: expect.objectContaining({ limit: 1, remaining: 0 }),
    }),
  )
  free()
  await limits.enter(on('free'))
  for (let i = 0; i < 10; i++) await limits.enter(on('pro'))
  await expect(limits.enter(on('pro'))).rejects.toThrow('10 at once')
  await limits.close()
})

test('without metering nothing is refused', async () => {
  await using world = await openAccounts()
  const limits = await open(world, { metering: false })
  expect(await passing(limits, on('free'), 'general', 30)).toBe(30)
  for (let i = 0; i < 30; i++) await limits.enter(on('free'))
  await limits.close()
})

test('a family may read its rate from a plan field, unless WEIR_PLANS has the family', async () => {
  await using world = await openAccounts()
  const sheets = definePlanField({
    name: 'sheets.perHour',
    description: 'Sheets in an hour',
    defaults: { free: 3, starter: 20, pro: 100, enterprise: null },
  })
  const changes = { starter: { sheets: { perHour: 5 } }, pro: { families: { sheets: { perHour: 7 } } } }
  const limits = await open(world, { plans: createPlans(changes, [sheets]) })
  const allowed = await Promise.all(
    (['free', 'starter', 'pro', 'enterprise'] as const).map((plan) => passing(limits, on(plan), 'sheets', 150)),
  )
  expect(allowed).toEqual([3, 5, 7, 150])
  await limits.close()
})
