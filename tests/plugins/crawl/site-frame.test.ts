import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'
import { bookPage, chapters } from '../content/main/book.ts'
import { crawling } from './crawling.ts'
import { serveSite } from './site.ts'

let weir: Running
let me: { key: string }
beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
  me = await weir.user()
})
afterAll(() => weir.close())

test('the pages of a crawl reveal what their site repeats, and links in it are followed nevertheless', async () => {
  await using site = serveSite({
    '/': bookPage(0),
    ...Object.fromEntries(chapters.map((_, i) => [`/${i}`, bookPage(i)])),
  })
  const { pages } = await crawling(() => weir).crawl(
    site,
    { maxPages: 6, concurrency: 1, formats: ['text'], onlyMainContent: true },
    me.key,
  )
  const isWhole = (text: string) => text.includes(chapters[40]!) && text.includes(chapters[50]!)
  expect(pages.map(({ text }) => isWhole(text))).toEqual([true, true, true, false, false, false])
})
