import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { backup } from '../../../core/cli/commands/backup.ts'
import { migrate } from '../../../core/cli/commands/migrate.ts'
import { restore } from '../../../core/cli/commands/restore.ts'
import { newPath, newSettings, open, removeFolders, run, secretOf } from './workshop.ts'

setDefaultTimeout(60_000)
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) =>
    new Response(`<title>${new URL(request.url).pathname}</title><p>What is said of whales here.`, {
      headers: { 'content-type': 'text/html' },
    }),
})
afterAll(async () => {
  await site.stop(true)
  removeFolders()
})

test('scraped pages are found after each move, by the index of the new store', async () => {
  const settings = await newSettings('sqlite', { WEIR_PLUGINS: 'account,jobs,scrape,content,search,webhooks' })
  let key = ''
  /** Scrapes one more page, and gives the titles of all that are found. */
  const scrapeAndFind = async (name: string, of: Record<string, string>) => {
    const weir = await open({ ...of, ...(key !== '' && { WEIR_ADMIN_API_KEY: key }) })
    key = weir.adminKey
    const titles = async () => {
      const { body } = await weir.post('/v1/search', { query: 'whales', provider: 'local' })
      return (body.data.results as { title: string }[]).map(({ title }) => title).sort()
    }
    const before = await titles()
    await weir.post('/v1/scrape', { url: `${site.url}${name}` })
    const after = await titles()
    await weir.close()
    return [before, after]
  }
  expect(await scrapeAndFind('one', settings)).toEqual([[], ['/one']])

  const { WEIR_DATABASE_URL = '' } = await newSettings('postgres')
  const moved = { ...settings, WEIR_DATABASE_URL, WEIR_SECRET: secretOf(settings.WEIR_DATA_DIR!) }
  expect((await run(migrate, ['sqlite', 'postgres'], moved)).failure).toBeUndefined()
  expect(await scrapeAndFind('two', moved)).toEqual([['/one'], ['/one', '/two']])

  const to = newPath()
  expect((await run(backup, [to], moved)).failure).toBeUndefined()
  const back = { ...settings, WEIR_DATA_DIR: newPath(), WEIR_SECRET: moved.WEIR_SECRET }
  const outcome = await run(restore, [to], back)
  expect(outcome.failure).toBeUndefined()
  expect(await scrapeAndFind('three', back)).toEqual([
    ['/one', '/two'],
    ['/one', '/three', '/two'],
  ])

  const other = await newSettings('postgres')
  const restored = { ...other, WEIR_PLUGINS: settings.WEIR_PLUGINS!, WEIR_SECRET: moved.WEIR_SECRET }
  expect((await run(restore, [to], restored)).failure).toBeUndefined()
  expect(await scrapeAndFind('four', restored)).toEqual([
    ['/one', '/two'],
    ['/four', '/one', '/two'],
  ])
})
