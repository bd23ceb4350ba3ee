import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../../core/log.ts'
import type { Content } from '../../../plugins/content/service.ts'
import type { IndexedPage } from '../../../plugins/search/local/page-index.ts'
import { parseQuery } from '../../../plugins/search/local/parse-query.ts'
import { createPartitionFiles } from '../../../plugins/search/local/sqlite/partition-files.ts'
import { droppedOf, findPartition } from '../../../plugins/search/local/statements.ts'
import { createPageIndex } from '../../../plugins/search/local/store-index.ts'
import { indexMigrations } from '../../../plugins/search/local/tables.ts'
import { cpuTimeOf } from '../../cpu-time.ts'
import { isSqlite, openStore } from '../../store.ts'
import { content } from '../content/convert.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-index-'))
  folders.push(folder)
  return folder
}

const pageOf = (name: string, text: string): IndexedPage => ({
  key: `https://example.com/${name}`,
  url: `https://example.com/${name}`,
  host: 'example.com',
  title: name,
  headings: '',
  text,
  language: null,
  country: null,
  date: 0,
  digest: name,
  expiresAt: null,
})

/** Opens a separate index in a folder, as a server has it. */
async function open(dataDir = newFolder(), converter: Content = content) {
  const store = await openStore({ dataDir })
  await store.migrate('search', indexMigrations)
  const lines: string[] = []
  const log = createLog('text', (line) => lines.push(line))
  const files = createPartitionFiles({ store, content: converter, folder: dataDir, log })
  const index = createPageIndex(store, files)
  const put = (partition: string, ...pages: IndexedPage[]) =>
    store.write(async (tx) => {
      for (const page of pages) await index.put(tx, partition, page, null)
    })
  const find = async (partition: string, text: string) => {
    const { hits, isWhole } = await index.find([partition], parseQuery(text), {}, 10, {})
    return { isWhole, hits: hits.map(({ title, rank, score }) => ({ title, rank, score })) }
  }
  const titles = async (partition: string, text: string) =>
    (await find(partition, text)).hits.map(({ title }) => title).toSorted()
  const isIndexed = async (partition: string) => {
    const found = await store.get(findPartition, partition)
    return found !== undefined && found.indexed === found.last
  }
  const close = async () => {
    await index.close()
    await store.close()
  }
  return { dataDir, store, index, lines, put, find, titles, isIndexed, close }
}

async function until(isSo: () => Promise<boolean>) {
  while (!(await isSo())) await Bun.sleep(20)
}

const databases = (folder: string) => readdirSync(folder).filter((name) => /^\d+\.db$/.test(name))

test('pages of another account change neither the results of an account nor the cost of its searches', async () => {
  const { put, find, close } = await open()
  const words = ['kettle', 'copper', 'steam', 'whistle', 'handle', 'spout']
  const own = Array.from({ length: 60 }, (_, i) =>
    pageOf(
      `own-${i}`,
      words
        .filter((_, at) => (i >> (at % 6)) % 2 === 0)
        .join(' ')
        .repeat(1 + (i % 7)),
    ),
  )
  await put('own', ...own)
  const queries = ['kettle', 'copper steam', 'whistle handle spout', 'kettle missing']
  const ask = () => Promise.all(queries.map((query) => find('own', query)))
  const before = await ask()
  const cost = () =>
    cpuTimeOf(async () => {
      for (let i = 0; i < 25; i++) await ask()
    })
  await cost()
  const alone = await cost()
  const others = Array.from({ length: 3000 }, (_, i) => pageOf(`other-${i}`, `${words.join(' ')} `.repeat(50)))
  for (let at = 0; at < others.length; at += 500) {
    await put('other', ...others.slice(at, at + 500))
    await find('other', 'kettle')
  }
  expect(await ask()).toEqual(before)
  // If the pages of both were ranked together, the same queries would take 50 times as long.
  expect(await cost()).toBeLessThan(5 * alone)
  await close()
}, 120_000)

test.each(['is gone', 'is no database', 'is empty', 'was cut'])('a file that %s is rebuilt', async (what) => {
  const { dataDir, put, titles, close } = await open()
  await put('a', pageOf('one', 'kettle'), pageOf('two', 'teapot'))
  expect(await titles('a', 'kettle')).toEqual(['one'])
  const [name] = databases(dataDir)
  const file = join(dataDir, name!)
  if (what === 'is gone') rmSync(file)
  else if (what === 'is no database') writeFileSync(file, 'x'.repeat(20_000))
  else if (what === 'is empty') writeFileSync(file, '')
  else writeFileSync(file, new Uint8Array(await Bun.file(file).arrayBuffer()).slice(0, 12_000))
  expect(await titles('a', 'kettle')).toEqual(['one'])
  await put('a', pageOf('three', 'kettle'))
  expect(await titles('a', 'kettle')).toEqual(['one', 'three'])
  expect(await titles('a', 'teapot')).toEqual(['two'])
  await close()
})

/** Copies the current store to a file next to it. */
function copyStore(dataDir: string, name: string) {
  using database = new Database(join(dataDir, 'weir.db'))
  database.run('VACUUM INTO ?', [join(dataDir, name)])
}

test.if(isSqlite)(
  'a batch that was written to the index but not recorded in the store is written again, once',
  async () => {
    const first = await open()
    await first.put('a', pageOf('one', 'kettle'))
    expect(await first.titles('a', 'kettle')).toEqual(['one'])
    await first.put('a', pageOf('two', 'kettle'))
    // The state after a crash: the store from before the batch, the index file from after it.
    copyStore(first.dataDir, 'before.db')
    expect(await first.titles('a', 'kettle')).toEqual(['one', 'two'])
    await first.close()
    const folder = newFolder()
    cpSync(join(first.dataDir, 'before.db'), join(folder, 'weir.db'))
    for (const name of databases(first.dataDir)) cpSync(join(first.dataDir, name), join(folder, name))
    const second = await open(folder)
    expect((await second.find('a', 'kettle')).hits.map(({ title }) => title).toSorted()).toEqual(['one', 'two'])
    await second.put('a', { ...pageOf('two', 'teapot'), title: 'anew' })
    expect([await second.titles('a', 'kettle'), await second.titles('a', 'teapot')]).toEqual([['one'], ['anew']])
    await second.close()
  },
)

test.if(isSqlite)('a restored store finds its own pages, and none that were added later', async () => {
  const first = await open()
  await first.put('a', pageOf('one', 'kettle'), pageOf('two', 'teapot'))
  await first.titles('a', 'kettle')
  copyStore(first.dataDir, 'before.db')
  for (const name of ['three', 'two', 'four']) {
    await first.put('a', pageOf(name, 'kettle'))
    await first.titles('a', 'kettle')
  }
  await first.close()
  const folder = newFolder()
  cpSync(join(first.dataDir, 'before.db'), join(folder, 'weir.db'))
  for (const name of databases(first.dataDir)) cpSync(join(first.dataDir, name), join(folder, name))
  const second = await open(folder)
  expect([await second.titles('a', 'kettle'), await second.titles('a', 'teapot')]).toEqual([['one'], ['two']])
  await second.close()
})

test('pages that were not indexed before the end of a server are indexed after the next start, without a search', async () => {
  const first = await open()
  await first.put('a', pageOf('searched', 'kettle'))
  expect(await first.titles('a', 'kettle')).toEqual(['searched'])
  await first.put('a', ...Array.from({ length: 300 }, (_, i) => pageOf(`page-${i}`, 'kettle')))
  await first.close()
  const second = await open(first.dataDir)
  await second.index.start()
  await until(() => second.isIndexed('a'))
  expect((await second.find('a', 'kettle')).isWhole).toBe(true)
  await second.close()
})

test('a file is made by the first search of its partition, which finds everything; before that nothing is indexed', async () => {
  const first = await open()
  const pages = Array.from({ length: 300 }, (_, i) => pageOf(`page-${i}`, 'kettle'))
  await first.put('never', { ...pageOf('old', 'kettle'), expiresAt: 1 }, ...pages)
  await first.index.sweep(2, 10)
  await first.put('once', pageOf('searched', 'kettle'))
  await first.find('once', 'kettle')
  await first.put('once', ...pages)
  await first.close()
  const second = await open(first.dataDir)
  await second.index.start()
  // The partition that was never searched comes first.
  await until(() => second.isIndexed('once'))
  expect([await second.isIndexed('never'), databases(first.dataDir).length]).toEqual([false, 1])
  expect(await second.store.all(droppedOf, 0, Number.MAX_SAFE_INTEGER, 10)).toEqual([])
  expect((await second.find('never', 'kettle')).isWhole).toBe(true)
  expect([await second.isIndexed('never'), databases(first.dataDir).length]).toEqual([true, 2])
  await second.close()
})

test('a search does not wait for a large backlog, and reports that the results are incomplete', async () => {
  const { put, find, isIndexed, close } = await open()
  await put('a', ...Array.from({ length: 4000 }, (_, i) => pageOf(`page-${i}`, 'kettle')))
  const { hits, isWhole } = await find('a', 'kettle')
  expect([hits.length > 0, isWhole]).toEqual([true, false])
  await until(() => isIndexed('a'))
  expect((await find('a', 'kettle')).isWhole).toBe(true)
  await close()
})

test('a search whose file is written meanwhile runs again, and leaves the file as it is', async () => {
  let meanwhile: (() => Promise<unknown>) | undefined
  const run: Content['run'] = async (task, context) => {
    const { name } = task()
    const work = name === 'find' ? meanwhile : undefined
    if (work) meanwhile = undefined
    await work?.()
    return content.run(task, context)
  }
  const { put, titles, lines, close } = await open(newFolder(), { ...content, run })
  await put('a', pageOf('one', 'kettle'))
  expect(await titles('a', 'kettle')).toEqual(['one'])
  meanwhile = async () => {
    for (const name of ['two', 'three', 'four']) {
      await put('a', pageOf(name, 'kettle'))
      await titles('a', 'kettle')
    }
  }
  expect(await titles('a', 'kettle')).toEqual(['four', 'one', 'three', 'two'])
  expect(lines).toEqual([])
  await close()
})

test('a file in an older format is rebuilt', async () => {
  const first = await open()
  await first.put('a', pageOf('one', 'kettle'))
  expect(await first.titles('a', 'kettle')).toEqual(['one'])
  await first.close()
  const file = new Database(join(first.dataDir, databases(first.dataDir)[0]!))
  file.exec('delete from words; pragma user_version = 0')
  file.close()
  const second = await open(first.dataDir)
  expect(await second.titles('a', 'kettle')).toEqual(['one'])
  await second.close()
})

test('expired and removed pages are not found, and take no place of others', async () => {
  const { put, titles, index, store, close } = await open()
  const counted = async () => Number((await store.get(findPartition, 'a'))?.pages)
  await put('a', { ...pageOf('old', 'kettle'), expiresAt: 1 }, pageOf('new', 'kettle'), pageOf('gone', 'kettle'))
  expect([await titles('a', 'kettle'), await counted()]).toEqual([['gone', 'new', 'old'], 3])
  expect(await index.sweep(2, 10)).toBe(1)
  expect([await titles('a', 'kettle'), await counted()]).toEqual([['gone', 'new'], 2])
  await store.write((tx) => index.remove(tx, 'a', pageOf('gone', '').key))
  expect([await titles('a', 'kettle'), await counted()]).toEqual([['new'], 1])
  await close()
})
