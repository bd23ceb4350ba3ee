import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Lease, Leases } from '../../../core/contracts/leases.ts'
import { CORE, coreMigrations } from '../../../core/host/core-migrations.ts'
import { createMemoryLeases } from '../../../core/leases/memory-leases.ts'
import { createStoreLeases } from '../../../core/leases/store-leases.ts'
import { createLog } from '../../../core/log.ts'
import type { Store } from '../../../core/store/index.ts'
import { openPostgresStore } from '../../../core/store/postgres/open.ts'
import { createDatabase } from '../../postgres.ts'

const log = createLog('text', () => {})
let stores: Store[]
beforeAll(async () => {
  const url = await createDatabase()
  stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url, log })))
  await stores[0]!.migrate(CORE, coreMigrations)
})
afterAll(() => Promise.all(stores.map((store) => store.close())))

const isLease = (taken: Lease | { heldWith: string }): taken is Lease => 'release' in taken
const never = new AbortController().signal

for (const [where, open] of [
  ['in the memory of one process', () => Array(3).fill(createMemoryLeases()) as Leases[]],
  ['in the store of three processes', () => stores.map((store) => createStoreLeases({ store, log }))],
] as const)
  describe(`leases ${where}`, () => {
    let all: Leases[]
    beforeAll(() => {
      all = open()
    })
    afterAll(() => Promise.all(all.map((one) => one.close())))

    test('of many who take a name at once one gets it, and the others get its note', async () => {
      for (let run = 0; run < 5; run++) {
        const name = `at once ${run}`
        const taken = await Promise.all(Array.from({ length: 12 }, (_, i) => all[i % 3]!.take(name, 'mine')))
        expect(taken.filter(isLease)).toHaveLength(1)
        expect(taken.filter((one) => !isLease(one))).toEqual(Array(11).fill({ heldWith: 'mine' }))
        expect(isLease(await all[1]!.take(`${name} other`))).toBe(true)
      }
    })

    test('those who wait for a release go on then, and take it in turn', async () => {
      const lease = (await all[0]!.take('waited for')) as Lease
      let done = 0
      const waiting = all.map(async (leases) => {
        for (;;) {
          const taken = await leases.take('waited for')
          if (isLease(taken)) {
            done++
            taken.release()
            return
          }
          await leases.free('waited for', never)
        }
      })
      expect(done).toBe(0)
      lease.release()
      lease.release()
      await Promise.all(waiting)
      expect(done).toBe(3)
    })

    test('a caller who finds it held gets the note, even if it is released meanwhile', async () => {
      const heard = new Set<string>()
      await Promise.all(
        Array.from({ length: 24 }, async (_, i) => {
          for (;;) {
            const taken = await all[i % 3]!.take('changing hands', 'note')
            if (isLease(taken)) return taken.release()
            heard.add(taken.heldWith)
          }
        }),
      )
      expect([...heard]).toEqual(['note'])
    })

    test('the wait ends with its signal', async () => {
      await all[0]!.take('kept')
      const controller = new AbortController()
      const waiting = all[2]!.free('kept', controller.signal)
      controller.abort(new Error('enough'))
      await expect(waiting).rejects.toThrow('enough')
    })
  })

test('a lease of a dead process is free, and its late release has no effect', async () => {
  const [one, two] = stores.map((store) => createStoreLeases({ store, log })) as [Leases, Leases]
  const lost = (await one.take('lost')) as Lease
  expect(await two.take('lost')).toEqual({ heldWith: '' })
  await stores[0]!.write((tx) => sql`update leases set ends_at = 1 where name = 'lost'`.execute(tx.db()))
  expect(isLease(await two.take('lost'))).toBe(true)
  lost.release()
  await one.close()
  expect(
    await stores[0]!.write((tx) => sql`select name from leases where name = 'lost'`.execute(tx.db())),
  ).toMatchObject({
    rows: [{ name: 'lost' }],
  })
  await two.close()
})

test('a name expires if its release could not be written, whatever else its process holds', async () => {
  const [store, other] = stores as [Store, Store]
  let isDown = false
  const write: Store['write'] = (work, options) =>
    isDown ? Promise.reject(new Error('The store is down')) : store.write(work, options)
  const unsteady = new Proxy(store, { get: (of, name) => (name === 'write' ? write : Reflect.get(of, name)) })
  const leases = createStoreLeases({ store: unsteady, log, every: 20 })
  const released = (await leases.take('released')) as Lease
  await leases.take('held')
  isDown = true
  released.release()
  await Bun.sleep(0)
  isDown = false

  const endsAt = async (name: string) => {
    const query = other.db<{ leases: { name: string; ends_at: number } }>().selectFrom('leases').select('ends_at')
    return Number((await query.where('name', '=', name).executeTakeFirstOrThrow()).ends_at)
  }
  const before = { released: await endsAt('released'), held: await endsAt('held') }
  while ((await endsAt('held')) === before.held) await Bun.sleep(20)
  expect(await endsAt('released')).toBe(before.released)
  await leases.close()
})
