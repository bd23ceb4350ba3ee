import { describe, expect, test } from 'bun:test'
import { seal, unseal } from '../../../core/secrets/seal.ts'
import { deriveKey } from '../../../core/secrets/secret.ts'

const key = deriveKey(new Uint8Array(32).fill(1), 'test')
const other = deriveKey(new Uint8Array(32).fill(1), 'another purpose')

describe('a sealed text', () => {
  test.each(['', 'text', 'naïve 東京 \u{1f642}', 'a\0b', 'x'.repeat(1 << 20)])('opens unchanged: %#', (text) => {
    expect(unseal(seal(text, key, 'job'), key, 'job')).toBe(text)
  })

  test('shows nothing of its content, and differs each time', () => {
    const sealed = Array.from({ length: 100 }, () => seal('password', key, 'job'))
    expect(new Set(sealed).size).toBe(100)
    for (const text of sealed) {
      expect(text).toMatch(/^v1\.[\w-]+$/)
      expect(Buffer.from(text.slice(3), 'base64url').toString('latin1')).not.toContain('password')
    }
  })

  test('cannot be opened with another key or in another place', () => {
    const sealed = seal('password', key, 'job 1')
    expect(() => unseal(sealed, other, 'job 1')).toThrow('WEIR_SECRET')
    expect(() => unseal(sealed, key, 'job 2')).toThrow('WEIR_SECRET')
  })

  test('cannot be opened when one bit of it is changed', () => {
    const bytes = Buffer.from(seal('password', key, 'job').slice(3), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(() => unseal(`v1.${changed.toString('base64url')}`, key, 'job')).toThrow('cannot be opened')
    }
  })

  test.each(['', 'v1.', 'v1.AAAA', 'password', `v2.${'A'.repeat(64)}`])('is not %p', (text) => {
    expect(() => unseal(text, key, 'job')).toThrow('not a sealed text')
  })
})
