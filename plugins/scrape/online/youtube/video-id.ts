const ID = /^[\w-]{11}$/
/** Values in the form of an id that mean a list, or whatever a channel broadcasts. */
const NO_IDS = new Set(['videoseries', 'live_stream'])
const hosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
  'youtube-nocookie.com',
])

/** The id of the video that a URL of YouTube shows; undefined for other pages. `base` counts as YouTube too. */
export function videoIdOf(url: URL, base: URL): string | undefined {
  const { hostname, host, searchParams } = url
  const pathname = url.pathname.replace(/\/$/, '')
  const id = idIn()
  return id && ID.test(id) && !NO_IDS.has(id) ? id : undefined

  function idIn(): string | null | undefined {
    if (hostname === 'youtu.be') return pathname.slice(1)
    if (!hosts.has(hostname) && host !== base.host) return undefined
    if (pathname === '/watch') return searchParams.get('v')
    return /^\/(?:shorts|live|embed|v)\/([^/]+)$/.exec(pathname)?.[1]
  }
}
