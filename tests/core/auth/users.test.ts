import { expect, test } from 'bun:test'
import { createAdministrator } from '../../../core/auth/first-start.ts'
import { generateKey } from '../../../core/auth/keys/keys.ts'
import { addUser, openAccounts, setClock } from '../open-accounts.ts'

const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => `${error.status} ${error.code}`,
  )

test('an existing address is a conflict, in whatever case, and leaves nothing behind', async () => {
  await using world = await openAccounts()
  const { users } = world.accounts
  await users.add({ email: 'ada@accounts.example' })
  expect(await outcome(users.add({ email: 'ADA@accounts.example' }))).toBe('409 conflict')
  expect(await users.count()).toEqual({ total: 1, active: 1 })
})

test('the list pages from the newest on, and finds parts of address, name and id', async () => {
  await using world = await openAccounts()
  const { users } = world.accounts
  const made = []
  for (let i = 0; i < 5; i++) made.push(await addUser(world, { fullName: `Ada ${i}` }))
  await users.add({ email: '100%_sure@accounts.example' })
  const first = await users.list({ limit: 4 })
  const second = await users.list({ limit: 4, cursor: first.nextCursor! })
  expect([...first.users, ...second.users].map(({ id }) => id).slice(1)).toEqual(made.map(({ id }) => id).reverse())
  expect(second.nextCursor).toBe(null)
  const found = async (search: string) => (await users.list({ search, limit: 10 })).users.length
  expect([
    await found('ADA 3'),
    await found(made[2]!.id),
    await found('accounts.example'),
    await found('0%_S'),
    await found('1_0'),
  ]).toEqual([1, 1, 6, 1, 0])
  await users.add({ email: 'north@accounts.example', fullName: 'Ärzte Nord' })
  await users.add({ email: 'zoe@accounts.example', fullName: 'Zoë Ångström' })
  const searches = ['Ärzte', 'ärzte', 'ÄRZTE NORD', 'arzte', 'Zoë Ångström', 'ZOË', 'Öl']
  expect(await Promise.all(searches.map(found))).toEqual([1, 1, 1, 0, 1, 1, 0])
  expect(await outcome(users.list({ limit: 4, cursor: 'usr_x' }))).toBe('400 invalid_request')
})

test('changes are merged into the user, and reported to listeners', async () => {
  await using world = await openAccounts()
  const { users } = world.accounts
  const { id } = await addUser(world)
  const heard: string[] = []
  const stop = users.watch((user) => heard.push(user.status))
  await users.update(id, { preferences: { theme: 'dark' }, fullName: 'Ada' })
  await users.update(id, { preferences: { notifications: true }, status: 'suspended' })
  stop()
  await users.update(id, { status: 'active', rateLimit: { requestsPerHour: 3 } })
  expect(await users.get(id)).toMatchObject({
    fullName: 'Ada',
    preferences: { theme: 'dark', notifications: true },
    status: 'active',
    rateLimit: { requestsPerHour: 3 },
  })
  expect(heard).toEqual(['active', 'suspended'])
  expect(await outcome(users.update('usr_nobody', { fullName: 'x' }))).toBe('404 not_found')
})

test('the last active administrator cannot be demoted or suspended', async () => {
  await using world = await openAccounts()
  const { users } = world.accounts
  const [one, two] = [await addUser(world, { role: 'admin' }), await addUser(world, { role: 'admin' })]
  await users.update(one.id, { status: 'suspended' })
  expect(await outcome(users.update(two.id, { role: 'user' }))).toBe('409 conflict')
  expect(await outcome(users.update(two.id, { status: 'suspended' }))).toBe('409 conflict')
  expect(await outcome(users.update(two.id, { fullName: 'Boss' }))).toBe('done')
  await users.update(one.id, { status: 'active' })
  expect(await outcome(users.update(two.id, { role: 'user' }))).toBe('done')
})

test('the first start creates the administrator, from given or generated values, and no later one does', async () => {
  await using world = await openAccounts({ clock: setClock('2026-05-01T00:00:00Z') })
  const apiKey = generateKey()
  const made = await createAdministrator(world.accounts, world.keys, { email: 'boss@accounts.example', apiKey })
  expect(made).toEqual({ email: 'boss@accounts.example', password: expect.stringMatching(/^\w{20}$/) })
  const { user } = await world.accounts.login('boss@accounts.example', made!.password!, { address: '127.0.0.1' })
  expect(user).toMatchObject({ plan: 'enterprise', role: 'admin' })
  expect(await world.keys.find(apiKey)).toMatchObject({ account: { id: user.id }, bounds: { permissions: ['*'] } })
  expect(await createAdministrator(world.accounts, world.keys, { email: 'other@accounts.example' })).toBeUndefined()
})

test('a first start with an invalid value creates nobody, and names the setting', async () => {
  await using world = await openAccounts()
  for (const [name, settings] of [
    ['WEIR_ADMIN_EMAIL', { email: 'nobody' }],
    ['WEIR_ADMIN_PASSWORD', { password: 'short' }],
    ['WEIR_ADMIN_API_KEY', { apiKey: 'secret' }],
  ] as const) {
    await expect(createAdministrator(world.accounts, world.keys, settings)).rejects.toThrow(name)
  }
  expect(await world.accounts.users.count()).toEqual({ total: 0, active: 0 })
})
