import { expect, test } from 'bun:test'
import { createAudit } from '../../../core/audit/audit.ts'
import { changesBetween } from '../../../core/audit/changes.ts'
import { systemActor } from '../../../core/audit/system-actor.ts'
import type { Actor, AuditFilter, NewAuditEntry } from '../../../core/contracts/operations/audit.ts'
import { isSqlite } from '../../store.ts'
import { openAccounts, setClock } from '../open-accounts.ts'

const ada: Actor = {
  id: 'usr_ada',
  email: 'ada@audit.example',
  via: 'key',
  credential: 'wr_AbCdE',
  address: '192.0.2.7',
  requestId: 'req-1',
}

async function openAudit(clock = setClock('2026-05-01T00:00:00Z')) {
  const world = await openAccounts({ clock })
  const audit = createAudit({ store: world.store, clock })
  return {
    ...world,
    clock,
    audit,
    record: (entry: NewAuditEntry, by = ada) => world.store.write((tx) => audit.record(tx, by, entry)),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

test('an entry says who changed what, when, from where and with which credential', async () => {
  await using world = await openAudit()
  const changes = changesBetween({ plan: 'free', role: 'user' }, { plan: 'pro', role: 'user' }, ['plan', 'role'])
  await world.record({
    action: 'user.changed',
    target: { type: 'user', id: 'usr_eve', name: 'eve@audit.example' },
    changes,
  })
  await world.record({ action: 'billing.plan_changed' }, systemActor('stripe'))
  const { entries, nextCursor } = await world.audit.list({ limit: 10 })
  expect(nextCursor).toBe(null)
  expect(entries).toEqual([
    {
      id: expect.stringMatching(/^aud_/),
      at: world.clock.now(),
      actor: { id: null, email: null, via: 'system', credential: 'stripe', address: null, requestId: null },
      action: 'billing.plan_changed',
      target: null,
      changes: {},
    },
    {
      id: expect.stringMatching(/^aud_/),
      at: world.clock.now(),
      actor: ada,
      action: 'user.changed',
      target: { type: 'user', id: 'usr_eve', name: 'eve@audit.example' },
      changes: { plan: { before: 'free', after: 'pro' } },
    },
  ])
})

test('an entry is written with its change, and is rolled back with it', async () => {
  await using world = await openAudit()
  const failed = world.store.write(async (tx) => {
    await world.audit.record(tx, ada, { action: 'user.changed' })
    throw new Error('the change failed')
  })
  expect(await failed.catch(({ message }) => message)).toBe('the change failed')
  expect((await world.audit.list({ limit: 10 })).entries).toEqual([])
})

test('secret values are never kept, wherever they are, and large values are cut', async () => {
  await using world = await openAudit()
  const secret = 'correct horse battery staple'
  const names = ['password', 'newPassword', 'WEIR_SECRET', 'accessToken', 'apiKey', 'api_key', 'key_hash', 'cookie']
  const changes = Object.fromEntries(names.map((name) => [name, { before: null, after: secret }]))
  await world.record({
    action: 'site.changed',
    changes: {
      ...changes,
      options: { before: null, after: { headers: [{ authorization: secret, accept: 'text/html' }] } },
      note: { before: null, after: 'x'.repeat(100_000) },
    },
  })
  const { entries } = await world.audit.list({ limit: 10 })
  expect(JSON.stringify(entries)).not.toContain(secret)
  expect(Object.keys(entries[0]!.changes)).toEqual([...names, 'options', 'note'])
  expect(entries[0]!.changes.password).toEqual({ before: null, after: null })
  expect(entries[0]!.changes.options!.after).toEqual({ headers: [{ authorization: null, accept: 'text/html' }] })
  expect(String(entries[0]!.changes.note!.after).length).toBeLessThan(1100)
  expect(
    JSON.stringify(await world.store.db<{ audit_log: object }>().selectFrom('audit_log').selectAll().execute()),
  ).not.toContain(secret)
})

test('an unknown action is refused, as nobody could filter by it', async () => {
  await using world = await openAudit()
  for (const action of ['', 'suspended', 'User.Suspended', 'user suspended', 'user.'])
    expect(await world.record({ action }).catch((error) => error.name)).toBe('TypeError')
})

test('the list is filtered by actor, action, target and time, and pages over entries of the same millisecond', async () => {
  await using world = await openAudit()
  const start = world.clock.now()
  const eve = { ...ada, id: 'usr_eve' }
  for (let i = 0; i < 30; i++) {
    if (i % 10 === 0) world.clock.pass(1000)
    const action = i % 2 ? 'key.created' : 'key.revoked'
    await world.record({ action, target: { type: 'key', id: `key_${i % 3}` } }, i % 5 ? ada : eve)
  }
  const all = async (filter: Omit<AuditFilter, 'limit'>) => {
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await world.audit.list({ ...filter, limit: 4, cursor })
      ids.push(...page.entries.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(ids.toSorted().toReversed())
    return ids.length
  }
  expect(await all({})).toBe(30)
  expect(await all({ actor: 'usr_eve' })).toBe(6)
  expect(await all({ action: 'key.created' })).toBe(15)
  expect(await all({ target: 'key_0' })).toBe(10)
  expect(await all({ actor: 'usr_ada', action: 'key.created', target: 'key_0' })).toBe(4)
  expect(await all({ since: start + 2000 })).toBe(20)
  expect(await all({ until: start + 2000 })).toBe(10)
  expect(await all({ since: start + 2000, until: start + 3000 })).toBe(10)
  for (const cursor of ['', 'x', '1-aud_x', 'aud_x', '99999999999999999999-aud_x'])
    expect(await world.audit.list({ limit: 4, cursor }).catch(({ code }) => code)).toBe('invalid_request')
})

test('entries are deleted after their retention time, and paging that has begun goes on', async () => {
  await using world = await openAudit()
  for (let i = 0; i < 3; i++) await world.record({ action: 'user.added' })
  world.clock.pass(10 * 86_400_000)
  for (let i = 0; i < 3; i++) await world.record({ action: 'user.changed' })
  const { nextCursor } = await world.audit.list({ limit: 4 })
  expect(await world.audit.sweep(10)).toBe(false)
  expect((await world.audit.list({ limit: 10 })).entries.length).toBe(6)
  world.clock.pass(1)
  expect(await world.audit.sweep(10)).toBe(false)
  expect((await world.audit.list({ limit: 10 })).entries.map(({ action }) => action)).toEqual(
    Array(3).fill('user.changed'),
  )
  expect((await world.audit.list({ limit: 10, cursor: nextCursor! })).entries).toEqual([])
})

test.if(isSqlite)('each filter is answered from an index, newest first, without sorting', async () => {
  await using world = await openAudit()
  const plan = async (where: string) => {
    const { sql } = await import('kysely')
    const text = `explain query plan select * from audit_log where ${where} order by at desc, id desc limit 21`
    const { rows } = await sql.raw<{ detail: string }>(text).execute(world.store.db())
    return rows.map(({ detail }) => detail).join('; ')
  }
  for (const [where, index] of [
    ['at >= 1', 'audit_log_at'],
    ["actor = 'usr_ada'", 'audit_log_actor'],
    ["action = 'user.changed' and at < 5", 'audit_log_action'],
    ["target = 'usr_eve' and (at, id) < (5, 'aud_x')", 'audit_log_target'],
  ] as const) {
    expect(await plan(where)).toContain(`USING INDEX ${index}`)
    expect(await plan(where)).not.toContain('TEMP B-TREE')
  }
})
