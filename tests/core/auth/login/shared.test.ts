import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createStoreLogins } from '../../../../core/auth/login/store-logins.ts'
import { createThrottle, type Throttle } from '../../../../core/auth/login/throttle.ts'
import type { Leases } from '../../../../core/contracts/leases.ts'
import { CORE, coreMigrations } from '../../../../core/host/core-migrations.ts'
import { createStoreLeases } from '../../../../core/leases/store-leases.ts'
import { createLog } from '../../../../core/log.ts'
import type { Store } from '../../../../core/store/index.ts'
import { openPostgresStore } from '../../../../core/store/postgres/open.ts'
import { createDatabase } from '../../../postgres.ts'
import { setClock } from '../../open-accounts.ts'

const log = createLog('text', () => {})
const clock = setClock('2026-05-01T00:00:00Z')
let stores: Store[]
let leases: Leases[]
let throttles: Throttle[]
let pausing = 0
let mostPausing = 0
let pauses = 0
const pause = async () => {
  pauses++
  mostPausing = Math.max(mostPausing, ++pausing)
  await Bun.sleep(20)
  pausing--
}
beforeAll(async () => {
  const url = await createDatabase()
  stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url, log })))
  await stores[0]!.migrate(CORE, coreMigrations)
  leases = stores.map((store) => createStoreLeases({ store, log }))
  throttles = stores.map((store, i) =>
    createThrottle({ clock, logins: createStoreLogins(store), leases: leases[i], pause }),
  )
})
afterAll(async () => {
  await Promise.all(leases.map((one) => one.close()))
  await Promise.all(stores.map((store) => store.close()))
})

const at = (i: number) => throttles[i % 3]!

test('ten failures of a client at any of three processes lock it at all of them, for fifteen minutes', async () => {
  const client = { emailKey: 'ada@example.com', address: '192.0.2.1' }
  for (let i = 0; i < 10; i++) {
    await at(i).check(client)
    const { locks } = await at(i).failed({ ...client, emailKey: `${i}@example.com` })
    expect(locks).toEqual(i === 9 ? ['client'] : [])
  }
  for (let i = 0; i < 3; i++) await expect(at(i).check(client)).rejects.toMatchObject({ status: 429 })
  clock.pass(15 * 60_000)
  for (let i = 0; i < 3; i++) await at(i).check(client)
})

test('a user who has logged in at one process does not wait at another, and others wait in turn', async () => {
  const emailKey = 'eve@example.com'
  await at(0).succeeded({ emailKey, address: '198.51.100.7' })
  for (let i = 0; i < 10; i++) await at(i).failed({ emailKey, address: `203.0.113.${i}` })
  await at(1).wait({ emailKey, address: '198.51.100.7' })
  expect(pauses).toBe(0)
  await Promise.all(Array.from({ length: 6 }, (_, i) => at(i).wait({ emailKey, address: `203.0.113.${100 + i}` })))
  expect([pauses, mostPausing]).toEqual([6, 1])
})

test('an attempt that gets no turn in time because of another process is refused, and the next one gets its turn', async () => {
  const emailKey = 'held@example.com'
  for (let i = 0; i < 10; i++) await at(i).failed({ emailKey, address: `203.0.113.${i}` })
  const hurried = createThrottle({
    clock,
    logins: createStoreLogins(stores[0]!),
    leases: leases[0],
    pause,
    patience: 50,
  })
  const held = await leases[1]!.take(`login email ${emailKey}`)
  const waiting = [1, 2].map((i) => hurried.wait({ emailKey, address: `198.51.100.${i}` }))
  for (const one of await Promise.allSettled(waiting))
    expect(one).toMatchObject({ status: 'rejected', reason: { status: 429, code: 'rate_limited' } })
  if ('release' in held) held.release()
  await createThrottle({ clock, logins: createStoreLogins(stores[0]!), leases: leases[0], pause }).wait({
    emailKey,
    address: '198.51.100.3',
  })
})
