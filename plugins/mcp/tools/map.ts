import { MAX_URL, t } from 'weirjs'
import type { ApiAnswer } from '../api.ts'
import { fit } from '../text/fit.ts'
import { MAX_CHARACTERS } from '../text/page-text.ts'
import { showData } from './result.ts'
import { defineTool } from './tool.ts'

interface SiteMap {
  urls: { url: string; title: string | null; statusCode: number | null }[]
  summary: { timedOut?: boolean }
}

export const map = defineTool({
  name: 'map',
  title: 'List the pages of a site',
  description: 'Lists URLs and titles of a site from its links and sitemaps, without reading the pages.',
  input: t.Object({
    url: t.String({ minLength: 1, maxLength: MAX_URL, description: 'Start URL' }),
    search: t.Optional(
      t.String({ maxLength: 500, description: 'Only pages whose URL or title contains one of these words' }),
    ),
    limit: t.Optional(
      t.Integer({ minimum: 1, maximum: 1000, default: 100, description: 'Maximum number of URLs to visit' }),
    ),
  }),
  plugin: 'map',
  permission: 'map',
  readOnly: true,
  openWorld: true,
  async run({ url, search, limit = 100 }, { api }) {
    const body = { url, options: { maxPages: limit, search } }
    const { data, warnings = [] } = await api.post<ApiAnswer<SiteMap>>('/v1/map', body)
    const all = data.urls.map(({ url, title, statusCode }) => ({
      url,
      ...(title && { title }),
      ...((statusCode ?? 0) >= 400 && { statusCode }),
    }))
    const urls = fit(all, MAX_CHARACTERS)
    const left = all.length - urls.length
    const notes = [
      ...(left > 0 ? [`${left} more were found than fit here: use search, or begin at a part of the site`] : []),
      ...(data.summary.timedOut ? ['There was no time for the whole site: begin at a part of it'] : []),
      ...warnings,
    ]
    return showData({ urls, ...(notes.length > 0 && { notes }) })
  },
})
