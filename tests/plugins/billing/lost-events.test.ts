import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { until } from '../../core/jobs/open-jobs.ts'
import { setClock } from '../../core/open-accounts.ts'
import { isSqlite, readRows } from '../../store.ts'
import { openBilling, START } from './open.ts'
import { FREE, FULL, MONTH_END, openStripe, renew, stripeSettings, type WithStripe } from './open-stripe.ts'
import { startStripe } from './stripe-peer.ts'

let weir: WithStripe
beforeAll(async () => {
  weir = await openStripe()
})
afterAll(() => weir[Symbol.asyncDispose]())

describe('an event of something unknown', () => {
  test('is accepted if it is of another kind', async () => {
    const event = weir.stripe.event('product.created', { id: 'prod_1', object: 'product' }, { at: weir.clock.now() })
    expect(await weir.deliver(event)).toBe('ignored')
  })

  test('is kept and logged for a customer without an account, until the account is known', async () => {
    const { key, sessionId, remote } = await weir.paid()
    remote.metadata = {}
    const early = weir.stripe.invoiceEvent(remote, 'paid', weir.clock.now())
    expect(await weir.deliver(early)).toBe('unmatched')
    expect(weir.log.some((line) => line.includes(early.id) && line.includes(remote.customer))).toBe(true)
    const { events } = (await weir.get('/v1/admin/billing/stripe/events?outcome=unmatched')).body.data
    expect(events).toContainEqual(
      expect.objectContaining({ id: early.id, type: 'invoice.paid', customer: remote.customer }),
    )
    expect(await weir.has(key)).toEqual(FREE)
    expect(await weir.deliver(weir.stripe.sessionEvent(sessionId, weir.clock.now()))).toBe('applied')
    expect(await weir.has(key)).toEqual(FULL)
    expect(await outcomeOf(weir, early.id)).toBe('applied')
  })

  test('is kept and logged for a price that is not for sale, or an unknown subscription or account', async () => {
    const { key, remote, sessionId } = await weir.paid()
    const { metadata } = remote
    Object.assign(remote, { price: 'price_other', metadata: { weir_account: metadata.weir_account } })
    expect(await weir.deliver(weir.stripe.sessionEvent(sessionId, weir.clock.now()))).toBe('unmatched')
    const strange = { ...remote, id: 'sub_gone', metadata: {}, customer: 'cus_strange' }
    expect(await weir.deliver(weir.stripe.subscriptionEvent(strange, 'created', weir.clock.now()))).toBe('unmatched')
    remote.metadata = { weir_account: 'usr_01900000-0000-7000-8000-000000000000' }
    remote.customer = 'cus_elsewhere'
    expect(await weir.deliver(weir.stripe.subscriptionEvent(remote, 'updated', weir.clock.now()))).toBe('unmatched')
    expect(await weir.has(key)).toEqual(FREE)
    // Others may sell by the same account of Stripe.
    const charge = { id: 'ch_other', object: 'charge', customer: 'cus_other', refunded: true, created: 1 }
    const bought = { id: 'cs_other', object: 'checkout.session', customer: 'cus_other' }
    const at = weir.clock.now()
    expect(await weir.deliver(weir.stripe.event('charge.refunded', charge, { at }))).toBe('unmatched')
    expect(await weir.deliver(weir.stripe.event('checkout.session.completed', bought, { at }))).toBe('applied')
  })

  test('keeps the plan for a price that is no longer sold', async () => {
    const { key, remote, sessionId } = await weir.paid()
    remote.price = 'price_of_last_year'
    expect(await weir.deliver(weir.stripe.sessionEvent(sessionId, weir.clock.now()))).toBe('applied')
    expect((await weir.has(key)).plan).toBe('pro')
  })
})

const outcomeOf = async ({ dataDir }: WithStripe, id: string) => {
  const query = sql<{ outcome: string }>`select outcome from stripe_events where id = ${id}`
  return (await readRows(dataDir, query))[0]?.outcome
}

test('a subscription whose event was lost is looked up when the server starts', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-billing-'))
  const stripe = startStripe()
  const clock = setClock(START)
  const settings = { ...stripeSettings(stripe), WEIR_DATA_DIR: dataDir }
  try {
    const first = await openBilling(settings, { clock })
    const { key } = await first.user('free')
    const { sessionId } = (await first.checkout(key)).body.data
    const remote = stripe.pay(sessionId, { at: START, end: MONTH_END })
    const event = stripe.sessionEvent(sessionId, clock.now())
    const headers = { 'stripe-signature': event.sign(clock.now()) }
    await first.post('/v1/billing/webhooks/stripe', undefined, { key: null, raw: event.payload, headers })
    await first.spend(key, 30)
    await first.close()

    renew(remote)
    remote.invoice.status = 'paid'
    clock.set('2026-02-15T17:00:00.000Z')
    const second = await openBilling(settings, { clock })
    await until('the payment', async () => (await second.has(key)).used === 0)
    expect(await second.has(key)).toEqual(FULL)
    await second.close()
  } finally {
    stripe.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)

describe('an event that fails is sent again by Stripe', () => {
  test('if Stripe itself could not be asked', async () => {
    const { key, sessionId } = await weir.paid()
    const event = weir.stripe.sessionEvent(sessionId, weir.clock.now())
    for (let i = 0; i < 3; i++) weir.stripe.troubles.push(() => new Response('down', { status: 500 }))
    expect((await weir.deliverRaw(event.payload, event.sign(weir.clock.now()))).status).toBe(503)
    expect(await weir.deliver(event)).toBe('applied')
    expect(await weir.has(key)).toEqual(FULL)
  })

  test.if(isSqlite).each(['billing_subscriptions', 'stripe_events', 'users', 'ledger', 'audit_log'])(
    'if %s could not be written, and then nothing is',
    async (table) => {
      const { key, sessionId } = await weir.paid()
      const event = weir.stripe.sessionEvent(sessionId, weir.clock.now())
      const database = new Database(join(weir.dataDir, 'weir.db'))
      database.run('pragma busy_timeout = 10000')
      const verb = table === 'users' ? 'update' : 'insert'
      database.run(`create trigger refuse before ${verb} on ${table} begin select raise(abort, 'refused'); end`)
      const { status } = await weir.deliverRaw(event.payload, event.sign(weir.clock.now()))
      database.run('drop trigger refuse')
      database.close()
      expect(status).toBeGreaterThanOrEqual(500)
      expect(await outcomeOf(weir, event.id)).toBeUndefined()
      expect(await weir.has(key)).toEqual(FREE)
      expect(await weir.deliver(event)).toBe('applied')
      expect(await weir.has(key)).toEqual(FULL)
    },
  )
})
