import { expect, test } from 'bun:test'
import { createSealer, sealerOf } from '../../../core/secrets/sealer.ts'

const all = createSealer(new Uint8Array(32).fill(3))

test('what a plugin seals can be opened only by it, and only in its place', () => {
  const monitors = sealerOf('monitors', all)
  const sealed = monitors.seal('a password', 'mon_1')
  expect(monitors.open(sealed, 'mon_1')).toBe('a password')
  expect(() => monitors.open(sealed, 'mon_2')).toThrow('cannot be opened')
  expect(() => sealerOf('webhooks', all).open(sealed, 'mon_1')).toThrow('cannot be opened')
  expect(() => all.open(sealed, 'mon_1')).toThrow('cannot be opened')
})
