import { expect, test } from 'bun:test'
import { createTrail } from '../../../../plugins/extract/single/trail.ts'

const home = 'https://example.com/'
const restOf = (trail: ReturnType<typeof createTrail>) => {
  const urls: string[] = []
  for (let next = trail.next(); next; next = trail.next()) urls.push(next.href)
  return urls
}

test('pages of the site are followed in the order in which they were found, each once', () => {
  const trail = createTrail(new URL(home), {})
  trail.add({ url: home, links: `${home}b\n${home}a\n${home}b#part\nhttps://other.example/\n${home}` })
  trail.add({ url: `${home}b`, links: `${home}a\n${home}c` })
  expect(restOf(trail)).toEqual([`${home}b`, `${home}a`, `${home}c`])
})

test('neither the page that was begun with nor the one that it redirected to is followed', () => {
  const trail = createTrail(new URL(`${home}old`), {})
  trail.add({ url: `${home}new`, links: `${home}old\n${home}new\n${home}next` })
  expect(restOf(trail)).toEqual([`${home}next`])
})

test('patterns say what is followed', () => {
  const trail = createTrail(new URL(home), { includePatterns: ['/docs/**'], excludePatterns: ['/docs/old/**'] })
  trail.add({ url: home, links: `${home}docs/a\n${home}docs/old/b\n${home}blog` })
  expect(restOf(trail)).toEqual([`${home}docs/a`])
})
