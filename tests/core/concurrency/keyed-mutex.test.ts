import { expect, test } from 'bun:test'
import { KeyedMutex } from '../../../core/concurrency/keyed-mutex.ts'

test('work for a key waits for earlier work for it, even if that fails; work for other keys does not', async () => {
  const alone = new KeyedMutex()
  const done: string[] = []
  const held = Promise.withResolvers<void>()
  const first = alone.run('a', async () => {
    await held.promise
    done.push('first')
    throw new Error('failed')
  })
  const second = alone.run('a', async () => {
    done.push('second')
    return 2
  })
  await alone.run('b', async () => void done.push('other'))
  expect(done).toEqual(['other'])
  held.resolve()
  await expect(first).rejects.toThrow('failed')
  expect(await second).toBe(2)
  await alone.run('a', async () => void done.push('third'))
  expect(done).toEqual(['other', 'first', 'second', 'third'])
})

test('a keyed mutex is idle when all work given so far has ended, whatever its outcome', async () => {
  const alone = new KeyedMutex()
  await alone.idle()
  const held = Promise.withResolvers<void>()
  let isIdle = false
  const work = alone.run('a', () => held.promise)
  const idle = alone.idle().then(() => {
    isIdle = true
  })
  await Promise.resolve()
  expect(isIdle).toBe(false)
  held.reject(new Error('failed'))
  await expect(work).rejects.toThrow('failed')
  await idle
})
