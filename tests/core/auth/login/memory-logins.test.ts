import { expect, test } from 'bun:test'
import { createMemoryLogins } from '../../../../core/auth/login/memory-logins.ts'

const NAMES = 100_000

test('the last ten failures of a name are kept, oldest first', async () => {
  const logins = createMemoryLogins()
  expect(await logins.failures('a')).toEqual([])
  for (let at = 1; at <= 12; at++) await logins.failed(['a', 'b'], at)
  await logins.failed(['b'], 13)
  expect(await logins.failures('a')).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(await logins.failures('b')).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
})

test('of a hundred thousand names the one that failed or logged in longest ago is forgotten', async () => {
  const logins = createMemoryLogins()
  const names = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `name ${from + i}`)
  await logins.failed(names(0, NAMES), 1)
  for (const name of names(0, NAMES)) await logins.know(name, 1)
  // Reading a name does not keep it.
  await logins.failures('name 1')
  await logins.isKnown('name 1')
  await logins.failed(['name 0'], 2)
  await logins.know('name 0', 2)
  await logins.failed(['one more'], 3)
  await logins.know('one more', 3)
  expect(await logins.failures('name 0')).toEqual([1, 2])
  expect(await logins.failures('name 1')).toEqual([])
  expect(await logins.failures('name 2')).toEqual([1])
  expect(await Promise.all(['name 0', 'name 1', 'name 2'].map((name) => logins.isKnown(name)))).toEqual([
    true,
    false,
    true,
  ])
})
