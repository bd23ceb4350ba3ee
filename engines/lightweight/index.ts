import { deadline, defineEngine, USER_AGENT } from 'weirjs'
import { fetchPage } from './fetch-page.ts'
import { pageHeaders } from './page-headers.ts'

export { pageHeaders } from './page-headers.ts'

/** Sites recognize a mobile device by its user agent; this one is still honest. */
const MOBILE_AGENT = USER_AGENT.replace('(', '(Linux; Android 10; Mobile; ')

/** Fetches a page as the server sends it, without a browser: the cheapest way, and the right one for most pages. */
export default defineEngine({
  name: 'lightweight',
  api: 1,
  supports: { proxy: true },
  cost: 10,
  open: ({ fetch }) => ({
    async fetch(request, { signal }) {
      using time = deadline(signal, request.timeout)
      const headers = pageHeaders(request)
      if (request.mobile && !headers.has('user-agent')) headers.set('user-agent', MOBILE_AGENT)
      return await fetchPage(request, headers, { engine: 'lightweight', fetch, signal: time.signal })
    },
  }),
})
