import { expect, test } from 'bun:test'
import { JsonText, type PageRequest } from 'weirjs'
import { emptyMetadata } from '../../../../plugins/content/metadata/empty.ts'
import { addTranscript } from '../../../../plugins/content/transcript/add-transcript.ts'
import { readCaptionFile } from '../../../../plugins/content/transcript/written-transcript.ts'
import type { Ask } from '../../../../plugins/scrape/online/ask.ts'
import type { OnlineRequest } from '../../../../plugins/scrape/online/online-page.ts'
import { youtube } from '../../../../plugins/scrape/online/youtube/index.ts'
import { content } from '../../content/convert.ts'
import { contentOptions } from '../../content/options.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const cue = '00:01.000 --> 00:02.000\nsome words\n\n'
const MEGA = 2 ** 20

/** Reads a video with this watch page and these captions, as the server does. */
async function readVideo(watchPage: string, captions: string, formats: Parameters<typeof contentOptions>[1][]) {
  const bodies: Record<string, Uint8Array> = {
    '/watch': encode(watchPage),
    '/youtubei/v1/player': encode(
      JSON.stringify({
        videoDetails: { title: 'A talk' },
        captions: { playerCaptionsTracklistRenderer: { captionTracks: [{ baseUrl: '/en', languageCode: 'en' }] } },
      }),
    ),
    '/en': encode(captions),
  }
  const ask: Ask = async (url) => ({ url, status: 200, headers: new Headers(), body: bodies[url.pathname]! })
  const url = new URL('https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  const request = {
    page: { url } as PageRequest,
    content: contentOptions({}, ...formats),
    ask,
    converter: content,
    context: { signal: new AbortController().signal },
  } as unknown as OnlineRequest
  return await youtube(new URL('https://www.youtube.com')).match(url)!(request)
}

test('a YouTube video is read outside the main thread, however long its answers are', async () => {
  const page = `<script>var ytInitialPlayerResponse = {"a":[${'[1,"two"],'.repeat(500_000)}1]};</script>`
  const captions = `<transcript>${'<text start="1" dur="2">some words</text>'.repeat(60_000)}</transcript>`
  await readVideo('<p>the threads are warm', '', ['markdown'])
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()]
  const { converted } = await readVideo(page, captions, ['markdown', 'html', 'text', 'json'])
  const spent = ({ user, system }: { user: number; system: number }) => user + system
  expect(converted.markdown).toStartWith('# A talk\n\n[00:01] some words\n\n')
  expect(converted.transcriptAvailable).toBe(true)
  expect(spent(process.threadCpuUsage(own))).toBeLessThan(spent(process.cpuUsage(all)) / 3)
}, 120_000)

test('the content of a YouTube video is limited by the size of its answers', async () => {
  const captions = `<transcript>${`<text start="1" dur="2">${'*_'.repeat(20)}</text>`.repeat(20_000)}</transcript>`
  const { converted } = await readVideo('<p>', captions, ['markdown', 'html', 'rawHtml', 'text', 'json'])
  const most = 256 * 1024 + 8 * captions.length
  expect(converted.markdown!.length).toBeLessThanOrEqual(most)
  expect(converted.rawHtml).toBe('<p>')
}, 120_000)

test('captions are added to a page up to a limit, with a warning if they are cut', () => {
  const few = readCaptionFile({ body: encode(`WEBVTT\n\n${cue.repeat(1000)}`), type: 'text/vtt', language: 'en' })
  expect([few.forms.text.split('\n').length, few.words, few.warnings]).toEqual([1000, 2000, []])
  const many = readCaptionFile({ body: encode(`WEBVTT\n\n${cue.repeat(100_000)}`), type: 'text/vtt', language: 'en' })
  const lines = many.forms.text.split('\n').length
  expect(lines).toBeGreaterThan(10_000)
  expect(lines).toBeLessThan(30_000)
  expect(JSON.parse(many.json).segments).toHaveLength(lines)
  expect(many.warnings).toEqual(['The captions were cut: only the first of their cues are read'])
  const long = readCaptionFile({
    body: encode(`WEBVTT\n\n${cue.replace('some', '&'.repeat(1_400_000))}`),
    type: 'text/vtt',
    language: 'en',
  })
  const { markdown, html, text } = long.forms
  expect(markdown.length * 2 + html.length + text.length + long.json.length).toBeLessThan(16 * MEGA)
})

test('captions are added to the JSON of a page while it is written', () => {
  const said = readCaptionFile({ body: encode(`WEBVTT\n\n${cue}`), type: 'text/vtt', language: 'en' })
  const page = { metadata: emptyMetadata(), parserName: 'html', contentSource: 'body' } as const
  const jsonOf = (json: unknown) => addTranscript({ ...page, json }, said, contentOptions({}, 'json')).json
  const transcript = { language: 'en', text: 'some words', segments: [{ start: 1, duration: 1, text: 'some words' }] }
  for (const members of [{}, { title: 'T', a: [1] }]) {
    const added = jsonOf(new JsonText(JSON.stringify(members))) as JsonText
    expect(added).toBeInstanceOf(JsonText)
    expect(JSON.parse(added.text)).toEqual({ ...members, transcript })
    expect(jsonOf(members)).toEqual({ ...members, transcript })
  }
  expect((jsonOf(new JsonText('[1]')) as JsonText).text).toBe('[1]')
})
