import { openBilling } from './open.ts'

/** A Weir that is killed while it processes an event. Usage: bun kill-child.ts SETTINGS PAYLOAD HEADER. */
const [settings, payload, header] = process.argv.slice(2)
const weir = await openBilling(JSON.parse(settings!), { real: true })
const options = { key: null, raw: payload!, headers: { 'stripe-signature': header! } }
const { status } = await weir.post('/v1/billing/webhooks/stripe', undefined, options)
process.stdout.write(`answered ${status}\n`)
// The parent kills the process.
setInterval(() => {}, 1000)
