import { expect, test } from 'bun:test'
import { sha256 } from '../../core/sha256.ts'
import { countTurns } from '../turns.ts'

test.each([0, 3, 1024 * 1024, 2_500_000])('the SHA-256 of %d bytes is that of all of them', async (size) => {
  const bytes = new Uint8Array(size).map((_, at) => at)
  const whole = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  expect((await sha256(bytes)).toString('hex')).toBe(whole)
})

test('other requests are served while many bytes are hashed', async () => {
  const turns = countTurns()
  await sha256(new Uint8Array(100_000_000))
  expect(turns.end()).toBeGreaterThan(2)
})
