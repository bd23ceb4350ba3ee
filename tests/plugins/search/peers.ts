/** A search service on loopback whose answers a test sets, and a record of its requests. */
export interface Peer {
  url: string
  asked: { url: URL; headers: Headers }[]
  /** Sets the answer from now on. */
  answers(answer: (url: URL, headers: Headers) => Response | Promise<Response>): void
  stop(): void
}

export function startPeer(): Peer {
  let current: Parameters<Peer['answers']>[0] = () => new Response('not yet', { status: 500 })
  const asked: Peer['asked'] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    fetch(request) {
      const url = new URL(request.url)
      asked.push({ url, headers: request.headers })
      return current(url, request.headers)
    },
  })
  return {
    url: server.url.origin,
    asked,
    answers(answer) {
      asked.length = 0
      current = answer
    },
    stop: () => void server.stop(true),
  }
}

/** A result in the format of SearXNG, with all its fields. Source: searxng, `searx/result_types/_base.py`. */
export const searxngResult = (url: string, title: string, content = '') => ({
  url,
  title,
  content,
  engine: 'wikipedia',
  engines: ['wikipedia'],
  positions: [1],
  score: 1,
  category: 'general',
  template: 'default.html',
  parsed_url: ['https', 'example.com', '/', '', '', ''],
  img_src: '',
  thumbnail: '',
  priority: '',
  publishedDate: null,
  pubdate: '',
  length: null,
  views: '',
  author: '',
  metadata: '',
})

/** An answer in the format of SearXNG. Source: searxng, `searx/webutils.py`, `get_json_response`. */
export const searxngAnswer = (
  query: string,
  results: readonly object[],
  unresponsive: readonly [string, string][] = [],
) =>
  Response.json({
    query,
    results,
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: unresponsive,
  })

/** An answer in the format of Brave, with all its fields. Source: Brave's documentation, `WebSearchApiResponse`. */
export const braveAnswer = (query: string, results: readonly object[]) =>
  Response.json(
    {
      query: {
        original: query,
        show_strict_warning: false,
        is_navigational: false,
        is_news_breaking: false,
        spellcheck_off: true,
        country: 'us',
        bad_results: false,
        should_fallback: false,
        postal_code: '',
        city: '',
        header_country: '',
        more_results_available: false,
        state: '',
      },
      mixed: {
        type: 'mixed',
        main: results.map((_, index) => ({ type: 'web', index, all: false })),
        top: [],
        side: [],
      },
      type: 'search',
      ...(results.length > 0 && { web: { type: 'search', results, family_friendly: true } }),
    },
    {
      headers: {
        'x-ratelimit-limit': '1, 15000',
        'x-ratelimit-policy': '1;w=1, 15000;w=2592000',
        'x-ratelimit-remaining': '0, 14523',
        'x-ratelimit-reset': '1, 1419704',
      },
    },
  )

export const braveResult = (url: string, title: string, description: string) => ({
  title,
  url,
  is_source_local: false,
  is_source_both: false,
  description,
  page_age: '2026-01-15T00:00:00',
  profile: { name: 'Example', url, long_name: 'example.com', img: 'https://imgs.search.brave.com/x' },
  language: 'en',
  family_friendly: true,
  type: 'search_result',
  subtype: 'generic',
  is_live: false,
  meta_url: { scheme: 'https', netloc: 'example.com', hostname: 'example.com', favicon: '', path: '› a' },
  thumbnail: { src: 'https://imgs.search.brave.com/y', original: 'https://example.com/y.png', logo: false },
  age: 'January 15, 2026',
  extra_snippets: ['more of the page'],
})
