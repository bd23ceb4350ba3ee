import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { SettingError } from '../../../../core/config.ts'
import { createTicketQueue } from '../../../../core/jobs/scheduling/ticket-queue.ts'
import { openTickets } from '../../../../core/jobs/scheduling/tickets.ts'
import { createLog } from '../../../../core/log.ts'
import { openPostgresStore } from '../../../../core/store/postgres/open.ts'
import { fairQueueConformance } from '../../../conformance/queue.ts'
import { createDatabase } from '../../../postgres.ts'
import { until } from '../open-jobs.ts'

const log = createLog('text', () => {})
let url: string
beforeAll(async () => {
  url = await createDatabase()
})

/** A process's part in the queue of a database. */
async function join(address = url) {
  const store = await openPostgresStore({ url: address, log })
  const fairQueue = createTicketQueue({ store, tickets: await openTickets({ url: address, store, log }), log })
  return {
    store,
    fairQueue,
    offer: (account: string, weight = 1) =>
      store.write((tx) => fairQueue.offer(tx, account, weight), { durable: false }),
    async close() {
      await fairQueue.close()
      await store.close()
    },
  }
}
const empty = (store: Awaited<ReturnType<typeof join>>['store']) =>
  store.write((tx) => sql`delete from weir_queue.job`.execute(tx.db()))

describe('a fair queue in Postgres', () =>
  fairQueueConformance({
    async open() {
      const process = await join()
      await empty(process.store)
      return process
    },
  }))

describe('processes that share a queue', () => {
  let one: Awaited<ReturnType<typeof join>>
  let other: Awaited<ReturnType<typeof join>>
  beforeAll(async () => {
    one = await join()
    other = await join()
    await empty(one.store)
  })
  afterAll(async () => {
    await one.close()
    await other.close()
  })

  test('hear what another offers, and what it puts back', async () => {
    let told = 0
    const stop = other.fairQueue.watch(() => told++)
    // A process that begins to listen is told to look, too.
    await until('the listening', () => told > 0)
    await Bun.sleep(50)
    told = 0
    await one.offer('a')
    await until('word of the offer', () => told > 0)
    const [slice] = await other.fairQueue.take({ places: 1 })
    expect(slice?.accountId).toBe('a')
    expect(await one.fairQueue.take({ places: 1 })).toEqual([])
    await Bun.sleep(50)
    told = 0
    await slice!.end(1, true)
    await until('word of the end', () => told > 0)
    stop()
    for (const left of await one.fairQueue.take({ places: 1 })) await left.end(0, false)
  })

  test('start at once, whatever isolation the database has by default', async () => {
    const address = await createDatabase()
    const admin = new Client({ connectionString: address })
    await admin.connect()
    const name = new URL(address).pathname.slice(1)
    await admin.query(`alter database ${name} set default_transaction_isolation = 'serializable'`)
    await admin.end()
    const all = await Promise.all([1, 2, 3, 4].map(() => join(address)))
    const { rows } = await sql`select current_setting('transaction_isolation') as isolation`.execute(all[0]!.store.db())
    expect(rows).toEqual([{ isolation: 'read committed' }])
    for (const process of all) await process.close()
  })

  test('have no more slices of an account out than its weight, whoever offers it', async () => {
    for (let i = 0; i < 5; i++) await Promise.all([one.offer('b', 3), other.offer('b', 3)])
    for (let round = 0; round < 4; round++) {
      const slices = (
        await Promise.all([one, other, one, other].map(({ fairQueue }) => fairQueue.take({ places: 1 })))
      ).flat()
      expect(slices.length).toBeGreaterThan(0)
      expect(slices.length).toBeLessThanOrEqual(3)
      // An account that turned out to have more work gets all its turns.
      if (round === 3) expect(slices.length).toBe(3)
      for (const slice of slices) await slice.end(1, round < 3)
    }
    expect(await one.fairQueue.take({ places: 28 })).toEqual([])
  })

  test('serve each account that either of them offers, even if offers and ends cross', async () => {
    const wanted = new Map<string, number>()
    const served = new Map<string, number>()
    let done = false
    const serve = async ({ fairQueue }: typeof one) => {
      while (!done) {
        for (const slice of await fairQueue.take({ places: 8 })) {
          served.set(slice.accountId, wanted.get(slice.accountId)!)
          await slice.end(1, false)
        }
      }
    }
    const serving = [serve(one), serve(other)]
    for (let i = 0; i < 60; i++) {
      const account = `c${i % 4}`
      const from = i % 2 ? one : other
      // As a job's row does: the work is committed with the offer.
      await from.store.write(async (tx) => {
        await from.fairQueue.offer(tx, account, 2)
        wanted.set(account, i)
      })
    }
    await until('all to be served', () => [...wanted].every(([account, i]) => served.get(account) === i))
    done = true
    await Promise.all(serving)
    // An account that was offered while its slice was out is queued once more.
    for (let left = await one.fairQueue.take({ places: 28 }); left.length > 0; ) {
      for (const slice of left) await slice.end(0, false)
      left = await one.fairQueue.take({ places: 28 })
    }
  })

  test('put back what a dead process had taken', async () => {
    const third = await join()
    await one.offer('d')
    await until('the turn', async () => (await third.fairQueue.take({ places: 1 })).length === 1)
    // Its time is over at once: it died a few seconds ago.
    await one.store.write((tx) =>
      sql`update weir_queue.job set started_on = now() - interval '3 seconds' where state = 'active'`.execute(tx.db()),
    )
    let back: string | undefined
    await until('the account', async () => {
      const [slice] = await one.fairQueue.take({ places: 1 })
      back = slice?.accountId
      await slice?.end(1, false)
      return slice !== undefined
    })
    expect(back).toBe('d')
    await third.close()
  }, 120_000)

  test('are told of a slice that could not be returned once, whatever of it failed', async () => {
    const failures: unknown[] = []
    const note = (error: unknown) => void failures.push(error)
    process.on('unhandledRejection', note)
    const lost = new Error('The connection was lost')
    const tickets = {
      take: async () => [{ id: 'e', retryCount: 0, accountId: 'e', lane: 0, weight: 1 }],
      add: () => Promise.reject(lost),
      remove: () => Bun.sleep(10).then(() => Promise.reject(lost)),
      close: async () => {},
    }
    const queue = createTicketQueue({ store: one.store, tickets, log })
    const [slice] = await queue.take({ places: 4 })
    expect(await slice!.end(1, true).catch((error: unknown) => error)).toBe(lost)
    await Bun.sleep(50)
    await queue.close()
    process.off('unhandledRejection', note)
    expect(failures).toEqual([])
  })
})

test('a database in which its user may not create tables is reported at the start, with the remedy', async () => {
  const address = await createDatabase()
  const owner = await openPostgresStore({ url: address, log })
  const role = `poor_${crypto.randomUUID().replaceAll('-', '')}`
  await owner.write((tx) => sql`create role ${sql.id(role)} login`.execute(tx.db()))
  const url = Object.assign(new URL(address), { username: role }).href
  const why = (work: Promise<unknown>) => work.catch((error: unknown) => error)
  const remedy = 'its user must own the database (ALTER DATABASE … OWNER TO …)'
  await owner.write((tx) => sql`drop table migrations`.execute(tx.db()))
  expect(await why(openPostgresStore({ url, log }))).toEqual(
    new SettingError(`WEIR_DATABASE_URL: permission denied for schema public: ${remedy}`),
  )
  await owner.write((tx) => sql`grant all on schema public to ${sql.id(role)}`.execute(tx.db()))
  const store = await openPostgresStore({ url, log })
  expect(await why(openTickets({ url, store, log }))).toEqual(
    new SettingError(`WEIR_DATABASE_URL: permission denied for database ${new URL(url).pathname.slice(1)}: ${remedy}`),
  )
  await store.close()
  await owner.close()
})
