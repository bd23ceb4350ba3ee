import { expect, test } from 'bun:test'
import { type Receivers, startReceivers, status } from '../plugins/webhooks/receivers.ts'
import { verify } from '../plugins/webhooks/verify.ts'
import { serveChild } from './serve-child.ts'

const idsOf = (receivers: Receivers, url: string) => receivers.got(url).map(({ json }) => json.id)

test('a kill between the delivery and its record sends the event again, with the same id', async () => {
  const receivers = await startReceivers()
  await using server = await serveChild({ WEIR_METERING: 'off' })
  const secret = (await server.call('GET', '/v1/webhooks/secret')).data.secret
  const page = receivers.make((response) => void response.end('A page.'))

  let killed: Promise<void> | undefined
  // The receiver has the event; the server never learns whether it was accepted.
  const url = receivers.make((response, nth) => {
    if (nth > 1) return status(200)(response, nth, undefined as never)
    killed = server.kill()
  })
  const { data } = await server.call('POST', '/v1/scrape', { urls: [page], webhook: url })
  while (killed === undefined) await Bun.sleep(5)
  await killed
  await server.start()
  for (;;) {
    const { deliveries } = (await server.call('GET', `/v1/webhooks/deliveries?job=${data.jobId}`)).data
    if (deliveries[0]?.status === 'delivered') break
    await Bun.sleep(20)
  }
  const got = receivers.got(url)
  expect(got.length).toBeGreaterThan(1)
  expect(new Set(idsOf(receivers, url)).size).toBe(1)
  expect(new Set(got.map(({ body }) => Buffer.from(body).toString())).size).toBe(1)
  for (const one of got) expect((await verify(secret, one)).current).toBe(true)
  receivers.stop()
}, 120_000)

test('over kills the end of every accepted job is sent, each with one id', async () => {
  const receivers = await startReceivers()
  await using server = await serveChild({ WEIR_METERING: 'off' })
  const page = receivers.make((response) => void response.end('A page.'))
  const url = receivers.make()
  const jobs = new Set<string>()
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 10; i++) {
      const { data } = await server.call('POST', '/v1/scrape', { urls: [page], webhook: url })
      jobs.add(data.jobId)
    }
    await server.kill()
    await server.start()
  }
  const told = () => new Set(receivers.got(url).map(({ json }) => json.data.id as string))
  while (told().size < jobs.size) await Bun.sleep(20)
  expect(told()).toEqual(jobs)
  expect(new Set(idsOf(receivers, url)).size).toBe(jobs.size)
  receivers.stop()
}, 120_000)
