import { expect, test } from 'bun:test'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'
import { pageOf, pageUrl, prose } from '../page.ts'

/** What kind of page it is that has a video's transcript and says more than that itself. */
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

test('A page is one of the kind video where all that it says of itself is that, however much it says', async () => {
  expect(await kindOf('')).toEqual(['video', 'transcript', true])
  expect(await kindOf(typed('WebPage'))).toEqual(['video', 'transcript', true])
})

test.each(['NewsArticle', 'BlogPosting', 'Product', 'Recipe'])(
  'A page of the type %s is one of the kind video only by what Open Graph says, or where it says less than the video',
  async (type) => {
    expect(await kindOf(typed(type))).toEqual(['html', 'body', true])
    const isVideo = '<meta property="og:type" content="video.other">'
    expect(await kindOf(typed(type) + isVideo)).toEqual(['video', 'transcript', true])
    expect(await kindOf(typed(type), `Carla says: ${prose(9)}`)).toEqual(['video', 'transcript', true])
  },
)
