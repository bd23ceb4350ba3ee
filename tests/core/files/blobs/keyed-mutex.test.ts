import { expect, test } from 'bun:test'
import { createKeyedMutex } from '../../../../core/files/blobs/keyed-mutex.ts'

test('work for a key waits for that before it, whatever became of that; work for another does not', async () => {
  const alone = createKeyedMutex()
  const done: string[] = []
  const held = Promise.withResolvers<void>()
  const first = alone('a', async () => {
    await held.promise
    done.push('first')
    throw new Error('failed')
  })
  const second = alone('a', async () => {
    done.push('second')
    return 2
  })
  await alone('b', async () => void done.push('other'))
  expect(done).toEqual(['other'])
  held.resolve()
  await expect(first).rejects.toThrow('failed')
  expect(await second).toBe(2)
  await alone('a', async () => void done.push('third'))
  expect(done).toEqual(['other', 'first', 'second', 'third'])
})
