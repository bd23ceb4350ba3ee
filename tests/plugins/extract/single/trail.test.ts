import { expect, test } from 'bun:test'
import { createTrail } from '../../../../plugins/extract/single/trail.ts'

const home = 'https://example.com/'
const restOf = (trail: ReturnType<typeof createTrail>) => {
  const urls: string[] = []
  for (let next = trail.next(); next; next = trail.next()) urls.push(next.href)
  return urls
}

test('pages of the site are followed once each, in the order in which they were found', () => {
  const trail = createTrail(new URL(home), {})
  trail.add({ url: home, links: `${home}b\n${home}a\n${home}b#part\nhttps://other.example/\n${home}` })
  trail.add({ url: `${home}b`, links: `${home}a\n${home}c` })
  expect(restOf(trail)).toEqual([`${home}b`, `${home}a`, `${home}c`])
})

test('neither the start page nor the target of its redirect is followed', () => {
  const trail = createTrail(new URL(`${home}old`), {})
  trail.add({ url: `${home}new`, links: `${home}old\n${home}new\n${home}next` })
  expect(restOf(trail)).toEqual([`${home}next`])
})

test('patterns limit which pages are followed', () => {
  const trail = createTrail(new URL(home), { includePatterns: ['/docs/**'], excludePatterns: ['/docs/old/**'] })
  trail.add({ url: home, links: `${home}docs/a\n${home}docs/old/b\n${home}blog` })
  expect(restOf(trail)).toEqual([`${home}docs/a`])
})
