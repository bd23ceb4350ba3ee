import type { ExtractionPage } from '../../../plugins/extract/service.ts'
import { convert } from '../content/convert.ts'
import { contentOptions } from '../content/options.ts'

/** A page as extraction receives it. */
export const pageOf = async (html: string, url = 'https://site.example/page'): Promise<ExtractionPage> => {
  const source = {
    url: new URL(url),
    headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
    body: new TextEncoder().encode(html),
  }
  const made = await convert(source, contentOptions({}, 'markdown', 'structured', 'json', 'html'), {})
  return {
    url,
    markdown: made.markdown ?? '',
    structured: made.structured,
    json: made.json,
    html: made.html,
    metadata: made.metadata as unknown as Record<string, unknown>,
  }
}

/** A page with a JSON-LD block. */
export const withData = (data: unknown, body: string, language = 'en') =>
  `<html lang=${language}><head><title>Page | Site</title><script type="application/ld+json">${JSON.stringify(data)}</script></head><body>${body}</body></html>`
