import { expect, test } from 'bun:test'
import type { GuardedFetch } from 'weirjs'
import { createStripeClient } from '../../../../plugins/stripe/client/client.ts'

/** A client whose Stripe gives these answers in order, and the idempotency keys of its requests. */
function clientOf(...answers: { status: number; advice?: string }[]) {
  const keys: unknown[] = []
  const fetch = async (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'])
    const { status, advice } = answers.shift()!
    const body = status === 200 ? { id: 'cs_1' } : { error: { message: 'No' } }
    return Response.json(body, { status, headers: advice === undefined ? {} : { 'stripe-should-retry': advice } })
  }
  const parts = { url: 'https://stripe.example/', secretKey: 'sk_test', fetch: fetch as unknown as GuardedFetch }
  return { client: createStripeClient(parts), keys }
}

test.each([
  ['a temporary error', { status: 503 }],
  ['an error that Stripe says to retry', { status: 400, advice: 'true' }],
])('%s is retried with the same idempotency key', async (_, first) => {
  const { client, keys } = clientOf(first, { status: 200 })
  expect(await client.post('/v1/checkout/sessions', {})).toEqual({ id: 'cs_1' })
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
})

test.each([
  ['a refusal', { status: 402 }, 'payment_failed'],
  ['a failure that Stripe says not to retry', { status: 500, advice: 'false' }, 'payment_failed'],
])('%s is thrown at once', async (_, only, code) => {
  const { client, keys } = clientOf(only)
  await expect(client.post('/v1/checkout/sessions', {})).rejects.toMatchObject({ code })
  expect(keys).toHaveLength(1)
})
