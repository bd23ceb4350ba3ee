/** Parts of URLs that are typical of a page type. */
const addresses = [
  /\/(?:products?|p|item|dp|pd|prod|shop)\//,
  /\/(?:collections?|category|categories|c|cat|shop|store|b|browse)(?:\/|$)/,
  /\/(?:blog|news|article|articles|story|posts?|\d{4}\/\d{1,2})\//,
  /(?:forums?|threads?|topics?|community|discussions?|questions|viewtopic|showthread|\/t\/|\/r\/)/,
  /(?:docs?|documentation|api|reference|manual|guide|wiki|learn|tutorial)/,
  /(?:services?|solutions?|pricing|about|plans|features|industries)/,
  /(?:tag|tags|archive|page|topics|author|search|latest|index)(?:\/|$|\.)/,
  /\.html?$/,
]

/** The numbers of a page's URL that indicate its type. */
export const readAddress = (url: URL): number[] => {
  const path = url.pathname.toLowerCase()
  const segments = path.split('/').filter(Boolean)
  const last = segments.at(-1) ?? ''
  const address = `${url.hostname.split('.').slice(0, -2).join('.')}${path}`
  return [
    segments.length,
    last.length,
    (last.match(/-/g) ?? []).length,
    /\d{4,}/.test(path) ? 1 : 0,
    url.search.length > 1 ? 1 : 0,
    ...addresses.map((pattern) => (pattern.test(address) ? 1 : 0)),
  ]
}
