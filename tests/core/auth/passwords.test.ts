import { describe, expect, test } from 'bun:test'
import { createPasswords, generatePassword } from '../../../core/auth/passwords.ts'
import native from '../../../core/runtime/password-bun.ts'
import portable from '../../../core/runtime/password-portable.ts'

describe('a password', () => {
  test('is stored as argon2id with the stated cost, and verified', async () => {
    const passwords = createPasswords()
    const hash = await passwords.hash('correct horse')
    expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(await passwords.verify('correct horse', hash)).toBe(true)
    expect(await passwords.verify('correct hors', hash)).toBe(false)
  })

  test('is hashed the same by both hashers', async () => {
    expect(await portable.verify('correct horse', await native.hash('correct horse'))).toBe(true)
    const hash = await portable.hash('correct horse')
    expect([await native.verify('correct horse', hash), await native.verify('wrong horse', hash)]).toEqual([
      true,
      false,
    ])
  })

  test('has 8 to 256 characters', async () => {
    const passwords = createPasswords()
    for (const bad of ['1234567', 'x'.repeat(257)]) {
      expect(await passwords.hash(bad).catch((error) => [error.status, error.code])).toEqual([400, 'invalid_request'])
    }
    const longest = 'x'.repeat(256)
    const hash = await passwords.hash(longest)
    expect([await passwords.verify(longest, hash), await passwords.verify(`${longest}x`, hash)]).toEqual([true, false])
  })

  test('of an unknown user is never right', async () => {
    expect(await createPasswords().verify('correct horse', null)).toBe(false)
  })

  test('whose stored hash would keep a core busy is refused before any work', async () => {
    const tail = '$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    for (const cost of ['m=4194304,t=2,p=1', 'm=19456,t=2000,p=1', 'm=19456,t=2,p=64']) {
      await expect(createPasswords().verify('x', `$argon2id$v=19$${cost}${tail}`)).rejects.toThrow(
        'more memory or time',
      )
    }
    await expect(createPasswords().verify('x', '$2b$10$abcdefghijklmnopqrstuv')).rejects.toThrow('not an argon2id')
  })

  test('that is generated has 20 letters and digits, and is random', () => {
    const made = Array.from({ length: 100 }, generatePassword)
    expect(made.every((password) => /^[0-9A-Za-z]{20}$/.test(password))).toBe(true)
    expect(new Set(made).size).toBe(100)
  })
})

/** A hasher whose work ends when the test says so. */
function slowHasher() {
  const ends: (() => void)[] = []
  let most = 0
  let now = 0
  const work = async () => {
    most = Math.max(most, ++now)
    await new Promise<void>((resolve) => ends.push(resolve))
    now--
    return 'done'
  }
  const hasher = { hash: work, verify: async () => (await work()) === 'done' }
  return { load: async () => hasher, ends, most: () => most }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('simultaneous passwords', () => {
  test('are computed two at once, the rest in turn', async () => {
    const { load, ends, most } = slowHasher()
    const passwords = createPasswords(load)
    const all = Promise.all(Array.from({ length: 6 }, () => passwords.hash('correct horse')))
    for (let done = 0; done < 6; done++) {
      await settle()
      expect(ends.length).toBe(Math.min(6, done + 2))
      ends[done]!()
    }
    await all
    expect(most()).toBe(2)
  })

  test('are refused with 503 if too many wait before them', async () => {
    const { load } = slowHasher()
    const passwords = createPasswords(load)
    let refused: unknown
    for (let i = 0; i < 503; i++) passwords.hash('correct horse').catch((error) => (refused = error))
    await settle()
    expect(refused).toMatchObject({ status: 503, code: 'service_unavailable', retryAfter: 5 })
  })

  test('are not computed if they are no longer wanted when their turn comes', async () => {
    const { load, ends } = slowHasher()
    const passwords = createPasswords(load)
    const running = [passwords.hash('correct horse'), passwords.hash('correct horse')]
    const late = passwords.verify('correct horse', null, () => {
      throw new Error('locked meanwhile')
    })
    late.catch(() => {})
    await settle()
    for (const end of ends) end()
    await Promise.all(running)
    await expect(late).rejects.toThrow('locked meanwhile')
    expect(ends.length).toBe(2)
  })
})
