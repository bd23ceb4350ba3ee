import { expect, test } from 'bun:test'
import { createFrontier } from '../../../plugins/crawl/frontier.ts'
import { createLeads } from '../../../plugins/crawl/leads.ts'

const start = new URL('https://site.example/')

test('an address that was seen is not checked again, whether it is in scope or not', () => {
  const asked: string[] = []
  const inScope = ({ href, pathname }: URL) => asked.push(href) > 0 && pathname !== '/no'
  const leads = createLeads({}, { inScope, mayLeave: () => false })
  for (let page = 0; page < 3; page++) {
    expect(leads.read('https://site.example/a')?.key).toBe('https://site.example/a')
    expect(leads.read('https://site.example/no')).toBeUndefined()
    expect(leads.read('mailto:a@site.example')).toBeUndefined()
  }
  expect(asked).toEqual(['https://site.example/a', 'https://site.example/no'])
})

test('an address that several pages link to has the depth of each, and is found from each', () => {
  const leads = createLeads({}, { inScope: () => true, mayLeave: () => false })
  const found = [1, 2].map((depth) => {
    const frontier = createFrontier({ maxDepth: 3 }, leads, start, undefined)
    frontier.addWritten('https://site.example/a', depth)
    return frontier.found.map(({ value }) => value)
  })
  expect(found).toEqual([[{ url: 'https://site.example/a', depth: 1 }], [{ url: 'https://site.example/a', depth: 2 }]])
})

test('changed rules are applied', () => {
  const leads = createLeads({}, { inScope: () => true, mayLeave: () => false })
  const found = [true, false].map((allowed) => {
    const rules = { allows: () => allowed, delay: 0, sitemaps: [] }
    const frontier = createFrontier({ maxDepth: 3 }, leads, start, rules)
    frontier.addWritten('https://site.example/a', 1)
    return [frontier.found.length, [...frontier.forbidden]]
  })
  expect(found).toEqual([
    [1, []],
    [0, ['https://site.example/a']],
  ])
})

test('addresses of an endless crawl are remembered up to a limit, and read nevertheless', () => {
  let asked = 0
  const leads = createLeads({}, { inScope: () => ++asked > 0, mayLeave: () => false })
  for (let round = 0; round < 2; round++)
    for (let i = 0; i < 3000; i++) expect(leads.read(`https://site.example/${i}`)?.href).toEndWith(`/${i}`)
  expect(asked).toBe(4000)
})

test('long addresses are checked each time, so that a crawl uses little memory', () => {
  let asked = 0
  const leads = createLeads({}, { inScope: () => ++asked > 0, mayLeave: () => false })
  for (const length of [400, 400, 8000, 8000])
    expect(leads.read(`https://site.example/${'x'.repeat(length)}`)).toBeDefined()
  expect(asked).toBe(3)
})
