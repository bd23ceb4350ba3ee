import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../core/jobs/open-jobs.ts'
import { startWeir } from '../../weir.ts'
import { startClock, startReceivers } from './receivers.ts'

/** A Weir with a clock that tests set, and with receivers. It waits a second for a receiver. */
export async function openWebhooks(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'weir-webhooks-'))
  writeFileSync(join(folder, 'weir.config.ts'), 'export default { config: { webhooks: { timeout: 1000 } } }')
  const clock = startClock()
  const weir = await startWeir({ WEIR_ENGINES: 'lightweight', WEIR_METERING: 'off', ...settings }, folder, { clock })
  const good = await startReceivers()
  const { id: account, key } = await weir.user()
  const read = async (path: string) => (await weir.get(`/v1/webhooks/${path}`, { key })).body.data

  const send = async (url: string): Promise<string> => {
    const { status, body } = await weir.post('/v1/webhooks/test', { url }, { key })
    if (status !== 202) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.data.id
  }
  /** Waits until one more good receiver has its delivery: by then, everything that was due before has started. */
  const nudge = async () => {
    const url = good.make()
    await send(url)
    await until('a good receiver', () => good.got(url).length === 1)
  }
  return {
    weir,
    account,
    key,
    clock,
    good,
    send,
    nudge,
    read,
    delivery: (id: string) => read(`deliveries/${id}`),
    /** Moves the clock forward, and starts what is due. */
    async pass(milliseconds: number) {
      clock.pass(milliseconds)
      await nudge()
    },
    async [Symbol.asyncDispose]() {
      await weir.close()
      good.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Opened = Awaited<ReturnType<typeof openWebhooks>>
