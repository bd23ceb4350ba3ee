import { expect, test } from 'bun:test'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'
import { pageOf, pageUrl, prose } from '../page.ts'

/** The type and source of a page that has a video's transcript and more text of its own. */
const kindOf = async (head: string, transcript = 'Water first. Then heat.') => {
  const things = `<script type="application/ld+json">${JSON.stringify({ '@type': 'VideoObject', transcript })}</script>`
  const { parserName, contentSource, transcriptAvailable } = await convert(
    {
      url: pageUrl,
      headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
      body: new TextEncoder().encode(pageOf(`<title>A film</title>${things}${head}`, `<p>${prose(8)}</p>`)),
    },
    contentOptions(),
  )
  return [parserName, contentSource, transcriptAvailable]
}
const typed = (type: string) => `<script type="application/ld+json">{"@type":"${type}"}</script>`

test('a page is a video if it declares nothing else, whatever its length', async () => {
  expect(await kindOf('')).toEqual(['video', 'transcript', true])
  expect(await kindOf(typed('WebPage'))).toEqual(['video', 'transcript', true])
})

test.each(['NewsArticle', 'BlogPosting', 'Product', 'Recipe'])(
  'a page of the type %s is a video only by Open Graph, or if it has less text than the video',
  async (type) => {
    expect(await kindOf(typed(type))).toEqual(['html', 'body', true])
    const isVideo = '<meta property="og:type" content="video.other">'
    expect(await kindOf(typed(type) + isVideo)).toEqual(['video', 'transcript', true])
    expect(await kindOf(typed(type), `Carla says: ${prose(9)}`)).toEqual(['video', 'transcript', true])
  },
)
