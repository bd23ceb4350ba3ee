import { expect, test } from 'bun:test'
import { attack, attackSettings } from '../bench/hostile-requests/attack.ts'
import { serveChild } from './serve-child.ts'

test('thousands of hostile requests leave the server running, and get responses in its own format', async () => {
  await using server = await serveChild(attackSettings)
  const { sent, fates, faults } = await attack(server, { count: 4000, seed: 7 })
  expect(faults).toEqual([])
  expect(sent).toBe(4000)
  // It has received every kind of request.
  for (const status of ['200', '400', '401', '403', '404', '405']) expect(fates[status]).toBeGreaterThan(0)
}, 120_000)
