import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SettingError } from '../../../core/config.ts'
import { secretCheckMigration, secretOf } from '../../../core/secrets/store-secret.ts'
import { openStore } from '../../store.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function openEmpty() {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-store-secret-'))
  folders.push(dataDir)
  const store = await openStore({ dataDir })
  await store.migrate('core', [secretCheckMigration])
  const reason = (given?: string) =>
    secretOf(store, { given, dataDir }).then(
      () => 'fine',
      (error: unknown) => {
        expect(error).toBeInstanceOf(SettingError)
        return (error as Error).message
      },
    )
  return { store, dataDir, reason, [Symbol.asyncDispose]: () => store.close() }
}

const GIVEN = 'a secret that the operator has given'

test('a store accepts the secret that it was created with, and no other', async () => {
  await using world = await openEmpty()
  expect(await world.reason(GIVEN)).toBe('fine')
  expect(await world.reason(GIVEN)).toBe('fine')
  expect(await world.reason(`${GIVEN}, but for this`)).toBe(
    'WEIR_SECRET is not the secret of the store: set it as it was, to the same for all processes that use the store',
  )
})

test('no secret is generated for a store that was created with a given one', async () => {
  await using world = await openEmpty()
  await world.reason(GIVEN)
  expect(await world.reason()).toBe(
    `There is no secret in ${world.dataDir}, and the store needs the one that it was created with: set WEIR_SECRET as it was, or restore the file secret from a backup`,
  )
  expect(existsSync(join(world.dataDir, 'secret'))).toBe(false)
  expect(await world.reason(GIVEN)).toBe('fine')
})

test('a store with a generated secret accepts only that one', async () => {
  await using world = await openEmpty()
  expect(await world.reason()).toBe('fine')
  expect(await world.reason()).toBe('fine')
  writeFileSync(join(world.dataDir, 'secret'), 'ab'.repeat(32))
  expect(await world.reason()).toBe(
    `The secret in ${world.dataDir} is not the secret of the store: restore the file secret from a backup`,
  )
})

test('if several create a store together, all that have its secret may use it', async () => {
  await using world = await openEmpty()
  const secrets = [GIVEN, `${GIVEN}, but for this`, GIVEN, `${GIVEN}, but for this`]
  const reasons = await Promise.all(secrets.map(world.reason))
  expect(reasons.filter((reason) => reason === 'fine')).toHaveLength(2)
  expect(reasons[0]).toBe(reasons[2]!)
})
