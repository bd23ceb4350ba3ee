import { expect, test } from 'bun:test'
import scrape from '../../../plugins/scrape/index.ts'

test('stored pages are maintained from the start of the service to its end', async () => {
  const did: string[] = []
  const kept = (name: string) => ({
    start: () => void did.push(`${name} starts`),
    close: async () => void did.push(`${name} ends`),
  })
  const state = { cache: kept('cache'), seen: kept('seen') } as never
  await scrape.start?.({} as never, state)
  expect(did.sort()).toEqual(['cache starts', 'seen starts'])
  did.length = 0
  await scrape.close?.({} as never, state)
  expect(did.sort()).toEqual(['cache ends', 'seen ends'])
})
