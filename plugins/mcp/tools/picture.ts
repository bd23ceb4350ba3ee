import { t } from 'weirjs'
import { headOf } from '../text/page-text.ts'
import { pageInput, scrapePage } from './read-page.ts'
import type { Content } from './result.ts'
import { defineTool, type ToolContext } from './tool.ts'

/** A picture as a link, or the picture itself if there is no server that a link could lead to. */
export async function showPicture(url: string, { api }: Pick<ToolContext, 'api'>): Promise<Content> {
  if (URL.canParse(url)) return { type: 'resource_link', uri: url, name: 'Screenshot', mimeType: 'image/png' }
  const answer = await api.open(url)
  const data = Buffer.from(await answer.arrayBuffer()).toString('base64')
  return { type: 'image', data, mimeType: answer.headers.get('content-type') ?? 'image/png' }
}

export const screenshot = defineTool({
  name: 'screenshot',
  title: 'Take a picture of a page',
  description: 'Returns a link to a PNG of the page, valid for 24 hours.',
  input: t.Object({
    url: pageInput.url,
    full_page: t.Optional(t.Boolean({ default: false, description: 'The whole page, not only the visible window' })),
    wait_for: pageInput.wait_for,
  }),
  plugin: 'scrape',
  permission: 'scrape',
  readOnly: true,
  openWorld: true,
  async run({ url, full_page = false, wait_for }, context) {
    const picture = full_page ? 'screenshot@fullPage' : 'screenshot'
    const { page, data } = await scrapePage({ url, wait_for }, context, { formats: [picture] })
    const shown = data.screenshot === undefined ? [] : [await showPicture(data.screenshot, context)]
    return { content: [{ type: 'text', text: headOf(page).join('\n') }, ...shown] }
  },
})
