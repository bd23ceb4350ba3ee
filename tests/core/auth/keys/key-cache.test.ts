import { expect, test } from 'bun:test'
import { cacheKeys } from '../../../../core/auth/keys/key-cache.ts'
import type { FoundKey, KeyStore } from '../../../../core/auth/keys/keys.ts'
import type { Users } from '../../../../core/auth/users/users.ts'

/** Keys whose store answers when the test says so. */
function open() {
  const asked: ((key: FoundKey | undefined) => void)[] = []
  let changed = () => {}
  const store = {
    find: () => new Promise<FoundKey | undefined>((resolve) => asked.push(resolve)),
    revoke: async () => undefined,
  } as unknown as KeyStore
  const users = {
    watch: (listener: () => void) => {
      changed = listener
    },
  } as unknown as Users
  return { keys: cacheKeys(store, users), asked, changeUser: () => changed() }
}
const found = { id: 'key_1' } as FoundKey

test('a key that was just used is found without a query, and an unknown key is queried each time', async () => {
  const { keys, asked } = open()
  const first = keys.find('a')
  asked[0]!(found)
  expect([await first, await keys.find('a')]).toEqual([found, found])
  const none = keys.find('b')
  asked[1]!(undefined)
  expect(await none).toBeUndefined()
  void keys.find('b')
  expect(asked).toHaveLength(3)
})

test.each(['a key is revoked', 'a user is changed'])('a query under way when %s is not remembered', async (what) => {
  const { keys, asked, changeUser } = open()
  const onItsWay = keys.find('a')
  if (what === 'a user is changed') changeUser()
  else await keys.revoke('usr_1', 'key_1')
  asked[0]!(found)
  await onItsWay
  void keys.find('a')
  expect(asked).toHaveLength(2)
})

test('remembered keys are forgotten when a key is revoked', async () => {
  const { keys, asked } = open()
  const first = keys.find('a')
  asked[0]!(found)
  await first
  await keys.revoke('usr_1', 'key_1')
  void keys.find('a')
  expect(asked).toHaveLength(2)
})
