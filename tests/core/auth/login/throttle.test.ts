import { expect, test } from 'bun:test'
import { createThrottle, type LoginAttempt } from '../../../../core/auth/login/throttle.ts'
import { createMemoryLeases } from '../../../../core/leases/memory-leases.ts'
import { setClock } from '../../open-accounts.ts'

const MINUTE = 60_000

/** The throttle of a process, with pauses that the test ends. */
function open(more: Partial<Parameters<typeof createThrottle>[0]> = {}) {
  const clock = setClock('2026-07-01T12:00:00Z')
  const pauses: { ms: number; over(): void }[] = []
  const pause = (ms: number) => new Promise<void>((over) => void pauses.push({ ms, over }))
  return { clock, pauses, throttle: createThrottle({ clock, pause, ...more }) }
}
const by = (client: number, emailKey = 'ada@a.test'): LoginAttempt => ({ emailKey, address: `192.0.2.${client}` })
const settle = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve()
}

test('the tenth failure locks the client and the email address, and reports it once', async () => {
  const { throttle } = open()
  for (let i = 1; i <= 9; i++) expect(await throttle.failed(by(1))).toEqual({ refusal: undefined, locks: [] })
  await throttle.check(by(1))
  expect(await throttle.failed(by(1))).toEqual({ refusal: undefined, locks: ['client', 'email'] })
  await expect(throttle.check(by(1))).rejects.toMatchObject({ code: 'rate_limited' })
  const again = await throttle.failed(by(1))
  expect([again.refusal?.status, again.locks]).toEqual([429, []])
})

test('a lock ends when the first of the last ten failures is fifteen minutes old', async () => {
  const { throttle, clock } = open()
  await throttle.failed(by(1))
  clock.pass(5 * MINUTE)
  for (let i = 0; i < 9; i++) await throttle.failed(by(1))
  clock.pass(10 * MINUTE - 1)
  const refused = await throttle.check(by(1)).catch((error) => error)
  expect([refused.message, refused.details, refused.retryAfter]).toEqual([
    'Too many failed logins; try again in 1 seconds',
    { retryAfter: 1, limit: 10, remaining: 0, resetTime: '2026-07-01T12:15:00.000Z' },
    1,
  ])
  clock.pass(1)
  await throttle.check(by(1))
})

test('the remaining time is given in seconds, and from a minute on in minutes', async () => {
  const { throttle, clock } = open()
  for (let i = 0; i < 10; i++) await throttle.failed(by(1))
  const said = async () => (await throttle.check(by(1)).catch((error) => error)).message
  expect(await said()).toBe('Too many failed logins; try again in 15 minutes')
  clock.pass(14 * MINUTE)
  expect(await said()).toBe('Too many failed logins; try again in 1 minutes')
  clock.pass(1)
  expect(await said()).toBe('Too many failed logins; try again in 1 minutes')
  clock.pass(1000)
  expect(await said()).toBe('Too many failed logins; try again in 59 seconds')
})

test('attempts for an address under attack pause two seconds each, one after the other, five at most', async () => {
  const { throttle, pauses } = open()
  for (let i = 0; i < 10; i++) await throttle.failed(by(i))
  const waiting = Array.from({ length: 5 }, () => throttle.wait(by(99)))
  await settle()
  await expect(throttle.wait(by(98))).rejects.toMatchObject({
    message: 'Too many failed logins; try again in 10 seconds',
    retryAfter: 10,
  })
  for (let i = 0; i < 5; i++) {
    expect(pauses).toHaveLength(i + 1)
    pauses[i]!.over()
    await waiting[i]
    await settle()
  }
  expect(pauses.map(({ ms }) => ms)).toEqual(Array(5).fill(2000))
  const next = throttle.wait(by(98))
  await settle()
  pauses[5]!.over()
  await next
})

test('attempts do not wait if the address is not under attack, or the client has logged in there before', async () => {
  const { throttle, pauses } = open()
  for (let i = 0; i < 10; i++) await throttle.failed(by(i))
  await throttle.wait(by(1, 'grace@a.test'))
  await throttle.succeeded(by(99))
  await throttle.wait(by(99))
  expect(pauses).toEqual([])
})

test('an attempt waits for those in other processes, and is refused if they do not end', async () => {
  const leases = createMemoryLeases()
  const [one, other] = [open({ leases }), open({ leases, patience: 5 })]
  for (const { throttle } of [one, other]) for (let i = 0; i < 10; i++) await throttle.failed(by(i))
  const first = one.throttle.wait(by(50))
  await settle()
  await expect(other.throttle.wait(by(51))).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 1 })
  expect(other.pauses).toEqual([])
  one.pauses[0]!.over()
  await first
  const second = other.throttle.wait(by(51))
  await settle()
  other.pauses[0]!.over()
  await second
})
