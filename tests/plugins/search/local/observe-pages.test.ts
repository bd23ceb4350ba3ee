import { expect, test } from 'bun:test'
import { observePages } from '../../../../plugins/search/local/observe-pages.ts'
import { type PageIndex, SHARED } from '../../../../plugins/search/local/page-index.ts'

type Given = Parameters<typeof observePages>[0]
type Observed = Parameters<ReturnType<typeof observePages>['observe']>[0]

/** An entry of the index, by default one of another text. */
const OTHER = { digest: '', expiresAt: null as number | null }

/** The digest of a page that is known in all partitions, and those to which it is written. */
async function observed(changes: object, known = OTHER, keptUntil: number | null = null) {
  const names: string[] = []
  let digest = ''
  const index: PageIndex = {
    known: async () => known,
    put: async (_, partition, page) => {
      names.push(partition)
      digest = page.digest
    },
    remove: async () => {},
  } as Partial<PageIndex> as PageIndex
  const observer = observePages({
    index,
    isShared: true,
    accounts: { plan: () => ({ fields: { 'search.pages': 10 } }) },
    clock: { now: () => 0 },
    files: { retainedUntil: () => keptUntil },
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
  return { digest, names }
}

const written = async (changes: object) => (await observed(changes)).names

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

test('an unchanged page is written again if it is to be kept longer than its entry, or no longer for ever', async () => {
  const { digest } = await observed({})
  const day = 86_400_000
  const again = async (expiresAt: number | null, keptUntil: number | null) =>
    (await observed({ shareable: false }, { digest, expiresAt }, keptUntil)).names
  expect(await again(null, null)).toEqual([])
  expect(await again(30 * day, 30.5 * day)).toEqual([])
  expect(await again(30 * day, 32 * day)).toEqual(['usr_a'])
  expect(await again(null, 30 * day)).toEqual(['usr_a'])
  // The operator has changed the setting: results are now kept for ever.
  expect(await again(30 * day, null)).toEqual(['usr_a'])
})
