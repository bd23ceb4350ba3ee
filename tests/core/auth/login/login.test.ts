import { expect, test } from 'bun:test'
import { createThrottle } from '../../../../core/auth/login/throttle.ts'
import { addUser, type Opened, openAccounts, setClock } from '../../open-accounts.ts'

const password = 'correct horse battery'
const attempt = ({ accounts }: Opened, email: string, given: string, address: string) =>
  accounts.login(email, given, { address }).then(
    ({ user }) => user.email,
    (error) => `${error.status} ${error.code}`,
  )
const times = async (count: number, work: (i: number) => Promise<string>) => {
  const outcomes: string[] = []
  for (let i = 0; i < count; i++) outcomes.push(await work(i))
  return outcomes
}
const FAILED = '401 unauthorized'
const LOCKED = '429 rate_limited'

test('the right password logs in, in whatever case the email address is written', async () => {
  await using world = await openAccounts()
  const { email } = await addUser(world, { email: 'Ada@Accounts.example', password })
  expect(await attempt(world, 'ada@accounts.EXAMPLE', password, '127.0.0.1')).toBe(email)
})

test('a wrong password, an unknown address, a suspended user and one without a password fail with the same message', async () => {
  await using world = await openAccounts()
  const known = await addUser(world, { password })
  const suspended = await addUser(world, { password })
  const without = await addUser(world)
  await world.accounts.users.update(suspended.id, { status: 'suspended' })
  const messages = await Promise.all(
    [
      [known.email, 'wrong password'],
      ['nobody@accounts.example', password],
      [suspended.email, password],
      [without.email, ''],
    ].map(([email, given]) =>
      world.accounts
        .login(email!, given!, { address: '127.0.0.1' })
        .catch(({ status, code, message }) => ({ status, code, message })),
    ),
  )
  expect(messages).toEqual(
    Array(4).fill({ status: 401, code: 'unauthorized', message: 'The e-mail address or the password is wrong' }),
  )
})

test('a login starts no session if the password is changed while it is checked', async () => {
  const throttle = createThrottle({ clock: setClock('2026-05-01T00:00:00Z') })
  let meanwhile = async () => {}
  const succeeded: typeof throttle.succeeded = async (attempt) => {
    await meanwhile()
    await throttle.succeeded(attempt)
  }
  await using world = await openAccounts({ throttle: { ...throttle, succeeded } })
  const { id, email } = await addUser(world, { password })
  meanwhile = async () => {
    await world.accounts.users.update(id, { password: 'another horse battery' })
  }
  expect(await attempt(world, email, password, '127.0.0.1')).toBe(FAILED)
})

/** An email address with ten failures from ten clients, and the pauses made since. */
async function attacked(clock = setClock('2026-05-01T00:00:00Z')) {
  const pauses: number[] = []
  const pause = async (ms: number) => {
    pauses.push(ms)
    await Bun.sleep(1)
  }
  const throttle = createThrottle({ clock, pause })
  const world = await openAccounts({ clock, throttle })
  const { email } = await addUser(world, { password })
  expect(await attempt(world, email, password, '198.51.100.7')).toBe(email)
  const outcomes = await times(10, (i) => attempt(world, email, 'wrong password', `192.0.2.${i}`))
  expect(outcomes).toEqual(Array(10).fill(FAILED))
  expect(pauses).toEqual([])
  return { world, email, pauses, clock }
}

test('after ten failures for an address further ones are 429 and wait, wherever they come from', async () => {
  const { world, email, pauses, clock } = await attacked()
  await using _ = world
  const other = await addUser(world, { password })
  expect(await times(3, (i) => attempt(world, email, 'wrong password', `203.0.113.${i}`))).toEqual(
    Array(3).fill(LOCKED),
  )
  expect(await attempt(world, 'nobody@accounts.example', 'wrong', '203.0.113.9')).toBe(FAILED)
  expect(pauses).toHaveLength(3)
  expect(await attempt(world, other.email, password, '192.0.2.1')).toBe(other.email)
  expect(pauses).toHaveLength(3)
  clock.pass(15 * 60_000)
  expect(await attempt(world, email, 'wrong password', '203.0.113.50')).toBe(FAILED)
})

test('an address stays under attack as long as failures go on', async () => {
  const { world, email, clock } = await attacked()
  await using _ = world
  clock.pass(10 * 60_000)
  expect(await times(9, (i) => attempt(world, email, 'wrong password', `203.0.113.${i}`))).toEqual(
    Array(9).fill(LOCKED),
  )
  // Of the first ten failures one counts until they are 15 minutes old.
  clock.pass(4 * 60_000)
  expect(await attempt(world, email, 'wrong password', '203.0.113.50')).toBe(LOCKED)
  clock.pass(4 * 60_000)
  expect(await attempt(world, email, 'wrong password', '203.0.113.51')).toBe(LOCKED)
  clock.pass(15 * 60_000)
  expect(await attempt(world, email, 'wrong password', '203.0.113.52')).toBe(FAILED)
})

test('the right password gets in to an address under attack, also from a new client', async () => {
  const { world, email, pauses } = await attacked()
  await using _ = world
  expect(await attempt(world, email.toUpperCase(), password, '203.0.113.99')).toBe(email)
  expect(pauses).toHaveLength(1)
  // This client has logged in before.
  expect(await attempt(world, email, password, '198.51.100.7')).toBe(email)
  expect(pauses).toHaveLength(1)
})

test('only a few may wait for an address under attack', async () => {
  const { world, email, pauses } = await attacked()
  await using _ = world
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, i) => attempt(world, email, 'wrong password', `203.0.113.${i}`)),
  )
  expect(outcomes).toEqual(Array(40).fill(LOCKED))
  expect(pauses).toHaveLength(5)
})

test('a user who has logged in from a client is not locked out by others at the same client', async () => {
  const { world, email } = await attacked()
  await using _ = world
  await times(12, (i) => attempt(world, `nobody${i}@accounts.example`, 'wrong', '198.51.100.7'))
  const stranger = await addUser(world, { password })
  expect(await attempt(world, stranger.email, password, '198.51.100.7')).toBe(LOCKED)
  expect(await attempt(world, email, password, '198.51.100.7')).toBe(email)
  const own = await times(11, () => attempt(world, email, 'wrong password', '198.51.100.7'))
  expect(own).toEqual(Array(11).fill(LOCKED))
  expect(await attempt(world, email, password, '198.51.100.7')).toBe(LOCKED)
})

test('ten failures lock a client, whatever addresses it tries; an IPv6 network is one client', async () => {
  await using world = await openAccounts()
  const { email } = await addUser(world, { password })
  const outcomes = await times(12, (i) => attempt(world, `nobody${i}@accounts.example`, 'wrong', `2001:db8:0:1::${i}`))
  expect(outcomes).toEqual([...Array(10).fill(FAILED), LOCKED, LOCKED])
  expect(await attempt(world, email, password, '2001:db8:0:1:ffff::1')).toBe(LOCKED)
  expect(await attempt(world, email, password, '2001:db8:0:2::1')).toBe(email)
})

test('simultaneous attempts get no more tries', async () => {
  await using world = await openAccounts()
  const { email } = await addUser(world, { password })
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, i) => attempt(world, email, `guess ${i}`, '192.0.2.1')),
  )
  // Two are computed at once, so one more may have begun when the tenth fails.
  expect(outcomes.filter((outcome) => outcome === FAILED).length).toBeLessThanOrEqual(11)
  expect(outcomes.filter((outcome) => outcome === LOCKED).length).toBeGreaterThanOrEqual(29)
})

test('many successes from one client lock nobody out', async () => {
  await using world = await openAccounts()
  const { email } = await addUser(world, { password })
  const outcomes = await Promise.all(Array.from({ length: 15 }, () => attempt(world, email, password, '192.0.2.1')))
  expect(new Set(outcomes)).toEqual(new Set([email]))
})

test('a lock says when it ends, and setting the clock back does not prolong it', async () => {
  const clock = setClock('2026-05-01T10:00:00Z')
  await using world = await openAccounts({ clock })
  await times(10, () => attempt(world, 'nobody@accounts.example', 'wrong', '192.0.2.1'))
  clock.pass(60_000)
  const error = await world.accounts
    .login('nobody@accounts.example', 'wrong', { address: '192.0.2.1' })
    .catch((error) => error)
  expect(error).toMatchObject({
    retryAfter: 840,
    details: { retryAfter: 840, limit: 10, remaining: 0, resetTime: '2026-05-01T10:15:00.000Z' },
  })
  clock.set('2026-04-01T10:00:00Z')
  const early = await world.accounts
    .login('nobody@accounts.example', 'wrong', { address: '192.0.2.1' })
    .catch((error) => error)
  expect(early.retryAfter).toBe(900)
}, 120_000)
