import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { parsePrices } from '../../../plugins/stripe/prices.ts'
import { openBilling } from './open.ts'
import { FULL, MONTH_END, openStripe, PRICES, renew, stripeSettings, type WithStripe } from './open-stripe.ts'
import { startStripe } from './stripe-peer.ts'

let weir: WithStripe
beforeAll(async () => {
  weir = await openStripe()
})
afterAll(() => weir[Symbol.asyncDispose]())

/** The last request to a path of Stripe. */
const lastAsked = (path: string) => weir.stripe.asked.filter((one) => one.path === path).at(-1)!

describe('a checkout', () => {
  test('is a Stripe session for the price of the plan, and changes nothing yet', async () => {
    const { id, email, key } = await weir.user('free')
    const { body } = await weir.checkout(key, 'pro', 'yearly')
    const session = weir.stripe.sessions.get(body.data.sessionId)!
    expect(body.data).toEqual({ checkoutUrl: session.url, sessionId: session.id, provider: 'stripe' })
    const { form, headers } = lastAsked('/v1/checkout/sessions')
    const { success_url, cancel_url, ...fields } = Object.fromEntries(form)
    expect(fields).toEqual({
      mode: 'subscription',
      'line_items[0][price]': 'price_pro_year',
      'line_items[0][quantity]': '1',
      client_reference_id: id,
      customer_email: email,
      'metadata[weir_account]': id,
      'metadata[weir_plan]': 'pro',
      'metadata[weir_billing_period]': 'yearly',
      'subscription_data[metadata][weir_account]': id,
      'subscription_data[metadata][weir_plan]': 'pro',
      'subscription_data[metadata][weir_billing_period]': 'yearly',
      allow_promotion_codes: 'true',
    })
    expect(success_url).toEndWith('?checkout=done&session_id={CHECKOUT_SESSION_ID}')
    expect(cancel_url).toEndWith('?checkout=cancelled')
    expect(headers.get('stripe-version')).toBe('2026-07-29.dahlia')
    expect((await weir.has(key)).plan).toBe('free')
    expect((await weir.subscription(key)).pending).toMatchObject({ plan: 'pro', checkoutUrl: session.url })
  })

  test('is returned again while it is open, and withdrawn for another plan', async () => {
    const { key } = await weir.user('free')
    const first = (await weir.checkout(key)).body.data
    expect((await weir.checkout(key)).body.data).toEqual(first)
    const second = (await weir.checkout(key, 'starter')).body.data
    expect(weir.stripe.sessions.get(first.sessionId)!.status).toBe('expired')
    expect((await weir.subscription(key)).pending.sessionId).toBe(second.sessionId)
  })

  test('that is about to expire is not returned again', async () => {
    await using world = await openStripe()
    const { key } = await world.user('free')
    const first = (await world.checkout(key)).body.data
    const ends = Number(world.stripe.sessions.get(first.sessionId)!.expires_at) * 1000
    world.clock.set(new Date(ends - 11 * 60_000).toISOString())
    expect((await world.checkout(key)).body.data).toEqual(first)
    world.clock.set(new Date(ends - 9 * 60_000).toISOString())
    expect((await world.subscription(key)).pending).toBeNull()
    expect((await world.checkout(key)).body.data.sessionId).not.toBe(first.sessionId)
  })

  test('that is started concurrently with another leaves one of them open', async () => {
    const { key } = await weir.user('free')
    const both = Promise.withResolvers<undefined>()
    let asked = 0
    const together = () => {
      if (++asked === 2) both.resolve(undefined)
      return both.promise
    }
    weir.stripe.troubles.push(together, together)
    const made = await Promise.all([weir.checkout(key, 'pro', 'monthly'), weir.checkout(key, 'pro', 'yearly')])
    const states = made.map(({ body }) => weir.stripe.sessions.get(body.data.sessionId)!.status)
    expect(states.toSorted()).toEqual(['expired', 'open'])
  })

  test('of a plan without a price is refused, and the error names the parameter', async () => {
    const { key } = await weir.user('free')
    const { status, body } = await weir.checkout(key, 'enterprise')
    expect([status, body.error.details.parameter]).toEqual([400, 'plan'])
  })

  test('with a subscription changes that subscription, after the customer confirms', async () => {
    const { key, remote } = await weir.subscribed()
    const { body } = await weir.checkout(key, 'starter')
    expect(body.data).toMatchObject({ provider: 'stripe', sessionId: expect.stringMatching(/^bps_/) })
    expect(Object.fromEntries(lastAsked('/v1/billing_portal/sessions').form)).toMatchObject({
      customer: remote.customer,
      'flow_data[type]': 'subscription_update_confirm',
      'flow_data[subscription_update_confirm][subscription]': remote.id,
      'flow_data[subscription_update_confirm][items][0][id]': `si_${remote.id}`,
      'flow_data[subscription_update_confirm][items][0][price]': 'price_starter',
    })
    expect((await weir.has(key)).plan).toBe('pro')
    await weir.spend(key, 1000)
    remote.price = 'price_starter'
    await weir.deliver(weir.stripe.subscriptionEvent(remote, 'updated', weir.clock.now()))
    expect(await weir.has(key)).toEqual({ plan: 'starter', monthly: 5000, used: 1000, remaining: 4000 })
    expect((await weir.subscription(key)).pending).toBeNull()
  })

  test('of the current plan is refused', async () => {
    const { key, remote } = await weir.subscribed()
    expect((await weir.checkout(key)).status).toBe(409)
    Object.assign(remote, { status: 'past_due', invoice: { id: 'in_x', status: 'open' } })
    await weir.deliver(weir.stripe.subscriptionEvent(remote, 'updated', weir.clock.now()))
    for (const plan of ['pro', 'starter'])
      expect((await weir.checkout(key, plan)).body.error.details.remedy).toBe('POST /v1/billing/portal')
  })

  test('of another plan is refused while the subscription is cancelled', async () => {
    const { key } = await weir.subscribed()
    await weir.post('/v1/billing/cancel', undefined, { key })
    const { status, body } = await weir.checkout(key, 'starter')
    expect([status, body.error.details.remedy]).toEqual([409, 'POST /v1/billing/resume'])
  })
})

describe('a customer', () => {
  test('can open the portal of Stripe after a payment', async () => {
    const { key } = await weir.user('free')
    expect((await weir.post('/v1/billing/portal', undefined, { key })).status).toBe(409)
    const paying = await weir.subscribed()
    const { body } = await weir.post('/v1/billing/portal', undefined, { key: paying.key })
    expect(body.data.url).toStartWith(`${weir.stripe.url}/portal/`)
    expect(lastAsked('/v1/billing_portal/sessions').form.get('customer')).toBe(paying.remote.customer)
  })

  test('can cancel with the end of the period, and withdraw that', async () => {
    const { key, remote } = await weir.subscribed()
    const { body } = await weir.post('/v1/billing/cancel', undefined, { key })
    expect(body.data).toMatchObject({
      plan: 'pro',
      status: 'active',
      cancelAtPeriodEnd: true,
      endsAt: '2026-02-15T10:00:00.000Z',
    })
    expect(remote.cancelAtPeriodEnd).toBe(true)
    expect((await weir.post('/v1/billing/resume', undefined, { key })).body.data).toMatchObject({
      cancelAtPeriodEnd: false,
      endsAt: null,
    })
    expect(remote.cancelAtPeriodEnd).toBe(false)
    // A date that was set at Stripe itself.
    remote.cancelAt = remote.end
    await weir.deliver(weir.stripe.subscriptionEvent(remote, 'updated', weir.clock.now()))
    expect((await weir.subscription(key)).cancelAtPeriodEnd).toBe(true)
    await weir.post('/v1/billing/resume', undefined, { key })
    expect(remote.cancelAt).toBeNull()
  })

  test('who returns is the same customer at Stripe', async () => {
    const first = await weir.subscribed()
    Object.assign(first.remote, { status: 'canceled', endedAt: Math.floor(weir.clock.now() / 1000) })
    await weir.deliver(weir.stripe.subscriptionEvent(first.remote, 'deleted', weir.clock.now()))
    const { body } = await weir.checkout(first.key, 'pro', 'yearly')
    expect(weir.stripe.sessions.get(body.data.sessionId)!.customer).toBe(first.remote.customer)
  })
})

describe('a subscription that Stripe has lost', () => {
  test('can be cancelled, and keeps its plan for the paid time', async () => {
    await using world = await openStripe()
    const { key, remote } = await world.subscribed()
    world.stripe.forget(remote)
    const { status, body } = await world.post('/v1/billing/cancel', undefined, { key })
    expect([status, body.data.status, body.data.endsAt]).toEqual([200, 'cancelled', MONTH_END])
    expect(await world.has(key)).toEqual(FULL)
    expect((await world.post('/v1/billing/resume', undefined, { key })).status).toBe(409)
    const portal = await world.post('/v1/billing/portal', undefined, { key })
    expect([portal.status, portal.body.error.code]).toEqual([409, 'conflict'])
    const other = await world.subscribed()
    await world.post('/v1/billing/cancel', undefined, { key: other.key })
    world.stripe.forget(other.remote)
    expect((await world.post('/v1/billing/resume', undefined, { key: other.key })).status).toBe(502)
    expect((await world.subscription(other.key)).status).toBe('cancelled')
    world.clock.set(MONTH_END)
    expect((await world.subscription(key)).plan).toBe('free')
  })

  test('does not prevent a new purchase, as another customer', async () => {
    await using world = await openStripe()
    const { id, key, remote } = await world.subscribed()
    world.stripe.forget(remote)
    const { status, body } = await world.checkout(key, 'starter', 'monthly')
    expect([status, body.data?.provider]).toEqual([200, 'stripe'])
    const session = world.stripe.sessions.get(body.data.sessionId)!
    expect([session.customer, session.client_reference_id]).toEqual([null, id])
    expect((await world.subscription(key)).status).toBe('cancelled')
    expect((await world.post('/v1/billing/resume', undefined, { key })).status).toBe(409)
  })
})

test('prices are those of Stripe', async () => {
  const { key } = await weir.user('free')
  const { plans, provider, needsApproval } = (await weir.get('/v1/billing/plans', { key })).body.data
  expect([provider, needsApproval]).toEqual(['stripe', false])
  const offers = Object.fromEntries(plans.map(({ name, offers }: { name: string; offers: object[] }) => [name, offers]))
  expect(offers.pro).toEqual([
    { billingPeriod: 'monthly', amount: 49.5, currency: 'EUR' },
    { billingPeriod: 'yearly', amount: 49.5, currency: 'EUR' },
  ])
  expect(offers.enterprise).toEqual([])
})

describe('if Stripe fails', () => {
  test('a request is repeated with its idempotency key, and applied once', async () => {
    const { key } = await weir.user('free')
    const before = weir.stripe.sessions.size
    const seen: (string | null)[] = []
    const note = (answer?: Response) => (asked: { headers: Headers }) => {
      seen.push(asked.headers.get('idempotency-key'))
      return answer
    }
    weir.stripe.troubles.push(
      note(new Response('{}', { status: 500 })),
      note(new Response('{}', { status: 429 })),
      note(),
    )
    expect((await weir.checkout(key)).status).toBe(200)
    expect(weir.stripe.sessions.size).toBe(before + 1)
    expect([seen.length, new Set(seen).size]).toEqual([3, 1])
    // Another request with the same idempotency key is being handled there.
    weir.stripe.troubles.push(note(new Response('{}', { status: 409 })), note())
    expect((await weir.checkout(key, 'starter')).status).toBe(200)
    expect([seen.length, new Set(seen).size]).toEqual([5, 2])
  })

  test('a lost response does not cause a second purchase', async () => {
    const { key } = await weir.user('free')
    const before = weir.stripe.sessions.size
    weir.stripe.troubles.push(async (asked) => {
      const init = { method: 'POST', headers: asked.headers, body: asked.form.toString() }
      await fetch(`${weir.stripe.url}${asked.path}`, init)
      return new Response('gone', { status: 502 })
    })
    expect((await weir.checkout(key)).status).toBe(200)
    expect(weir.stripe.sessions.size).toBe(before + 1)
  })

  test('the error says so, with Retry-After', async () => {
    const { key } = await weir.user('free')
    for (let i = 0; i < 3; i++) weir.stripe.troubles.push(() => new Response('down', { status: 503 }))
    const { status, headers, body } = await weir.checkout(key)
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '30'])
    expect(body.error.details.provider).toBe('stripe')
  })

  test.each([
    ['gives no address to pay at', () => Response.json({ id: 'cs_1', url: null })],
    ['leads elsewhere', () => Response.redirect('http://127.0.0.1:9/')],
    ['is no API', () => new Response('<html>Welcome</html>')],
  ])('a response that %s is an error too', async (_, answer) => {
    const { key } = await weir.user('free')
    weir.stripe.troubles.push(answer)
    const { status, headers, body } = await weir.checkout(key)
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 'service_unavailable', '30'])
    expect(body.error.details).toMatchObject({ provider: 'stripe', reason: 'payment_provider' })
  })

  test('the error has the message of Stripe, but never the key', async () => {
    const { key } = await weir.user('free')
    const message = `No such price: 'price_pro'; Invalid API Key provided: ${weir.stripe.key}`
    const error = { type: 'invalid_request_error', code: 'resource_missing', param: 'line_items[0][price]', message }
    weir.stripe.troubles.push(() => Response.json({ error }, { status: 400, headers: { 'request-id': 'req_1' } }))
    const { status, text, body } = await weir.checkout(key)
    expect([status, body.error.code]).toEqual([502, 'payment_failed'])
    expect(body.error.message).toContain("No such price: 'price_pro'")
    expect(body.error.details).toMatchObject({ code: 'resource_missing', requestId: 'req_1' })
    expect(text + weir.log.join('\n')).not.toContain(weir.stripe.key)
  })

  test('a wrong key is reported to the operator', async () => {
    const stripe = startStripe()
    const other = await openBilling({ ...stripeSettings(stripe), WEIR_STRIPE_SECRET_KEY: 'sk_test_wrong0000000000' })
    try {
      const { key } = await other.user('free')
      const { status, text, body } = await other.checkout(key)
      expect([status, body.error.details.setting]).toEqual([501, 'WEIR_STRIPE_SECRET_KEY'])
      expect(text + other.log.join('\n')).not.toContain('sk_test_wrong')
    } finally {
      await other.close()
      stripe.stop()
    }
  })
})

describe('settings', () => {
  test('without effect because of a missing secret key are logged', async () => {
    const alone = await openBilling({ WEIR_STRIPE_WEBHOOK_SECRET: 'whsec_1', WEIR_STRIPE_PRICES: PRICES })
    await alone.close()
    for (const name of ['WEIR_STRIPE_WEBHOOK_SECRET', 'WEIR_STRIPE_PRICES'])
      expect(alone.log.join('\n')).toContain(`${name} does nothing without WEIR_STRIPE_SECRET_KEY: Stripe is not used`)
  })

  const good = {
    WEIR_STRIPE_SECRET_KEY: 'sk_test_1',
    WEIR_STRIPE_WEBHOOK_SECRET: 'whsec_1',
    WEIR_STRIPE_PRICES: PRICES,
  }
  test.each([
    ['WEIR_STRIPE_PRICES', '}{'],
    ['WEIR_STRIPE_PRICES', ''],
    ['WEIR_STRIPE_WEBHOOK_SECRET', ''],
    ['WEIR_STRIPE_WEBHOOK_SECRET', ' \n'],
    ['WEIR_STRIPE_URL', 'nowhere'],
    ['WEIR_STRIPE_SECRET_KEY', 'sk_test_51N…xyz'],
  ])('%s=%s stops the start with one line that names it', async (name, value) => {
    const opened = openBilling({ ...good, [name]: value })
    const error = await opened.then(
      async (world) => {
        await world.close()
        return undefined
      },
      (refusal: Error) => refusal,
    )
    expect(error?.message).toContain(name)
    expect(error?.message).not.toContain('\n')
    expect(error?.message).not.toContain('51N')
  })

  test.each([
    'pro=price_1',
    'pro:weekly=price_1',
    'gold:monthly=price_1',
    'free:monthly=price_1',
    'pro:monthly=',
    'pro:monthly=price 1',
    'pro:monthly=price_1,pro:monthly=price_2',
    'pro:monthly=price_1,pro:yearly=price_1',
  ])('prices cannot be %s', (text) => {
    expect(() => parsePrices(text)).toThrow(/^WEIR_STRIPE_PRICES: .*pro:monthly=price_1,pro:yearly=price_2$/)
  })

  test('the webhook names the missing key', async () => {
    const without = await openBilling()
    try {
      const { status, body } = await without.post('/v1/billing/webhooks/stripe', undefined, { key: null, raw: '{}' })
      expect([status, body.error.details.setting]).toEqual([501, 'WEIR_STRIPE_SECRET_KEY'])
    } finally {
      await without.close()
    }
  })
})

test('a period that begins is not granted before it is paid', async () => {
  await using world = await openStripe()
  const { key, remote } = await world.subscribed()
  await world.spend(key, 40_000)
  world.clock.set('2026-02-15T10:00:05.000Z')
  renew(remote)
  await world.deliver(world.stripe.subscriptionEvent(remote, 'updated', world.clock.now()))
  expect(await world.has(key)).toMatchObject({ plan: 'pro', used: 40_000 })
  world.clock.set('2026-02-15T11:00:00.000Z')
  remote.invoice.status = 'paid'
  await world.deliver(world.stripe.invoiceEvent(remote, 'paid', world.clock.now()))
  expect(await world.has(key)).toEqual({ plan: 'pro', monthly: 50_000, used: 0, remaining: 50_000 })
})
