import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openStripe, type WithStripe } from './open-stripe.ts'
import { sign, startStripe } from './stripe-peer.ts'

let weir: WithStripe
beforeAll(async () => {
  weir = await openStripe()
})
afterAll(() => weir[Symbol.asyncDispose]())

describe('the signature of an event', () => {
  const T = () => weir.clock.now()
  const cases: [string, (payload: string, secret: string) => string | null][] = [
    ['without a signature', () => null],
    ['with an empty one', () => ''],
    ['with nonsense', () => 'yes, really'],
    ['with another secret', (payload) => sign(payload, 'whsec_other', T())],
    ['with zeros', () => `t=${Math.floor(T() / 1000)},v1=${'0'.repeat(64)}`],
    ['with a short one', (payload, secret) => sign(payload, secret, T()).slice(0, -2)],
    ['of another body', (payload, secret) => sign(`${payload} `, secret, T())],
    ['too old', (payload, secret) => sign(payload, secret, T() - 301_000)],
    ['of the future', (payload, secret) => sign(payload, secret, T() + 302_000)],
    [
      'with a time that was not signed',
      (payload, secret) => sign(payload, secret, T() - 3_600_000).replace(/t=\d+/, `t=${Math.floor(T() / 1000)}`),
    ],
    ['with two times', (payload, secret) => `t=${Math.floor(T() / 1000)},${sign(payload, secret, T())}`],
    ['in an old scheme alone', (payload, secret) => sign(payload, secret, T()).replace('v1=', 'v0=')],
    ['with a time that is not a number', (payload, secret) => sign(payload, secret, T()).replace(/t=\d+/, 't=now')],
  ]
  test.each(cases)('is refused %s', async (_, header) => {
    const { key, sessionId } = await weir.paid()
    const { payload } = weir.stripe.sessionEvent(sessionId, T())
    const { status, body } = await weir.deliverRaw(payload, header(payload, weir.stripe.secret))
    expect([status, body.error.details.parameter]).toEqual([400, 'Stripe-Signature'])
    expect((await weir.has(key)).plan).toBe('free')
  })

  test('is accepted for 300 seconds, also among several', async () => {
    const { key, sessionId } = await weir.paid()
    const { payload } = weir.stripe.sessionEvent(sessionId, T())
    const good = sign(payload, weir.stripe.secret, T() - 299_000)
    const other = sign(payload, 'whsec_other', T() - 299_000).split(',')[1]
    const { status } = await weir.deliverRaw(payload, `${good.split(',')[0]},${other},${good.split(',')[1]},v0=abc`)
    expect(status).toBe(200)
    expect((await weir.has(key)).plan).toBe('pro')
  })

  test('does not make a body valid that is not an event, or is too large', async () => {
    for (const payload of ['', '{', '[]', '{"id":"evt_x"}', '{"id":"evt_x","type":"invoice.paid","data":{}}', '"x"'])
      expect((await weir.deliverRaw(payload, sign(payload, weir.stripe.secret, T()))).status).toBe(400)
    const large = JSON.stringify({ id: 'evt_large', type: 'x', data: { object: { text: 'x'.repeat(600_000) } } })
    expect((await weir.deliverRaw(large, sign(large, weir.stripe.secret, T()))).status).toBe(413)
  })
})

test('a secret from a file may end with a line break', async () => {
  const peer = startStripe()
  await using other = await openStripe({ settings: { WEIR_STRIPE_WEBHOOK_SECRET: `${peer.secret}\n` } })
  peer.stop()
  const { key, sessionId } = await other.paid()
  const { payload } = other.stripe.sessionEvent(sessionId, other.clock.now())
  const { status } = await other.deliverRaw(payload, sign(payload, other.stripe.secret, other.clock.now()))
  expect([status, (await other.has(key)).plan]).toEqual([200, 'pro'])
})
