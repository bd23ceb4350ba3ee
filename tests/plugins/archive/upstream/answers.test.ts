import { expect, test } from 'bun:test'
import { Answers } from '../../../../plugins/archive/upstream/answers.ts'
import { setClock } from '../open.ts'

const keeping = { for: () => 1000, size: (text: string) => text.length }
const never = new AbortController().signal

function open(maxBytes = 1000) {
  const clock = setClock()
  const answers = new Answers({ maxBytes, clock })
  const asked: string[] = []
  const get = (key: string, text = key) =>
    answers.get(
      key,
      async () => {
        asked.push(key)
        return text
      },
      { keeping, signal: never },
    )
  return { answers, asked, clock, get }
}

test('an answer is cached for a while', async () => {
  const { asked, clock, get } = open()
  expect([await get('a'), await get('a')]).toEqual([
    { value: 'a', cached: false },
    { value: 'a', cached: true },
  ])
  clock.pass(1000)
  expect((await get('a')).cached).toBe(false)
  expect(asked).toEqual(['a', 'a'])
  clock.pass(-86_400_000)
  expect([(await get('a')).cached, (await get('a')).cached]).toEqual([false, true])
})

test('concurrent requests for the same answer are made once', async () => {
  const { asked, get } = open()
  await Promise.all([get('a'), get('a'), get('b')])
  expect(asked).toEqual(['a', 'b'])
})

test('a failure is shared and not cached', async () => {
  const { answers } = open()
  let count = 0
  const fail = () =>
    answers
      .get(
        'a',
        async () => {
          throw new Error(`failure ${++count}`)
        },
        { keeping, signal: never },
      )
      .catch((error: Error) => error.message)
  expect(await Promise.all([fail(), fail()])).toEqual(['failure 1', 'failure 1'])
  expect(await fail()).toBe('failure 2')
})

test('work continues while anybody waits, and is aborted with the last', async () => {
  const { answers } = open()
  const aborted: unknown[] = []
  const [one, other] = [new AbortController(), new AbortController()]
  const work = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => {
      signal.addEventListener('abort', () => {
        aborted.push(signal.reason)
        reject(new Error('told why'))
      })
    })
  const waits = [one, other].map(({ signal }) =>
    answers.get('a', work, { keeping, signal }).catch((error: Error) => error.message),
  )
  one.abort(new Error('one left'))
  expect(await waits[0]).toBe('one left')
  expect(aborted).toEqual([])
  other.abort(new Error('the other left'))
  expect(await waits[1]).toBe('told why')
  expect(aborted).toEqual([new Error('the other left')])
  expect((await answers.get('a', async () => 'anew', { keeping, signal: never })).value).toBe('anew')
})

test('the cache is limited in size, and nothing is cached that would fill most of it', async () => {
  const { asked, get } = open(1000)
  await get('large', 'x'.repeat(300))
  await get('large', 'x'.repeat(300))
  expect(asked).toEqual(['large', 'large'])
  for (let i = 0; i < 10; i++) await get(`part ${i}`, 'x'.repeat(200))
  expect((await get('part 9')).cached).toBe(true)
  expect((await get('part 0')).cached).toBe(false)
})
