import { describe, expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { type ApiError, isApiError, type Log } from 'weirjs'
import { isMissing, refused, unreachable } from '../../../plugins/stripe/client/failure.ts'
import { encodeForm } from '../../../plugins/stripe/client/form.ts'
import { createPriceTags } from '../../../plugins/stripe/price-tags.ts'
import { parsePrices } from '../../../plugins/stripe/prices.ts'
import { readEvent } from '../../../plugins/stripe/webhook/event.ts'
import { checkSignature } from '../../../plugins/stripe/webhook/signature.ts'

const log: Log = { info() {}, warn() {}, error() {}, with: () => log }
const refusalOf = (work: () => unknown): ApiError => {
  try {
    work()
  } catch (error) {
    if (isApiError(error)) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('the prices of plans', () => {
  test('are found by their ids and by their plans', () => {
    const prices = parsePrices(' pro:monthly=price_1 ,, starter:yearly=price_2')
    expect(prices.ids).toEqual(['price_1', 'price_2'])
    expect([prices.idOf('pro', 'monthly'), prices.idOf('pro', 'yearly')]).toEqual(['price_1', undefined])
    expect([prices.planOf('price_2'), prices.planOf('x')]).toEqual([
      { plan: 'starter', billingPeriod: 'yearly' },
      undefined,
    ])
    expect(parsePrices('').ids).toEqual([])
  })

  test.each([
    ['pro=price_1', 'is not a price of a plan'],
    ['free:monthly=price_1', 'names a plan that is not one of'],
    ['pro:daily=price_1', 'names a period that is not one of'],
    ['pro:monthly=', 'has no id of a price'],
    ['pro:monthly=a.b', 'has no id of a price'],
    [`pro:monthly=${'x'.repeat(201)}`, 'has no id of a price'],
    ['pro:monthly=a,pro:monthly=b', 'is a second price of that plan and period'],
    ['pro:monthly=a,pro:yearly=a', 'is a price that is already listed'],
  ])('%p %s', (text, why) => expect(() => parsePrices(text)).toThrow(why))
  test('have ids of up to 200 characters', () => {
    expect(parsePrices(`pro:monthly=${'x'.repeat(200)}`).ids[0]).toHaveLength(200)
  })
})

describe('the tag of a price', () => {
  const tags = (answers: (Record<string, unknown> | Error)[]) => {
    const asked: string[] = []
    let at = 0
    const client = {
      async get(path: string) {
        asked.push(path)
        const answer = answers[asked.length - 1]!
        if (answer instanceof Error) throw answer
        return answer
      },
    }
    const clock = { now: () => at }
    const { of } = createPriceTags({ client, clock, log } as unknown as Parameters<typeof createPriceTags>[0])
    const pass = (ms: number) => {
      at += ms
    }
    return { of, asked, pass }
  }

  test.each([
    [
      { unit_amount: 1250, currency: 'usd' },
      { amount: 12.5, currency: 'USD' },
    ],
    [
      { unit_amount: 1250, currency: 'jpy' },
      { amount: 1250, currency: 'JPY' },
    ],
    [
      { unit_amount: 1250, currency: 'kwd' },
      { amount: 1.25, currency: 'KWD' },
    ],
    [{ unit_amount: null, currency: 'usd' }, null],
    [{ unit_amount: 5 }, null],
  ])('%j is %j', async (answer, price) => expect(await tags([answer]).of('price_1')).toEqual(price))

  test('is requested once an hour, and after a failure once a minute', async () => {
    const price = { unit_amount: 100, currency: 'eur' }
    const { of, asked, pass } = tags([price, price, new Error('down'), price])
    const each = async (ms: number) => {
      pass(ms)
      return (await of('a/b'))?.amount ?? null
    }
    expect([await each(0), await each(3_599_999), asked.length]).toEqual([1, 1, 1])
    expect([await each(1), asked.length]).toEqual([1, 2])
    expect([await each(3_600_000), await each(59_999), asked.length]).toEqual([null, null, 3])
    expect([await each(1), asked.length]).toEqual([1, 4])
    expect([asked[0], await of(undefined)]).toEqual(['/v1/prices/a%2Fb', null])
  })
})

test('parameters are encoded as Stripe expects them', () => {
  const form = encodeForm({
    a: 1,
    b: true,
    c: undefined,
    d: [{ e: 'x y' }, { e: 2 }],
    f: { g: { h: '' }, i: undefined },
  })
  expect(decodeURIComponent(form)).toBe('a=1&b=true&d[0][e]=x+y&d[1][e]=2&f[g][h]=')
})

describe('a failure', () => {
  test('of the connection may be temporary', () => {
    const { code, details, retryAfter } = unreachable(new Error('x'), 503)
    expect([code, details, retryAfter]).toEqual([
      'service_unavailable',
      { reason: 'payment_provider', provider: 'stripe', status: 503 },
      30,
    ])
    expect(Object.hasOwn(unreachable(undefined).details, 'status')).toBe(false)
  })

  test('of the key is a wrong setting', () => {
    for (const status of [401, 403]) {
      const { code, details } = refused(status, {}, null)
      expect([code, details.setting]).toEqual(['not_configured', 'WEIR_STRIPE_SECRET_KEY'])
    }
  })

  test("of the request has Stripe's message, without a key", () => {
    const error = {
      type: 't',
      code: 'c',
      param: 'p',
      message: `Invalid sk_live_abc*** and rk_1 whsec_2 ${'x'.repeat(600)}`,
    }
    const failure = refused(402, { error }, 'req_1')
    expect([failure.code, failure.status, failure.details]).toEqual([
      'payment_failed',
      502,
      { provider: 'stripe', status: 402, type: 't', code: 'c', parameter: 'p', requestId: 'req_1' },
    ])
    expect(failure.message).toStartWith('Stripe refused: Invalid … and … … x')
    expect(failure.message).toHaveLength('Stripe refused: '.length + 500)
    expect(refused(400, 'text', null)).toMatchObject({
      message: 'Stripe refused: without a reason',
      details: { type: null },
    })
    expect([isMissing(failure), isMissing(new Error('x'))]).toEqual([false, false])
    const missing = (status: number, param: string) =>
      refused(status, { error: { code: 'resource_missing', param, message: 'No such thing' } }, null)
    expect([isMissing(missing(404, 'id')), isMissing(missing(404, 'id'), 'customer')]).toEqual([true, false])
    expect([isMissing(missing(400, 'customer')), isMissing(missing(400, 'customer'), 'customer')]).toEqual([
      false,
      true,
    ])
  })
})

describe('an event', () => {
  const read = (type: string, object: unknown, more: object = {}) =>
    readEvent(new TextEncoder().encode(JSON.stringify({ id: 'evt_1', type, created: 7, data: { object }, ...more })))
  const metadata = { weir_account: 'me' }

  test('of a checkout has the session and its status', () => {
    const session = { id: 'cs_1', subscription: { id: 'sub_1' }, customer: 'cus_1', metadata }
    for (const kind of ['completed', 'async_payment_succeeded', 'async_payment_failed', 'expired'])
      expect(read(`checkout.session.${kind}`, session)).toEqual({
        ...{ id: 'evt_1', type: `checkout.session.${kind}`, createdAt: 7000, customer: 'cus_1', account: 'me' },
        ...{ subscription: 'sub_1', session: { id: 'cs_1', status: kind === 'expired' ? 'expired' : 'completed' } },
      })
    expect(read('checkout.session.completed', { ...session, client_reference_id: 'other' })?.account).toBe('other')
    expect(() => read('checkout.session.completed', { ...session, id: undefined })).toThrow('not an event of Stripe')
  })

  test('of a subscription has its id and account', () => {
    expect(read('customer.subscription.updated', { id: 'sub_1', metadata })).toMatchObject({
      account: 'me',
      subscription: 'sub_1',
    })
  })

  test('of an invoice has its subscription, in the old format and the new', () => {
    const details = { subscription: 'sub_1', metadata }
    expect(read('invoice.paid', { parent: { subscription_details: details } })).toMatchObject({
      account: 'me',
      subscription: 'sub_1',
    })
    expect(read('invoice.voided', { subscription: 'sub_2', subscription_details: { metadata } })).toMatchObject({
      account: 'me',
      subscription: 'sub_2',
    })
    expect(read('invoice.paid', {})).toBeUndefined()
    expect(read('invoice.created', { subscription: 'sub_2' })).toBeUndefined()
  })

  test('of a full refund has the time of the charge', () => {
    expect(read('charge.refunded', { refunded: true, created: 5, metadata })).toMatchObject({
      account: 'me',
      refundedCharge: 5000,
    })
    expect(read('charge.refunded', { refunded: true })?.refundedCharge).toBe(0)
    expect(read('charge.refunded', { refunded: false })).toBeUndefined()
    expect(read('charge.updated', { refunded: true })).toBeUndefined()
  })

  test('is refused if it is malformed', () => {
    const malformed = { code: 'invalid_request', message: 'The body is not an event of Stripe' }
    const bad: (() => unknown)[] = [
      () => read('x', 'no object'),
      () => read('', {}),
      () => read('x', {}, { id: 'x'.repeat(256) }),
      () => readEvent(new TextEncoder().encode('[]')),
      () => readEvent(new TextEncoder().encode('{')),
    ]
    for (const work of bad) expect(refusalOf(work)).toMatchObject(malformed)
    expect(read('customer.subscription.deleted', {}, { id: 'x'.repeat(255), created: undefined })?.createdAt).toBe(0)
  })
})

describe('a signature', () => {
  const body = new TextEncoder().encode('{"a":1}')
  const sign = (time: number, secret = 'whsec_1') =>
    createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
  const reasonOf = (header: string | null, now = 1_000_000) => {
    try {
      checkSignature(header, body, { secret: 'whsec_1', now: now * 1000 })
      return undefined
    } catch (error) {
      return (error as ApiError).details.reason
    }
  }

  test('must match the bytes and the secret, within five minutes', () => {
    const header = `t=1000000,v1=${sign(1_000_000)}`
    expect([0, 300, -300, 301, -301].map((seconds) => reasonOf(header, 1_000_000 + seconds))).toEqual([
      ...[undefined, undefined, undefined, 'expired', 'expired'],
    ])
    expect(reasonOf(`t=1000000, v0=x, v1=${'0'.repeat(64)}, v1=${sign(1_000_000).toUpperCase()}`)).toBeUndefined()
    expect(reasonOf(`t=1000000,v1=${sign(1_000_000, 'other')}`)).toBe('mismatch')
    for (const near of [sign(1_000_000).slice(1), `00${sign(1_000_000)}`, `${sign(1_000_000)}00`])
      expect(reasonOf(`t=1000000,v1=${near}`)).toBe('mismatch')
  })

  test('is malformed if it lacks a part, or has two times', () => {
    const signature = sign(1_000_000)
    expect(reasonOf(null)).toBe('missing')
    for (const header of [
      '',
      't=1000000',
      `v1=${signature}`,
      `t=1,t=1,v1=${signature}`,
      `t=now,v1=${signature}`,
      `t=1234567890123,v1=${signature}`,
    ])
      expect([header, reasonOf(header)]).toEqual([header, 'malformed'])
  })
})
