import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../../weir.ts'
import { bookPage, chapters } from '../../content/main/book.ts'

let weir: Running
let ann: { key: string }
let ben: { key: string }
const site = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: ({ url }) =>
    new Response(bookPage(Number(new URL(url).pathname.slice(1))), { headers: { 'content-type': 'text/html' } }),
})
const page = (chapter: number) => `http://127.0.0.1:${site.port}/${chapter}`

beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
  ann = await weir.user()
  ben = await weir.user()
})
afterAll(async () => {
  await weir.close()
  site.stop(true)
})

const asked = { formats: ['text'], onlyMainContent: true }
/** Whether each page of a batch has the list of chapters, in the order of the addresses. */
async function batch(numbers: readonly number[], { key }: { key: string }, body: object = asked) {
  const urls = numbers.map(page)
  const answer = await weir.post('/v1/batch', { urls, concurrency: 1, ...body }, { key })
  await weir.ended(answer.body.jobId, { key })
  const results: { url: string; text: string }[] = await weir.results(answer.body.jobId, { key })
  return urls.map((url) => isWhole(results.find((result) => result.url === url)!.text))
}
const isWhole = (text: string) => text.includes(chapters[40]!) && text.includes(chapters[50]!)
const scrape = async (chapter: number, { key }: { key: string }) => {
  const { body } = await weir.post('/v1/scrape', { url: page(chapter), ...asked }, { key })
  return isWhole(body.data.content)
}

test('the pages of a batch show what their site repeats, from the fourth on', async () => {
  expect(await batch([1, 2, 3, 4, 5], ann)).toEqual([true, true, true, false, false])
})

test('what a batch learns about a site affects no other answer, of its account or of another', async () => {
  await batch([11, 12, 13, 14], ann)
  expect([await scrape(14, ann), await scrape(14, ben)]).toEqual([true, true])
  expect(await batch([21, 22, 14], ben)).toEqual([true, true, true])
})

test('a page that is compared with an earlier one is read by itself', async () => {
  expect(await batch([31, 32, 33, 34], ann, { ...asked, formats: ['text', 'changeTracking'] })).toEqual([
    true,
    true,
    true,
    true,
  ])
})
