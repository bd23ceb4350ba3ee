import { KeptAnswers } from '../../../../core/http/idempotency/kept-answers.ts'
import { openCharging, type Sent } from './charging.ts'

/** A Weir that is killed when it would store its answers. Usage: bun kill-child.ts SETTINGS KEY REQUESTS */
const [settings, key, requests] = process.argv.slice(2)
const sent: Sent[] = JSON.parse(requests!)
const { promise: reached, resolve } = Promise.withResolvers<void>()
let answers = 0
KeptAnswers.prototype.putAnswer = () => {
  if (++answers === sent.length) resolve()
  return new Promise(() => {})
}
const { post } = await openCharging(JSON.parse(settings!))
for (const one of sent) void post(one, key!).then(({ text }) => process.stdout.write(`answered ${text}\n`))
await reached
process.stdout.write('charged\n')
// The parent kills the process.
setInterval(() => {}, 1000)
