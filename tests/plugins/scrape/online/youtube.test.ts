import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../../weir.ts'
import { type FarEnd, type Reply, redirect, startFarEnd } from './far-end.ts'

const ID = 'dQw4w9WgXcQ'
const details = {
  title: 'A talk *on* kettles',
  author: 'Kettle Channel',
  lengthSeconds: '3700',
  shortDescription: 'How kettles boil.\nMore at https://kettles.example/',
  keywords: ['kettle', 'tea'],
}
const track = (languageCode: string, path: string, kind?: string) => ({
  baseUrl: `https://www.youtube.com${path}`,
  languageCode,
  kind,
})
const player = (tracks: object[], status: object = { status: 'OK' }) =>
  Response.json({
    playabilityStatus: status,
    videoDetails: details,
    ...(tracks.length > 0 && { captions: { playerCaptionsTracklistRenderer: { captionTracks: tracks } } }),
  })
const watchPage = `<html><script>var ytcfg = {"INNERTUBE_API_KEY":"key_1"}</script>
<script>var ytInitialPlayerResponse = {"videoDetails":{"title":"a \\"} brace"},"microformat":{"playerMicroformatRenderer":{"publishDate":"2024-05-01T10:00:00-07:00"}}};</script></html>`
const english =
  '<?xml version="1.0" encoding="utf-8" ?><transcript><text start="0.5" dur="1.5">Hello &amp;amp; &lt;i&gt;welcome&lt;/i&gt;</text><text start="3601" dur="2">it&amp;#39;s late</text></transcript>'
const german = JSON.stringify({
  events: [
    { tStartMs: 0, dDurationMs: 900, segs: [{ utf8: 'Hallo' }, { utf8: ' Welt\n' }] },
    { tStartMs: 900, dDurationMs: 1, segs: [{ utf8: '\n' }] },
  ],
})

let far: FarEnd
let running: Running
beforeAll(async () => {
  far = startFarEnd()
  running = await startWeir({ WEIR_YOUTUBE_URL: far.url })
})
afterAll(async () => {
  far.stop()
  await running.close()
})
beforeEach(() => {
  far.asked.length = 0
  far.replies = {
    '/watch': watchPage,
    '/youtubei/v1/player': player([
      track('de', '/de', 'asr'),
      track('en', '/en?fmt=srv3'),
      track('en', '/auto', 'asr'),
    ]),
    '/en': english,
    '/de': german,
  }
})

const scrape = (body: object) =>
  running.post('/v1/scrape', { url: `https://www.youtube.com/watch?v=${ID}&t=42s`, maxAge: 0, ...body })
const remaining = async (key: string) => (await running.get('/v1/users/profile', { key })).body.data.credits.remaining

describe('a YouTube video', () => {
  test('has captions written by people in a related language rather than automatic ones in the requested one', async () => {
    far.replies['/youtubei/v1/player'] = player([
      track('en', '/auto', 'asr'),
      track('en-GB', '/en'),
      track('de', '/de'),
    ])
    far.replies['/auto'] = german
    const { body } = await scrape({ location: { languages: ['en'] } })
    expect(body.data.content).toContain('Hello & welcome')
    expect(body.data.metadata.language).toBe('en-GB')
    far.replies['/youtubei/v1/player'] = player([track('de', '/de', 'asr'), track('fr', '/en')])
    const program = await scrape({ location: { languages: ['de'] } })
    expect(program.body.data.metadata.language).toBe('de')
  })
  test('is returned as its transcript by people, with times, in every format', async () => {
    const { body } = await scrape({ formats: ['markdown', 'text', 'html', 'json', 'structured', 'links', 'rawHtml'] })
    expect(body.data.content).toBe("# A talk \\*on\\* kettles\n\n[00:00] Hello & welcome\n\n[01:00:01] it's late")
    expect(body.data.text).toBe("A talk *on* kettles\n\n[00:00] Hello & welcome\n[01:00:01] it's late")
    expect(body.data.html).toContain(
      '<p><time datetime="PT3601S">[01:00:01]</time> it&#39;s late</p>'.replace('&#39;', "'"),
    )
    expect(body.data.json).toEqual({
      title: details.title,
      author: 'Kettle Channel',
      description: details.shortDescription,
      date: '2024-05-01T10:00:00-07:00',
      language: 'en',
      duration: 3700,
      isAutomatic: false,
      segments: [
        { start: 0.5, duration: 1.5, text: 'Hello & welcome' },
        { start: 3601, duration: 2, text: "it's late" },
      ],
    })
    expect(body.data.links).toEqual(['https://kettles.example/'])
    expect(body.data.structured.items.VideoObject[0].name).toBe(details.title)
    expect(body.data.rawHtml).toBe(watchPage)
    expect(body.data.metadata).toMatchObject({
      url: `https://www.youtube.com/watch?v=${ID}&t=42s`,
      statusCode: 200,
      title: details.title,
      author: 'Kettle Channel',
      language: 'en',
      keywords: 'kettle, tea',
      date: '2024-05-01T10:00:00-07:00',
      parserName: 'video',
      contentSource: 'transcript',
      transcriptAvailable: true,
      engine: 'youtube',
      creditsUsed: 2,
    })
    expect(body.data.metadata.trace.map(({ reason }: { reason: string }) => reason)).toEqual([
      'protocol',
      'protocol',
      null,
    ])
  })

  test('is requested as its player requests it', async () => {
    await scrape({})
    expect(far.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET /watch?v=${ID}`,
      'POST /youtubei/v1/player?key=key_1',
      'GET /en',
    ])
    expect(JSON.parse(far.asked[1]!.body)).toEqual({
      context: { client: { clientName: 'ANDROID', clientVersion: '20.10.38' } },
      videoId: ID,
    })
    expect(far.asked[0]!.headers.get('accept-language')).toBe('en-US')
  })

  test('is requested without a key if its page has none', async () => {
    far.replies['/watch'] = watchPage.replace('INNERTUBE_API_KEY', 'OTHER')
    await scrape({})
    expect(far.asked[1]!.path).toBe('/youtubei/v1/player')
  })

  test.each(['/watch', '/youtubei/v1/player'])('is refused if the answer of %s never ends', async (path) => {
    const block = new Uint8Array(2 ** 20).fill(32)
    far.replies[path] = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.enqueue(block) }), {
        headers: { 'content-type': 'text/html' },
      })
    const { body } = await scrape({})
    expect([body.error.code, body.error.details.reason]).toEqual(['scraping_failed', 'too_large'])
  })

  test.each([
    `https://youtu.be/${ID}?si=x`,
    `https://youtu.be/${ID}/`,
    `https://www.youtube.com/watch/?v=${ID}`,
    `https://www.youtube.com/shorts/${ID}`,
    `https://m.youtube.com/live/${ID}`,
    `https://www.youtube-nocookie.com/embed/${ID}`,
    `https://youtube.com/v/${ID}`,
  ])('is recognized by %s', async (url) => {
    const { body } = await scrape({ url })
    expect([body.data.metadata.parserName, body.data.metadata.url]).toEqual(['video', url])
  })

  test('has the requested language', async () => {
    const { body } = await scrape({ location: { languages: ['de-AT'] } })
    expect(body.data.content).toEndWith('[00:00] Hallo Welt')
    expect(body.data.metadata.language).toBe('de')
  })

  test('without captions is returned as its description', async () => {
    far.replies['/youtubei/v1/player'] = player([])
    const { body } = await scrape({})
    expect(body.data.content).toBe('# A talk \\*on\\* kettles\n\nHow kettles boil.\n\nMore at https://kettles.example/')
    expect(body.data.metadata).toMatchObject({ parserName: 'video', transcriptAvailable: false, creditsUsed: 1 })
    expect(body.warnings).toBeUndefined()
  })

  test('with empty captions is returned as its description, with a warning, and not cached', async () => {
    far.replies['/en'] = ''
    const url = `https://youtu.be/${ID}?empty`
    const { body } = await scrape({ url, maxAge: 1 })
    expect(body.data.metadata.transcriptAvailable).toBe(false)
    expect(body.warnings[0]).toContain('captions')
    far.replies['/en'] = english
    expect((await scrape({ url, maxAge: 1 })).body.data.metadata.transcriptAvailable).toBe(true)
  })

  test('behind a consent page is fetched after the consent, whether that is a page or a redirect', async () => {
    const consent =
      '<form action="https://consent.youtube.com/s" method="POST"><input type="hidden" name="v" value="cb.2024-x"></form>'
    const other =
      "<form method='POST' action='https://consent.youtube.com/save'><input value='cb.2024-x' type=hidden name='v'/></form>"
    const given = 'SOCS=CAI; CONSENT=YES+cb.2024-x'
    const elsewhere = redirect('https://consent.youtube.com/m?continue=x')
    for (const [asks, cookie] of [
      [new Response(consent), given],
      [new Response(other), given],
      [elsewhere, 'SOCS=CAI; CONSENT=YES+'],
    ] as const) {
      far.asked.length = 0
      far.replies['/watch'] = (request) =>
        request.headers.get('cookie') === cookie ? new Response(watchPage) : asks.clone()
      expect((await scrape({})).body.data.metadata.transcriptAvailable).toBe(true)
    }
    far.replies['/watch'] = consent
    const { status, body } = await scrape({})
    expect([status, body.error.code, body.error.details.reason]).toEqual([500, 'scraping_failed', 'consent'])
  })

  const refused = (status: string, reason: string) => ({
    '/youtubei/v1/player': player([], { status, reason }),
  })
  test.each<[string, Record<string, Reply>, number, string, object]>([
    [
      'a captcha in another form',
      { '/watch': "<div id=c class='box g-recaptcha'></div>" },
      500,
      'scraping_failed',
      { reason: 'blocked', vendor: 'google' },
    ],
    [
      'a captcha',
      { '/watch': '<div class="g-recaptcha"></div>' },
      500,
      'scraping_failed',
      { reason: 'blocked', vendor: 'google' },
    ],
    [
      'a bot check',
      refused('LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot'),
      500,
      'scraping_failed',
      { reason: 'blocked', vendor: 'google' },
    ],
    [
      'a request to sign in',
      refused('LOGIN_REQUIRED', 'This video is private'),
      400,
      'invalid_url',
      { reason: 'authentication_required' },
    ],
    [
      'a message that it is unavailable',
      refused('ERROR', 'Video unavailable'),
      500,
      'scraping_failed',
      { reason: 'unavailable' },
    ],
    [
      'a failure of the player',
      { '/youtubei/v1/player': new Response('no', { status: 500 }) },
      500,
      'scraping_failed',
      { reason: 'unavailable' },
    ],
    ['an answer cut off', { '/youtubei/v1/player': '{"x":' }, 500, 'scraping_failed', { reason: 'unavailable' }],
  ])('after %s fails with a clear error, and costs nothing', async (_, replies, status, code, wanted) => {
    const { key } = await running.user()
    const before = await remaining(key)
    Object.assign(far.replies, replies)
    const url = `https://www.youtube.com/watch?v=${ID}`
    const answer = await running.post('/v1/scrape', { url, maxAge: 0 }, { key })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
    expect(answer.body.error.details).toMatchObject({ ...wanted, url })
    // No browser is used for this protocol, so stealth would change nothing.
    expect(answer.body.error.message).not.toContain('stealth')
    expect(answer.body.error.message.includes('useProxy: true may help')).toBe(
      answer.body.error.details.reason === 'blocked',
    )
    expect(await remaining(key)).toBe(before)
  })

  test.each([
    'null',
    '[]',
    '7',
    '{"captions":5,"videoDetails":[],"playabilityStatus":"x"}',
    '{"captions":{"playerCaptionsTracklistRenderer":{"captionTracks":[null,7,{"baseUrl":3}]}},"videoDetails":{"title":{},"keywords":"x","lengthSeconds":{}}}',
  ])('with invalid data of the player has no transcript (%s)', async (nonsense) => {
    far.replies['/youtubei/v1/player'] = nonsense
    const { status, body } = await scrape({})
    expect([status, body.data.metadata.transcriptAvailable]).toEqual([200, false])
  })

  test.each([
    '{"events":[null,{"segs":[null,{"utf8":7}],"tStartMs":"x"}]}',
    '{"events":7}',
    '{',
    '<text>',
    '<text start="x">a</text>',
    'nonsense',
  ])('with invalid captions has no transcript (%s)', async (nonsense) => {
    far.replies['/en'] = nonsense
    const { status, body } = await scrape({})
    expect([status, body.data.metadata.transcriptAvailable]).toEqual([200, false])
  })

  test('is a page of a job, and cached like others', async () => {
    const urls = [`https://youtu.be/${ID}`]
    const { jobId } = (await running.post('/v1/scrape', { urls })).body.data
    let job: { status: string }
    do {
      await Bun.sleep(20)
      job = (await running.get(`/v1/jobs/${jobId}`)).body.data
    } while (job.status !== 'completed')
    const [result] = (await running.get(`/v1/jobs/${jobId}/results`)).body.data.results
    expect(result.content).toContain('[00:00] Hello & welcome')
    const asked = far.asked.length
    const again = await running.post('/v1/scrape', { url: urls[0] })
    expect([again.body.data.metadata.cached, far.asked.length]).toEqual([true, asked])
  })

  test('is a page of a batch', async () => {
    const urls = [`https://youtu.be/${ID}?batch`]
    const { body } = await running.post('/v1/batch', { urls, format: 'markdown' }, { headers: { prefer: 'wait=20' } })
    expect(body.data.results[0].markdown).toContain('[00:00] Hello & welcome')
  })

  test('takes no longer than its timeout', async () => {
    far.replies['/en'] = () => Bun.sleep(3000).then(() => new Response(english))
    const { status, body } = await scrape({ timeout: 1000 })
    expect([status, body.error.code, body.error.details.timeout]).toEqual([500, 'timeout', 1000])
  })
})

test('other pages of YouTube are read as pages', async () => {
  far.replies['/@kettles'] = '<title>Channel</title><h1>Kettles</h1>'
  const { body } = await scrape({ url: `${far.url}/@kettles` })
  expect([body.data.metadata.parserName, body.data.content.trim()]).toEqual(['html', '# Kettles'])
})

test.each(['videoseries?list=PL1', 'live_stream?channel=UC1'])('the player of %s is not a video', async (path) => {
  far.replies[`/embed/${path}`] = '<title>Player</title><h1>Kettles</h1>'
  const { body } = await scrape({ url: `${far.url}/embed/${path}` })
  expect([body.data.metadata.parserName, body.data.content.trim()]).toEqual(['html', '# Kettles'])
})
