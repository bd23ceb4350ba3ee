import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditOf, DAY, openBilling } from './open.ts'
import { stripeSettings } from './open-stripe.ts'
import { startStripe } from './stripe-peer.ts'

test('an event whose process is killed at any time is applied once when it is sent again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-billing-kill-'))
  const stripe = startStripe()
  const settings = {
    ...stripeSettings(stripe),
    WEIR_DATA_DIR: dataDir,
    WEIR_ADMIN_API_KEY: `wr_${'1'.repeat(5)}_${'2'.repeat(40)}`,
  }
  const children = new Set<ReturnType<typeof Bun.spawn>>()
  try {
    const first = await openBilling(settings, { real: true })
    const { id, key } = await first.user('free')
    const { sessionId } = (await first.checkout(key)).body.data
    await first.spend(key, 100)
    await first.close()
    const now = Date.now()
    const remote = stripe.pay(sessionId, { at: now, end: now + 30 * DAY })
    const event = stripe.sessionEvent(sessionId, now)

    /** Kills the process that handles the event when it reaches a step. */
    const kill = async (point: 'asks' | 'is answered' | 'has answered') => {
      const child = Bun.spawn(
        [
          process.execPath,
          join(import.meta.dir, 'kill-child.ts'),
          JSON.stringify(settings),
          event.payload,
          event.sign(Date.now()),
        ],
        { stdout: 'pipe', stderr: 'inherit', env: process.env },
      )
      children.add(child)
      if (point === 'has answered') for await (const _ of child.stdout) break
      else
        await new Promise<void>((resolve) => {
          stripe.troubles.push(async () => {
            if (point === 'asks') child.kill('SIGKILL')
            // The process may end before or after it has sent the response.
            else setImmediate(() => child.kill('SIGKILL'))
            resolve()
            return undefined
          })
        })
      child.kill('SIGKILL')
      await child.exited
      stripe.troubles.length = 0
    }
    await kill('asks')
    await kill('is answered')
    await kill('has answered')

    const last = await openBilling(settings, { real: true })
    const options = { key: null, raw: event.payload, headers: { 'stripe-signature': event.sign(Date.now()) } }
    const { body } = await last.post('/v1/billing/webhooks/stripe', undefined, options)
    expect(body.data.outcome).toBe('repeated')
    expect(await last.has(key)).toEqual({ plan: 'pro', monthly: 50_000, used: 0, remaining: 50_000 })
    expect(await last.subscription(key)).toMatchObject({ status: 'active', provider: 'stripe', pending: null })
    const changes = (await auditOf(last)).filter(({ target }) => target === id || target === remote.id)
    expect(changes.filter(({ credential }) => credential === 'stripe').map(({ action }) => action)).toEqual([
      'billing.subscription_changed',
      'user.changed',
    ])
    await last.close()
  } finally {
    for (const child of children) child.kill('SIGKILL')
    stripe.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 120_000)
