import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { until } from '../../core/jobs/open-jobs.ts'
import { auditOf, DAY } from './open.ts'
import { FREE, FULL, openStripe, renew, type WithStripe } from './open-stripe.ts'
import type { RemoteSubscription, StripeEvent } from './stripe-peer.ts'

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length <= 1) return [[...list]]
  return list.flatMap((one, at) => permutations(list.toSpliced(at, 1)).map((rest) => [one, ...rest]))
}

/** A random number generator with a seed. */
function chooser(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

/** The stages of a subscription over some months: each changes the state at Stripe and returns the events. */
function stagesOf({ stripe, clock }: WithStripe, sessionId: string, remote: RemoteSubscription) {
  const at = () => clock.now()
  return [
    () => [stripe.subscriptionEvent(remote, 'created', at()), stripe.sessionEvent(sessionId, at())],
    () => [stripe.invoiceEvent(remote, 'paid', at())],
    () => {
      renew(remote)
      remote.status = 'past_due'
      return [stripe.subscriptionEvent(remote, 'updated', at()), stripe.invoiceEvent(remote, 'payment_failed', at())]
    },
    () => {
      Object.assign(remote, { status: 'active', invoice: { id: 'in_paid', status: 'paid' } })
      return [stripe.invoiceEvent(remote, 'paid', at()), stripe.subscriptionEvent(remote, 'updated', at())]
    },
  ]
}

let weir: WithStripe
beforeAll(async () => {
  weir = await openStripe()
})
afterAll(() => weir[Symbol.asyncDispose]())

describe('plan and credits are correct', () => {
  test('if the events of several months arrive in any order, each twice', async () => {
    await using world = await openStripe()
    const purchases = await Promise.all(
      permutations([0, 1, 2, 3]).map(async (order) => ({ order, ...(await world.paid()) })),
    )
    const told = purchases.map(({ sessionId, remote }) => stagesOf(world, sessionId, remote).map((stage) => stage()))
    world.clock.set('2026-02-20T00:00:00.000Z')
    for (const [nth, { order, key, remote }] of purchases.entries()) {
      const events = order.flatMap((stage) => (nth % 2 ? told[nth]![stage]! : told[nth]![stage]!.toReversed()))
      for (const event of events) expect(await world.deliver(event)).toBe('applied')
      await world.spend(key, 7)
      for (const event of events.toReversed()) expect(await world.deliver(event)).toBe('repeated')
      expect([order, await world.has(key)]).toEqual([order, { ...FULL, used: 7, remaining: 49_993 }])
      const end = new Date(remote.end * 1000).toISOString()
      expect(await world.subscription(key)).toMatchObject({ status: 'active', currentPeriodEnd: end, pending: null })
    }
  }, 120_000)

  test('if events arrive late, mixed with later ones', async () => {
    await using world = await openStripe()
    const choose = chooser(20_261_122)
    for (let run = 0; run < 12; run++) {
      const { key, sessionId, remote } = await world.paid()
      const stages = stagesOf(world, sessionId, remote)
      const waiting: StripeEvent[] = []
      while (stages.length > 0 || waiting.length > 0) {
        if (stages.length > 0 && (waiting.length === 0 || choose(2) === 0)) waiting.push(...stages.shift()!())
        else await world.deliver(waiting.splice(choose(waiting.length), 1)[0]!)
      }
      expect([run, await world.has(key)]).toEqual([run, FULL])
      expect(await world.subscription(key)).toMatchObject({ status: 'active', plan: 'pro' })
    }
  }, 120_000)

  test('if all events arrive at once, some of them twice', async () => {
    const { key, sessionId, remote } = await weir.paid()
    const events = stagesOf(weir, sessionId, remote).flatMap((stage) => stage())
    const outcomes = await Promise.all([...events, ...events].map((event) => weir.deliver(event)))
    expect(outcomes.filter((outcome) => outcome === 'applied').length).toBe(events.length)
    expect(outcomes.filter((outcome) => outcome === 'repeated').length).toBe(events.length)
    expect(await weir.has(key)).toEqual(FULL)
    const { id } = (await weir.get('/v1/users/profile', { key })).body.data
    const audited = await auditOf(weir)
    const actions = (target: string) =>
      audited.flatMap((row) => (row.target === target && row.credential === 'stripe' ? [row.action] : []))
    expect(actions(id)).toEqual(['user.changed'])
    expect(actions(remote.id)).toEqual(['billing.subscription_changed'])
  })

  test('if a reading that started first ends last', async () => {
    const { key, sessionId, remote } = await weir.paid()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const stale = Response.json(await (await ask(weir, remote)).json())
    const first = weir.stripe.sessionEvent(sessionId, weir.clock.now())
    let isAsked = false
    weir.stripe.troubles.push(async () => {
      isAsked = true
      await released
      return stale
    })
    const delivery = weir.deliver(first)
    await until('the first reading', () => isAsked)
    remote.price = 'price_starter'
    expect(await weir.deliver(weir.stripe.subscriptionEvent(remote, 'updated', weir.clock.now()))).toBe('applied')
    release()
    expect(await delivery).toBe('applied')
    expect((await weir.has(key)).plan).toBe('starter')
  })

  test('for the forms of Stripe before 2025', async () => {
    await using world = await openStripe({ old: true })
    const { key, sessionId, remote } = await world.paid()
    for (const stage of stagesOf(world, sessionId, remote)) for (const event of stage()) await world.deliver(event)
    expect(await world.has(key)).toEqual(FULL)
    expect((await world.subscription(key)).currentPeriodEnd).toBe(new Date(remote.end * 1000).toISOString())
  })

  test('if a subscription is bought while another is still running', async () => {
    const first = await weir.subscribed()
    first.remote.endedAt = Math.floor(weir.clock.now() / 1000)
    first.remote.status = 'canceled'
    const gone = weir.stripe.subscriptionEvent(first.remote, 'deleted', weir.clock.now())
    // Stripe's event of its end comes last.
    Object.assign(weir.stripe.subscriptions.get(first.remote.id)!, { status: 'canceled' })
    await weir.deliver(weir.stripe.subscriptionEvent(first.remote, 'updated', weir.clock.now()))
    const second = await weir.subscribed({ user: Promise.resolve(first) as never, billingPeriod: 'yearly' })
    await weir.deliver(gone)
    expect(await weir.subscription(second.key)).toMatchObject({
      plan: 'pro',
      billingPeriod: 'yearly',
      status: 'active',
    })
  })
})

const ask = ({ stripe }: WithStripe, { id }: RemoteSubscription) =>
  fetch(`${stripe.url}/v1/subscriptions/${id}?expand[0]=latest_invoice`, {
    headers: { authorization: `Bearer ${stripe.key}`, 'stripe-version': '2026-07-29.dahlia' },
  })

describe('of two concurrent purchases', () => {
  test('the unpaid one is withdrawn', async () => {
    const { key } = await weir.user('free')
    const made = await Promise.all([weir.checkout(key, 'pro'), weir.checkout(key, 'starter')])
    const [first, second] = made.map(({ body }) => body.data.sessionId as string)
    const at = weir.clock.now()
    weir.stripe.pay(first!, { at, end: at + 30 * DAY })
    await weir.deliver(weir.stripe.sessionEvent(first!, at))
    expect(weir.stripe.sessions.get(second!)!.status).toBe('expired')
    expect((await weir.has(key)).plan).toBe('pro')
    expect((await weir.subscription(key)).pending).toBeNull()
  })

  test('both count if both are paid, with a log entry, and the end of one leaves the other', async () => {
    const { id, key, sessionId, remote } = await weir.paid()
    const at = weir.clock.now()
    const other = weir.stripe.pay(sessionId, { at, end: at + 30 * DAY })
    for (const one of [remote, other]) await weir.deliver(weir.stripe.subscriptionEvent(one, 'created', at))
    expect(weir.log.some((line) => line.includes(id) && line.includes(remote.id) && line.includes(other.id))).toBe(true)
    Object.assign(other, { status: 'canceled', endedAt: Math.floor(at / 1000) })
    await weir.deliver(weir.stripe.subscriptionEvent(other, 'deleted', at))
    expect(await weir.subscription(key)).toMatchObject({ plan: 'pro', status: 'active', canBeCancelled: true })
  })
})

describe('a failed payment', () => {
  test('keeps the plan for a few days without new credits, after which the plan is free', async () => {
    await using world = await openStripe()
    const { key, remote } = await world.subscribed()
    await world.spend(key, 49_000)
    world.clock.set('2026-02-15T11:00:00.000Z')
    renew(remote)
    remote.status = 'past_due'
    await world.deliver(world.stripe.invoiceEvent(remote, 'payment_failed', world.clock.now()))
    expect(await world.has(key)).toEqual({ plan: 'pro', monthly: 50_000, used: 49_000, remaining: 1000 })
    expect(await world.subscription(key)).toMatchObject({ status: 'past_due', endsAt: '2026-03-01T10:00:00.000Z' })
    world.clock.set('2026-03-01T10:00:00.000Z')
    expect(await world.subscription(key)).toMatchObject({ plan: 'free', status: 'past_due' })
    expect(await world.has(key)).toEqual(FREE)

    world.clock.set('2026-03-03T10:00:00.000Z')
    Object.assign(remote, { status: 'active', invoice: { id: 'in_late', status: 'paid' } })
    await world.deliver(world.stripe.invoiceEvent(remote, 'paid', world.clock.now()))
    expect(await world.has(key)).toEqual(FULL)
  })

  test('of the first invoice gives nothing', async () => {
    const { key } = await weir.user('free')
    const { sessionId } = (await weir.checkout(key)).body.data
    const at = weir.clock.now()
    const remote = weir.stripe.pay(sessionId, { at, end: at + 30 * DAY, status: 'incomplete' })
    await weir.deliver(weir.stripe.subscriptionEvent(remote, 'created', at))
    expect(await weir.has(key)).toEqual(FREE)
    expect(await weir.subscription(key)).toMatchObject({ plan: 'free', status: 'incomplete' })
    remote.status = 'incomplete_expired'
    await weir.deliver(weir.stripe.subscriptionEvent(remote, 'updated', at))
    const endsAt = new Date(remote.start * 1000).toISOString()
    expect(await weir.subscription(key)).toMatchObject({ plan: 'free', status: 'cancelled', endsAt })
    expect(await weir.has(key)).toEqual(FREE)
  })
})

describe('the end of a subscription', () => {
  const ended = (remote: RemoteSubscription, at: number) =>
    Object.assign(remote, { status: 'canceled', endedAt: Math.floor(at / 1000) })

  test('comes with the end of the period, however it was deleted', async () => {
    await using world = await openStripe()
    const { key, remote } = await world.subscribed()
    world.clock.set('2026-01-20T00:00:00.000Z')
    ended(remote, world.clock.now())
    await world.deliver(world.stripe.subscriptionEvent(remote, 'deleted', world.clock.now()))
    expect(await world.has(key)).toEqual(FULL)
    expect(await world.subscription(key)).toMatchObject({ status: 'cancelled', endsAt: '2026-02-15T10:00:00.000Z' })
    world.clock.set('2026-02-15T10:00:00.000Z')
    expect((await world.subscription(key)).plan).toBe('free')
    expect(await world.has(key)).toEqual(FREE)
  })

  test('comes at the time that was set, even without an event of Stripe', async () => {
    await using world = await openStripe()
    const { key } = await world.subscribed()
    await world.post('/v1/billing/cancel', undefined, { key })
    world.clock.set('2026-02-15T10:00:00.000Z')
    expect((await world.subscription(key)).plan).toBe('free')
  })

  test.each(['refunded first', 'deleted first'])('comes at once if everything was refunded, %s', async (order) => {
    const { key, remote } = await weir.subscribed()
    const at = weir.clock.now()
    ended(remote, at)
    const events = [weir.stripe.refundEvent(remote, at, at), weir.stripe.subscriptionEvent(remote, 'deleted', at)]
    for (const event of order === 'refunded first' ? events : events.toReversed()) await weir.deliver(event)
    expect((await weir.subscription(key)).plan).toBe('free')
    expect((await weir.has(key)).monthly).toBe(500)
  })

  test.each(['disputed first', 'deleted first'])(
    'comes at once if a bank charged the payment back, %s',
    async (order) => {
      const { id, key, remote } = await weir.subscribed()
      const at = weir.clock.now()
      // Of the same time, and of nobody else's concern.
      const refunded = await weir.subscribed()
      await weir.deliver(weir.stripe.refundEvent(refunded.remote, at, at))
      await weir.deliver(weir.stripe.subscriptionEvent(ended(refunded.remote, at), 'deleted', at))
      const tell = (status: string) => weir.deliver(weir.stripe.disputeEvent(remote, status, { charged: at, at }))
      const endIt = () => weir.deliver(weir.stripe.subscriptionEvent(ended(remote, at), 'deleted', at))
      if (order === 'deleted first') await endIt()
      expect(await tell('warning_needs_response')).toBe('applied')
      const before = await weir.subscription(key)
      expect(before.plan).toBe('pro')
      expect(await tell('needs_response')).toBe('applied')
      if (order === 'disputed first') {
        // A subscription that Stripe still collects for continues.
        expect(await weir.subscription(key)).toMatchObject({ plan: 'pro', status: 'active' })
        await endIt()
      }
      expect(await weir.has(key)).toEqual(FREE)
      expect(weir.log.some((line) => line.includes('disputed') && line.includes(id))).toBe(true)
      expect(await tell('lost')).toBe('applied')
      expect(await weir.has(key)).toEqual(FREE)
      expect(await tell('won')).toBe('applied')
      expect(await weir.subscription(key)).toMatchObject({ plan: 'pro', status: 'cancelled' })
      await weir.deliver(weir.stripe.subscriptionEvent(refunded.remote, 'updated', at))
      expect(await weir.has(refunded.key)).toEqual(FREE)
    },
  )

  test('does not come from an old event of a dispute that was won', async () => {
    const { key, remote } = await weir.subscribed()
    const at = weir.clock.now()
    const old = weir.stripe.disputeEvent(remote, 'needs_response', { charged: at, at })
    expect(await weir.deliver(weir.stripe.disputeEvent(remote, 'won', { charged: at, at }))).toBe('applied')
    expect(await weir.deliver(old)).toBe('applied')
    await weir.deliver(weir.stripe.subscriptionEvent(ended(remote, at), 'deleted', at))
    expect((await weir.subscription(key)).plan).toBe('pro')
  })

  test('comes at once after a refund, although a later payment of the period was disputed and won', async () => {
    const { key, remote } = await weir.subscribed()
    const at = weir.clock.now()
    await weir.deliver(weir.stripe.refundEvent(remote, at, at))
    for (const status of ['needs_response', 'won'])
      await weir.deliver(weir.stripe.disputeEvent(remote, status, { charged: at + 1000, at }))
    await weir.deliver(weir.stripe.subscriptionEvent(ended(remote, at), 'deleted', at))
    expect((await weir.subscription(key)).plan).toBe('free')
  })

  test('does not come from a refund alone, nor from that of an earlier period', async () => {
    await using world = await openStripe()
    const { key, remote } = await world.subscribed()
    const first = world.clock.now()
    await world.deliver(world.stripe.refundEvent(remote, first, first))
    expect(await world.has(key)).toEqual(FULL)
    world.clock.set('2026-02-15T11:00:00.000Z')
    renew(remote)
    remote.invoice.status = 'paid'
    ended(remote, world.clock.now())
    await world.deliver(world.stripe.subscriptionEvent(remote, 'deleted', world.clock.now()))
    expect(await world.subscription(key)).toMatchObject({ plan: 'pro', status: 'cancelled' })
  })
})
