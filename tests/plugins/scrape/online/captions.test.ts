import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../../weir.ts'
import { type FarEnd, startFarEnd } from './far-end.ts'

const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nWater first\n\n01:05.000 --> 01:06.000\nthen *heat*\n'
const page = (tracks: string, more = '') =>
  `<html lang="en"><head><title>A film</title>${more}</head><body><h1>A film</h1><p>Made in Berlin.</p><video src="f.mp4">${tracks}</video></body></html>`
const captions = (src: string, lang = 'en', more = 'kind="captions"') =>
  `<track ${more} srclang="${lang}" src="${src}">`

let far: FarEnd
let running: Running
beforeAll(async () => {
  far = startFarEnd()
  running = await startWeir()
})
afterAll(async () => {
  far.stop()
  await running.close()
})
beforeEach(() => {
  far.asked.length = 0
  far.replies = { '/en.vtt': vtt, '/de.vtt': vtt.replace('Water', 'Wasser') }
})

const scrape = async (html: string, body: object = {}) => {
  far.replies['/film'] = html
  return (await running.post('/v1/scrape', { url: `${far.url}/film`, maxAge: 0, ...body })).body
}
const paths = () => far.asked.map(({ path }) => path)

test("captions on another origin are requested without the credentials for the page's own", async () => {
  const other = startFarEnd({ '/en.vtt': vtt })
  const headers = { 'x-api-key': 'secret', cookie: 'session=1' }
  const { data } = await scrape(page(captions(`${other.url}/en.vtt`)), { headers, authentication: { token: 'abc' } })
  other.stop()
  expect(data.metadata.transcriptAvailable).toBe(true)
  const sent = (end: FarEnd) =>
    ['authorization', 'x-api-key', 'cookie'].map((name) => end.asked.at(-1)!.headers.get(name))
  expect(sent(far)).toEqual(['Bearer abc', 'secret', 'session=1'])
  expect(sent(other)).toEqual([null, null, null])
})

test('captions of more than 4 MiB are ignored, but the page is read', async () => {
  far.replies['/en.vtt'] = vtt + 'x'.repeat(4 * 2 ** 20)
  const { data, warnings } = await scrape(page(captions('/en.vtt')), { formats: ['text'] })
  expect(data.text).toContain('Made in Berlin.')
  expect(data.metadata.transcriptAvailable).toBe(false)
  expect(JSON.stringify([warnings, data])).toContain('The captions of the page')
})

test.each([400, 404, 410, 503])(
  'captions that answer %i are ignored, whatever their body, but the page is read',
  async (status) => {
    far.replies['/en.vtt'] = () => new Response(vtt, { status })
    const { data } = await scrape(page(captions('/en.vtt')), { formats: ['text'] })
    expect(data.text).toContain('Made in Berlin.')
    expect(data.text).not.toContain('Water first')
    expect(data.metadata.transcriptAvailable).toBe(false)
  },
)

describe('a page with a video that names its captions', () => {
  test('has the spoken text after its own, in every format', async () => {
    const { data } = await scrape(page(captions('/en.vtt')), { formats: ['markdown', 'text', 'html', 'json'] })
    expect(data.markdown).toBe(
      '# A film\n\nMade in Berlin.\n\n[Video](f.mp4)\n\n## Transcript\n\n[00:01] Water first\n\n[01:05] then \\*heat\\*',
    )
    expect(data.text).toBe('A film\n\nMade in Berlin.\n\nTranscript\n\n[00:01] Water first\n[01:05] then *heat*')
    expect(data.html).toEndWith('<p><time datetime="PT65S">[01:05]</time> then *heat*</p>\n</section>\n</body></html>')
    expect(data.json.transcript).toEqual({
      language: 'en',
      text: 'Water first\nthen *heat*',
      segments: [
        { start: 1, duration: 1, text: 'Water first' },
        { start: 65, duration: 1, text: 'then *heat*' },
      ],
    })
    expect(data.metadata).toMatchObject({ parserName: 'html', transcriptAvailable: true, title: 'A film' })
  })

  test('is of the type video if it says so, or has less text than the video', async () => {
    const kinds = []
    for (const html of [
      page(captions('/en.vtt'), '<meta property="og:type" content="video.movie">'),
      page(captions('/en.vtt'), '<script type="application/ld+json">{"@type":"VideoObject","name":"A film"}</script>'),
      `<video>${captions('/en.vtt')}</video>`,
      page(
        captions('/en.vtt'),
        '<script type="application/ld+json">[{"@type":"VideoObject"},{"@type":"NewsArticle"}]</script>',
      ),
    ]) {
      const { metadata } = (await scrape(html)).data
      kinds.push([metadata.parserName, metadata.contentSource])
    }
    const video = ['video', 'transcript']
    expect(kinds).toEqual([video, video, video, ['html', 'body']])
  })

  test('has captions in the requested language, otherwise in English, otherwise in the default one', async () => {
    const both = page(captions('/de.vtt', 'de', 'kind="subtitles" default') + captions('/en.vtt', 'en-GB'))
    const german = { location: { languages: ['de-CH'] } }
    expect((await scrape(both)).data.content).toContain('Water')
    expect((await scrape(both, german)).data.content).toContain('Wasser')
    const neither = page(captions('/x.vtt', 'fr') + captions('/de.vtt', 'de', 'kind="captions" default'))
    expect((await scrape(neither)).data.content).toContain('Wasser')
  })

  test('whose captions cannot be fetched is read, with a warning', async () => {
    const { data, warnings } = await scrape(page(captions('http://127.0.0.1:1/x.vtt')))
    expect([data.content, data.metadata.transcriptAvailable]).toEqual([
      '# A film\n\nMade in Berlin.\n\n[Video](f.mp4)',
      false,
    ])
    expect(warnings).toEqual([expect.stringContaining('captions')])
    expect((await scrape(page(captions('/missing.vtt')))).data.metadata.transcriptAvailable).toBe(false)
  })

  test('fetches no captions from forbidden addresses', async () => {
    const { data } = await scrape(page(captions('http://169.254.169.254/latest') + captions('file:///etc/passwd')))
    expect(data.metadata.transcriptAvailable).toBe(false)
  })

  test('fetches no captions if its text is not requested or only in part, or if the track has another kind', async () => {
    await scrape(page(captions('/en.vtt')), { formats: ['links'] })
    await scrape(page(captions('/en.vtt', 'en', 'kind="chapters"')))
    await scrape(page(captions('/en.vtt')), { includeTags: ['h1'] })
    expect(paths()).toEqual(['/film', '/film', '/film'])
  })
})

test('a transcript in the data of a page follows its text, without times', async () => {
  const data = { '@type': 'VideoObject', name: 'A film', transcript: 'Water first.\nThen heat.' }
  const html = page('', `<script type="application/ld+json">${JSON.stringify(data)}</script>`)
  const { content, metadata } = (await scrape(html)).data
  expect(content).toBe('# A film\n\nMade in Berlin.\n\n[Video](f.mp4)\n\n## Transcript\n\nWater first.\n\nThen heat.')
  expect([metadata.parserName, metadata.transcriptAvailable]).toEqual(['video', true])
})

test('a transcript that the page shows is not repeated', async () => {
  const data = { '@type': 'VideoObject', name: 'A film', transcript: 'Water first. Then *heat*.' }
  const script = `<script type="application/ld+json">${JSON.stringify(data)}</script>`
  const { content, metadata } = (await scrape(`${page('', script)}<p>Water <b>first</b>.</p><p>Then *heat*.</p>`)).data
  expect(content.match(/heat/g)).toHaveLength(1)
  expect(metadata.transcriptAvailable).toBe(true)
})
