import { expect, test } from 'bun:test'
import { actorOf } from '../../../core/auth/actor.ts'
import { addUser, type Opened, openAccounts } from '../open-accounts.ts'

const from = { address: '192.0.2.7', requestId: 'req-1' }
const password = 'correct horse battery'

/** The entries recorded after the first `skip`, oldest first. */
async function recorded({ audit }: Opened, skip = 0) {
  const { entries } = await audit.list({ limit: 100 })
  return entries.toReversed().slice(skip)
}
const actions = async (world: Opened, skip = 0) => (await recorded(world, skip)).map(({ action }) => action)

/** An administrator who changes others. */
async function openWithBoss() {
  const world = await openAccounts()
  const boss = await addUser(world, { role: 'admin', plan: 'enterprise', password })
  const caller = { account: boss, permissions: ['*'], rateLimit: null, session: { id: 'ses_boss' } }
  return { world, boss, by: actorOf(caller, from) }
}

test('each changed field of a user is recorded with its old and new value, and by whom', async () => {
  const { world, boss, by } = await openWithBoss()
  await using _ = world
  const eve = await addUser(world)
  const { update } = world.accounts.users
  await update(eve.id, { plan: 'pro', fullName: 'Eve', preferences: { theme: 'dark' } }, by)
  await update(eve.id, { role: 'admin', plan: 'pro' }, by)
  await update(eve.id, { monthlyCredits: 12_000, rateLimit: { requestsPerHour: 3 } }, by)
  await update(eve.id, { status: 'suspended' }, by)
  await update(eve.id, { status: 'active', password: 'a new pass phrase' }, by)
  await update(eve.id, { status: 'active', preferences: { theme: 'light' } }, by)
  const entries = await recorded(world, 2)
  expect(entries.map(({ action, changes }) => [action, changes])).toEqual([
    ['user.changed', { fullName: { before: '', after: 'Eve' }, plan: { before: 'free', after: 'pro' } }],
    ['user.changed', { role: { before: 'user', after: 'admin' } }],
    [
      'user.changed',
      { monthlyCredits: { before: null, after: 12 }, rateLimit: { before: null, after: { requestsPerHour: 3 } } },
    ],
    ['user.suspended', { status: { before: 'active', after: 'suspended' } }],
    ['user.password_changed', { password: { before: null, after: null } }],
    ['user.activated', { status: { before: 'suspended', after: 'active' } }],
  ])
  for (const { actor, target } of entries) {
    expect(target).toEqual({ type: 'user', id: eve.id, name: eve.email })
    expect(actor).toEqual({ id: boss.id, email: boss.email, via: 'session', credential: 'ses_boss', ...from })
  }
})

test("a refused change leaves no entry, and neither does a change of one's own name and preferences", async () => {
  const { world, boss, by } = await openWithBoss()
  await using _ = world
  const before = (await recorded(world)).length
  const refused = await world.accounts.users.update(boss.id, { status: 'suspended' }, by).catch(({ code }) => code)
  expect(refused).toBe('conflict')
  await world.accounts.users.add({ email: boss.email }, by).catch(() => {})
  await world.accounts.users.update(boss.id, { fullName: 'Ada', preferences: { theme: 'dark' } }, by)
  expect(await actions(world, before)).toEqual([])
})

test("a plan is changed within the caller's transaction, and recorded with it", async () => {
  const { world } = await openWithBoss()
  await using _ = world
  const eve = await addUser(world)
  const change = world.store.write(async (tx) => {
    await world.accounts.users.within(tx).update(eve.id, { plan: 'pro' })
    throw new Error('rolled back')
  })
  await change.catch(() => {})
  expect(await actions(world, 2)).toEqual([])
  await world.store.write((tx) => world.accounts.users.within(tx).update(eve.id, { plan: 'pro' }))
  expect((await recorded(world, 2)).map(({ action, actor }) => [action, actor.via, actor.credential])).toEqual([
    ['user.changed', 'system', 'weir'],
  ])
})

test('the creation and revocation of keys are recorded once, without their value', async () => {
  const { world, boss, by } = await openWithBoss()
  await using _ = world
  const before = (await recorded(world)).length
  const made = await world.accounts.keys.create(boss, { name: 'laptop', permissions: ['scrape'] }, undefined, by)
  await world.accounts.keys.revoke(boss.id, made.key.id, by)
  await world.accounts.keys.revoke(boss.id, made.key.id, by)
  const entries = await recorded(world, before)
  expect(entries.map(({ action }) => action)).toEqual(['key.created', 'key.revoked'])
  expect(entries[0]).toMatchObject({
    actor: { id: boss.id },
    target: { type: 'key', id: made.key.id, name: `laptop (${made.key.prefix})` },
    changes: { account: { before: null, after: boss.id }, permissions: { before: null, after: ['scrape'] } },
  })
  expect(entries[1]!.changes.revokedAt!.after).toEqual(expect.stringMatching(/Z$/))
  expect(JSON.stringify(entries)).not.toContain(made.secret.slice(9))
})

test('logins of administrators are recorded, those of others are not', async () => {
  const { world, boss } = await openWithBoss()
  await using _ = world
  const eve = await addUser(world, { password })
  const before = (await recorded(world)).length
  await world.accounts.login(eve.email, password, from)
  await world.accounts.login(boss.email, password, from)
  expect(await recorded(world, before)).toMatchObject([
    {
      action: 'session.started',
      actor: { id: boss.id, email: boss.email, via: 'session', credential: expect.stringMatching(/^ses_/), ...from },
      target: { type: 'user', id: boss.id, name: boss.email },
    },
  ])
})

test("a lock of logins is recorded when it begins, with the user's record instead of what was typed", async () => {
  await using world = await openAccounts()
  const eve = await addUser(world, { password })
  const fail = (email: string, address: string) => world.accounts.login(email, 'wrong', { address }).catch(() => {})
  for (let i = 0; i < 11; i++) await fail(eve.email.toUpperCase(), `192.0.2.${i}`)
  expect(await recorded(world, 1)).toMatchObject([
    {
      action: 'login.throttled',
      actor: { id: null, via: 'anonymous', address: '192.0.2.9' },
      target: { type: 'user', id: eve.id, name: eve.email },
    },
  ])
  for (let i = 0; i < 10; i++) await fail('my password typed here', '203.0.113.1')
  const later = await recorded(world, 2)
  expect(later.map(({ target }) => target)).toEqual([
    { type: 'client', id: null, name: '203.0.113.1' },
    { type: 'user', id: null, name: null },
  ])
  expect(JSON.stringify(later)).not.toContain('typed here')
})
