import type { EngineKit, PageRequest } from 'weirjs'
import { pageHeaders } from '../lightweight/page-headers.ts'
import type { Navigation } from './navigation.ts'
import type { Tab } from './tab.ts'

/** What browsers show as a page of their own making; the original is then what readers of documents want. */
const html = /^(text\/html|application\/xhtml\+xml)\b/

/** Whether the document is a page, as opposed to data, text, a picture or a file. */
export const isPage = (contentType: string) => html.test(contentType)

/** The bytes of a document that is no page, as they were sent. */
export async function original(
  tab: Tab,
  request: PageRequest,
  { navigation, fetch, signal }: { navigation: Navigation; fetch: EngineKit['fetch']; signal: AbortSignal },
) {
  const { response } = navigation
  // A browser's own viewer stands in for a PDF, and a file that is only to be kept was not read.
  if (response && !navigation.download && !/\bpdf\b/.test(response.headers()['content-type'] ?? '')) {
    const bytes = await response.body().catch(() => undefined)
    if (bytes)
      return {
        url: new URL(response.url()),
        status: response.status(),
        headers: headersOf(await response.headersArray()),
        body: new Uint8Array(bytes),
      }
  }
  const url = navigation.url ?? request.url
  const sameOrigin = url.origin === request.url.origin
  const headers = sameOrigin ? pageHeaders(request) : new Headers()
  const cookies = await tab.context.cookies(url.href)
  if (cookies.length > 0) headers.set('cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
  const answer = await fetch(url, {
    headers,
    signal,
    maxBytes: request.maxBytes,
    proxy: request.proxy,
    insecure: request.skipTlsVerification,
    cookies: true,
  })
  return { url: answer.url, status: answer.status, headers: answer.headers, body: await answer.bytes() }
}

/** The headers of an answer whose body is given decoded. */
export function headersOf(list: readonly { name: string; value: string }[]): Headers {
  const headers = new Headers()
  for (const { name, value } of list) {
    // A browser joins what it got several times with line breaks.
    if (!/^(content-encoding|content-length|transfer-encoding)$/i.test(name))
      for (const line of value.split('\n')) headers.append(name, line)
  }
  return headers
}
