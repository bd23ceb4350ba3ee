import { expect, test } from 'bun:test'
import { observePages } from '../../../../plugins/search/local/observe-pages.ts'
import { type PageIndex, SHARED } from '../../../../plugins/search/local/page-index.ts'

type Given = Parameters<typeof observePages>[0]
type Observed = Parameters<ReturnType<typeof observePages>['observe']>[0]

/** The partitions to which a page is written that is known in all of them by another text. */
async function written(changes: object): Promise<string[]> {
  const names: string[] = []
  const index: PageIndex = {
    known: async () => ({ digest: '', expiresAt: null }),
    put: async (_, partition) => void names.push(partition),
    remove: async () => {},
  } as Partial<PageIndex> as PageIndex
  const observer = observePages({
    index,
    isShared: true,
    accounts: { plan: () => ({ fields: { 'search.pages': 10 } }) },
    clock: { now: () => 0 },
    files: { retainedUntil: () => null },
  } as unknown as Given)
  const page = {
    data: { content: '' },
    metadata: { url: 'https://kettle.example/', title: 'Kettles', statusCode: 200 },
    shareable: true,
    excerpt: { text: 'They boil water.', headings: [] },
    ...changes,
  }
  const write = await observer.observe({ account: { id: 'usr_a' }, page } as unknown as Observed)
  await write?.(undefined as never)
  return names
}

test('a page takes the place of what all accounts find, unless its caller or its job has left out parts of it', async () => {
  expect(await written({})).toEqual(['usr_a', SHARED])
  expect(await written({ isPart: true })).toEqual(['usr_a'])
  expect(await written({ isFramed: true })).toEqual(['usr_a'])
  expect(await written({ shareable: false })).toEqual(['usr_a'])
})

test('a page from the cache without its text takes the place of nothing', async () => {
  expect(await written({ excerpt: undefined })).toEqual([])
  expect(await written({ excerpt: undefined, data: { content: '', text: 'Tea.' } })).toEqual(['usr_a', SHARED])
})
