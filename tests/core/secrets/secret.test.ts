import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SettingError } from '../../../core/config.ts'
import { deriveKey, loadSecret } from '../../../core/secrets/secret.ts'

const root = mkdtempSync(join(tmpdir(), 'weir-secret-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let places = 0
const newDirectory = () => {
  const directory = join(root, String(++places))
  mkdirSync(directory)
  return directory
}

describe('the secret', () => {
  test('is made once, from 32 random bytes, for its owner only', () => {
    const dataDir = newDirectory()
    const secret = loadSecret({ given: undefined, dataDir })
    expect(secret.byteLength).toBe(32)
    expect(loadSecret({ given: undefined, dataDir })).toEqual(secret)
    expect(readdirSync(dataDir)).toEqual(['secret'])
    expect((statSync(join(dataDir, 'secret')).mode & 0o777).toString(8)).toBe('600')
    expect(loadSecret({ given: undefined, dataDir: newDirectory() })).not.toEqual(secret)
  })

  test('is the given one, and then none is made', () => {
    const dataDir = newDirectory()
    expect(loadSecret({ given: 'a secret of the operator', dataDir })).toEqual(
      new TextEncoder().encode('a secret of the operator'),
    )
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('that is damaged stops the start instead of being replaced', () => {
    const dataDir = newDirectory()
    writeFileSync(join(dataDir, 'secret'), 'abcdef')
    expect(() => loadSecret({ given: undefined, dataDir })).toThrow(SettingError)
    expect(() => loadSecret({ given: undefined, dataDir })).toThrow('damaged')
  })

  test('that cannot be read is reported with the remedy', () => {
    const dataDir = newDirectory()
    mkdirSync(join(dataDir, 'secret'))
    expect(() => loadSecret({ given: undefined, dataDir })).toThrow(
      new SettingError(`The secret in ${join(dataDir, 'secret')} cannot be read (EISDIR): change its owner`),
    )
  })
})

describe('a derived key', () => {
  const secret = new Uint8Array(32).fill(1)
  test('is the same each time, and differs for another purpose or secret', () => {
    const key = deriveKey(secret, 'sessions')
    expect(key.byteLength).toBe(32)
    expect(deriveKey(secret, 'sessions')).toEqual(key)
    expect(deriveKey(secret, 'links')).not.toEqual(key)
    expect(deriveKey(new Uint8Array(32).fill(2), 'sessions')).not.toEqual(key)
  })

  test('is what HKDF in another implementation gives', async () => {
    const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
    const parameters = {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: new TextEncoder().encode('weir'),
      info: new TextEncoder().encode('sessions'),
    }
    expect(deriveKey(secret, 'sessions')).toEqual(
      new Uint8Array(await crypto.subtle.deriveBits(parameters, material, 256)),
    )
  })
})
