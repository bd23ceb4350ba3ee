import { describe, expect, test } from 'bun:test'
import type { Store } from 'weirjs'
import { insertId, type StoreSuite } from './suite.ts'

/** Records the payloads that a listener receives, in order, and `missed` for each call of it. */
async function listen(store: Store, channel: string) {
  const told: string[] = []
  const { promise: begun, resolve } = Promise.withResolvers<void>()
  const stop = store.listen(channel, {
    heard: (payload) => void told.push(payload),
    missed() {
      told.push('missed')
      resolve()
    },
  })
  await begun
  return { told, stop }
}

const send = (store: Store, channel: string, payload: string) =>
  store.write((tx) => tx.notify(channel, payload), { durable: false })

/** Sends a last signal and waits for it. All earlier ones have arrived by then. */
async function settled(from: Store, to: Store) {
  const { told, stop } = await listen(to, 'settled')
  await send(from, 'settled', 'end')
  while (!told.includes('end')) await new Promise((resolve) => setTimeout(resolve, 1))
  stop()
}

/** Tests of the signals that transactions send to listeners. */
export function signalConformance({ open, isShared = false, openNew }: StoreSuite) {
  describe('signals', () => {
    test('reach all listeners of their channel in order, once the transaction has committed', async () => {
      const { store } = await openNew()
      const [one, two, other] = await Promise.all(['a', 'a', 'b'].map((channel) => listen(store, channel)))
      await store.write(async (tx) => {
        await tx.notify('a', 'first')
        await tx.notify('b', '')
        await tx.notify('a', 'ö'.repeat(3999))
        expect(one!.told).toEqual(['missed'])
      })
      await settled(store, store)
      expect(one!.told).toEqual(['missed', 'first', 'ö'.repeat(3999)])
      expect(two!.told).toEqual(one!.told)
      expect(other!.told).toEqual(['missed', ''])
      await store.close()
    })

    test('are not sent if the transaction is rolled back', async () => {
      const { store } = await openNew()
      const { told } = await listen(store, 'a')
      const writing = store.write(async (tx) => {
        await tx.notify('a', 'never')
        await tx.run(insertId, 'once')
        await tx.run(insertId, 'once')
      })
      await expect(writing).rejects.toThrow()
      await settled(store, store)
      expect(told).toEqual(['missed'])
      await store.close()
    })

    test('do not reach a listener that has stopped', async () => {
      const { store } = await openNew()
      const [one, two] = await Promise.all([listen(store, 'a'), listen(store, 'a')])
      one.stop()
      await send(store, 'a', 'late')
      await settled(store, store)
      expect(one.told).toEqual(['missed'])
      expect(two.told).toEqual(['missed', 'late'])
      await store.close()
    })

    test('reach all listeners even if one of them throws', async () => {
      const { store } = await openNew()
      store.listen('a', {
        heard() {
          throw new Error('a listener of a test')
        },
        missed() {},
      })
      const { told } = await listen(store, 'a')
      await send(store, 'a', 'on')
      await settled(store, store)
      expect(told).toEqual(['missed', 'on'])
      await store.close()
    })

    test.each([
      ['a payload of 8,000 bytes', 'a', 'ö'.repeat(4000)],
      ['a payload with NUL', 'a', 'a\0b'],
      ['a channel that is no name', 'A b', ''],
      ['a channel of 63 letters', 'a'.repeat(63), ''],
    ])('refuse %s', async (_, channel, payload) => {
      const { store } = await openNew()
      await expect(send(store, channel, payload)).rejects.toThrow(TypeError)
      await store.close()
    })

    test.if(isShared)('reach another process, on the channels to which it listens', async () => {
      const { store, directory } = await openNew()
      const second = await open(directory)
      const [here, there] = await Promise.all([listen(store, 'a'), listen(second, 'a')])
      const later = await listen(second, 'b')
      await send(store, 'a', 'from the first')
      await send(second, 'b', 'from the second')
      await Promise.all([settled(store, second), settled(second, store)])
      expect(here.told).toEqual(['missed', 'from the first'])
      expect(there.told).toEqual(['missed', 'from the first'])
      expect(later.told).toEqual(['missed', 'from the second'])
      await Promise.all([store.close(), second.close()])
    })
  })
}
