import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Running, startWeir } from '../../../weir.ts'
import { type FarEnd, startFarEnd } from './far-end.ts'

const captions = '<transcript><text start="1" dur="1">Hello</text></transcript>'
let far: FarEnd
let running: Running
beforeAll(async () => {
  far = startFarEnd({ '/watch': '<h1>The page itself</h1>', '/captions': captions })
  far.replies['/youtubei/v1/player'] = Response.json({
    playabilityStatus: { status: 'OK' },
    videoDetails: { title: 'A film' },
    captions: { playerCaptionsTracklistRenderer: { captionTracks: [{ baseUrl: '/captions', languageCode: 'en' }] } },
  })
  const painter = join(import.meta.dir, '../fixtures/painter.ts')
  running = await startWeir({ WEIR_YOUTUBE_URL: far.url, WEIR_ENGINES: `lightweight,${painter}` })
})
afterAll(async () => {
  far.stop()
  await running.close()
})
beforeEach(() => {
  far.asked.length = 0
})

const scrape = async (body: object) =>
  (await running.post('/v1/scrape', { url: `${far.url}/watch?v=dQw4w9WgXcQ`, maxAge: 0, ...body })).body.data

test('a screenshot of a video comes with its captions, at the price of both formats', async () => {
  const { content, screenshot, metadata } = await scrape({ formats: ['markdown', 'screenshot'] })
  expect(content).toBe('# A film\n\n[00:01] Hello')
  expect(screenshot).toBeString()
  expect(metadata).toMatchObject({ engine: 'painter', parserName: 'video', creditsUsed: 2, transcriptAvailable: true })
  expect(metadata.trace.map(({ engine }: { engine: string }) => engine)).toEqual([
    'youtube',
    'youtube',
    'youtube',
    'painter',
  ])
})

test('a screenshot alone needs only the page', async () => {
  const { metadata } = await scrape({ formats: ['screenshot'] })
  expect([metadata.engine, far.asked.length]).toEqual(['painter', 1])
})

test.each([
  ['acts on the page', { actions: [{ type: 'wait', milliseconds: 1 }] }],
  ['runs script there', { executeJS: 'return 1' }],
  ['waits for a part of it', { waitForSelector: 'h1' }],
])('a request that %s gets the page itself', async (_, body) => {
  expect((await scrape(body)).content).toBe('# The page itself')
})
