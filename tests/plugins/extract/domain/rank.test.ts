import { describe, expect, test } from 'bun:test'
import { ApiError } from 'weirjs'
import { Frontier, follow } from '../../../../plugins/extract/domain/frontier.ts'
import { relevance, tellingWords, tellingWordsOfSchema } from '../../../../plugins/extract/domain/rank.ts'

const page = (path: string) => new URL(path, 'https://a.example/')
const pathsOf = (urls: readonly URL[]) => urls.map(({ pathname, search }) => pathname + search)

describe('relevant words', () => {
  test('are those of a text, in lower case, without words that every schema has', () => {
    expect(tellingWords('foundedYear of_the Company, a 7th-floor X Büro')).toEqual([
      ...['founded', 'year', 'company', '7th', 'floor', 'büro'],
    ])
    expect(tellingWords('')).toEqual([])
  })

  test('are those of names and descriptions at any depth', () => {
    const inner = { description: 'Their street', properties: { zipCode: {} } }
    const schema = { properties: { office: inner, staff: { items: { properties: { role: 5 } } } }, items: null }
    expect(tellingWordsOfSchema(schema).sort()).toEqual(['code', 'office', 'role', 'staff', 'street', 'their', 'zip'])
  })
})

test.each([
  ['/', 0],
  ['/a', -0.5],
  ['/a/b/', -1],
  ['/a?x=1', -1.5],
  ['/office', 2.5],
  ['/offices', 2.5],
  ['/manager', 2.5],
  ['/office-manager', 5.5],
  ['/office/office', 2],
  ['/about', 1.5],
  ['/Team/office', 4],
  ['/aboutus', -0.5],
  ['/off%69ce', 2.5],
  ['/%E0%A4%A/office', 2],
])('the relevance of the address %p is %p', (path, worth) => {
  expect(relevance(page(path), new Set(['office', 'managers']))).toBe(worth)
})

describe('pages of a site', () => {
  const frontier = (most = 10) => new Frontier(new Set(['office']), most)
  test('are ranked by relevance, and then in the order in which they were found', () => {
    const found = frontier()
    for (const path of ['/x/y', '/b', '/a', '/office', '/about']) found.add(page(path))
    expect(pathsOf(found.best(4))).toEqual(['/office', '/about', '/b', '/a'])
  })

  test('are distinct, limited, and without known ones', () => {
    const found = frontier(3)
    found.leaveOut(page('/known'))
    for (const path of ['/a', '/a#b', '/known', '/b', '/c', '/office']) found.add(page(path))
    expect(pathsOf(found.best(10))).toEqual(['/a', '/b', '/c'])
  })

  test('are followed once each, the best first', () => {
    const found = frontier()
    for (const path of ['/a', '/office']) found.add(page(path))
    expect(pathsOf(found.next(1))).toEqual(['/office'])
    found.add(page('/about'))
    expect([pathsOf(found.next(5)), pathsOf(found.next(5))]).toEqual([['/about', '/a'], []])
    expect(pathsOf(found.best(1))).toEqual(['/office'])
  })

  test('are fetched in steps, half of the rest each time, four at once', async () => {
    const found = frontier(100)
    for (let i = 0; i < 30; i++) found.add(page(`/p${i}`))
    const steps: number[] = []
    let open = 0
    await follow(found, 10, async () => {
      open++
      steps.push(open)
      await Promise.resolve()
      open--
      if (steps.length === 5) found.add(page('/office'))
      if (steps.length === 6) throw new ApiError('timeout', 'it is told of when the page is read')
    })
    expect([steps.length, Math.max(...steps)]).toEqual([10, 4])
    expect(pathsOf(found.next(1))).not.toEqual(['/office'])
  })

  test('are fetched until there are none, and a fault ends that', async () => {
    const found = frontier()
    found.add(page('/a'))
    const looked: string[] = []
    await follow(found, 10, async ({ pathname }) => void looked.push(pathname))
    expect(looked).toEqual(['/a'])
    found.add(page('/b'))
    await expect(follow(found, 1, () => Promise.reject(new TypeError('a fault')))).rejects.toThrow('a fault')
  })
})
