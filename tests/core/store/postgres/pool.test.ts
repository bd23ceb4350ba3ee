import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createLog } from '../../../../core/log.ts'
import { connectionConfig } from '../../../../core/store/postgres/connection.ts'
import { Connections } from '../../../../core/store/postgres/pool.ts'
import { Reach } from '../../../../core/store/postgres/reach.ts'
import { createDatabase } from '../../../postgres.ts'

/** Milliseconds within which a connection must be established; the calls below wait longer for their turn. */
const CONNECT_TIMEOUT = 400

let connections: Connections
let reach: Reach
beforeAll(async () => {
  const config = { ...connectionConfig(await createDatabase()), connectionTimeoutMillis: CONNECT_TIMEOUT }
  reach = new Reach({
    config,
    log: createLog('text', () => {}),
    isConnected: () => true,
    lost: () => connections.drop(),
  })
  connections = new Connections(config, { most: 1, reach })
})
afterAll(() => Promise.all([connections.close(), reach.close()]))

const sleep = (seconds: number) =>
  connections.use((connection) => connection.ask({ text: 'select pg_sleep($1)', values: [seconds] }))

test('a query that waits for a connection to a busy server gets one, even after the connect timeout', async () => {
  const served = await Promise.all([sleep(0.5), sleep(0.5), sleep(0)])
  expect(served.map(({ rowCount }) => rowCount)).toEqual([1, 1, 1])
})

test('waiting queries fail as soon as all connections are dropped, and later ones are served', async () => {
  const began = Promise.withResolvers<void>()
  const ends = Promise.withResolvers<void>()
  const holds = connections.use(async () => {
    began.resolve()
    await ends.promise
  })
  await began.promise
  const waits = sleep(0)
  connections.drop()
  expect(await waits.catch((error: unknown) => error)).toMatchObject({ details: { reason: 'storage_unavailable' } })
  ends.resolve()
  await holds
  expect((await sleep(0)).rowCount).toBe(1)
})
