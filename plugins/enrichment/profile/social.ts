import { distinct } from './company.ts'

/** A social network: its hosts, the paths of profiles, and those of persons, if they differ. */
interface Network {
  host: RegExp
  path: RegExp
  person?: RegExp
}

const networks: readonly Network[] = [
  { host: /(?:^|\.)linkedin\.com$/, path: /^\/(?:company|school|showcase)\/[^/]+/, person: /^\/in\/[^/]+/ },
  { host: /(?:^|\.)xing\.com$/, path: /^\/(?:pages|companies)\/[^/]+/, person: /^\/profile\/[^/]+/ },
  {
    host: /(?:^|\.)(?:facebook|fb)\.com$/,
    path: /^\/(?:(?:groups|p|pages|people|pg)\/[\w.%-]+|(?!sharer|share|dialog|plugins|tr\b|policies|privacy|help|login|hashtag|events\b)[\w.%-]+)/,
  },
  {
    host: /(?:^|\.)(?:twitter|x)\.com$/,
    path: /^\/(?!(?:intent|share|home|search|hashtag|i|login|signup|privacy|tos)\b)\w{1,30}\/?$/,
  },
  {
    host: /(?:^|\.)instagram\.com$/,
    path: /^\/(?!p\/|reel\/|explore\b|accounts\/|(?:about|legal|privacy|web)\/?$)[\w.]+\/?$/,
  },
  {
    host: /(?:^|\.)youtube\.com$/,
    path: /^\/(?:(?:@|c\/|channel\/|user\/)[^/]+|(?!(?:about|account|ads|embed|feed|kids|live|music|playlist|premium|redirect|results|shorts|t|watch)\b)\w{3,}\/?$)/,
  },
  { host: /(?:^|\.)tiktok\.com$/, path: /^\/@[^/]+\/?$/ },
  {
    host: /(?:^|\.)github\.com$/,
    path: /^\/(?!(?:features|pricing|about|sponsors|login|join|signup|marketplace|contact|security)\/?$)[\w-]+\/?$/,
  },
  { host: /(?:^|\.)pinterest\.[a-z.]{2,6}$/, path: /^\/(?!pin\/)\w+\/?$/ },
  { host: /(?:^|\.)threads\.(?:net|com)$/, path: /^\/@[^/]+\/?$/ },
  { host: /(?:^|\.)bsky\.app$/, path: /^\/profile\/[^/]+\/?$/ },
  { host: /(?:^|\.)(?:crunchbase|glassdoor)\.com$/, path: /^\/(?:organization|Overview)\/[^/]+/ },
  { host: /^(?:t\.me|telegram\.me)$/, path: /^\/(?!share\b|iv\b)\w{4,}\/?$/ },
  { host: /(?:^|\.)vk\.com$/, path: /^\/(?!share\b)[\w.]+\/?$/ },
  { host: /(?:^|\.)vimeo\.com$/, path: /^\/(?!\d+\/?$|(?:about|features|upgrade|login|join)\b)\w+\/?$/ },
  { host: /(?:^|\.)medium\.com$/, path: /^\/@[^/]+\/?$/ },
  { host: /(?:^|\.)reddit\.com$/, path: /^\/(?:r|u|user)\/\w+\/?$/ },
  { host: /(?:^|\.)(?:twitch\.tv|behance\.net|dribbble\.com)$/, path: /^\/[\w-]+\/?$/ },
]

const MAX_LENGTH = 500

/**
 * The network, identity and kind of a profile URL; undefined for anything else, such as a share button. The identity
 * is without the scheme, the host, and whatever follows the profile's own path, such as its jobs or a post.
 */
function readProfile(address: string): { network: Network; key: string; isPerson: boolean } | undefined {
  const url = address.length <= MAX_LENGTH ? URL.parse(address) : null
  const network = url && networks.find(({ host }) => host.test(url.hostname))
  if (!network) return undefined
  const ofCompany = network.path.exec(url.pathname)
  const path = (ofCompany ?? network.person?.exec(url.pathname))?.[0]
  if (path === undefined) return undefined
  // Facebook profiles without a name have a number.
  const number = path === '/profile.php' ? url.searchParams.get('id') : ''
  const key = `${networks.indexOf(network)} ${path.replace(/\/+$/, '')}${number}`.toLowerCase()
  return { network, key, isPerson: ofCompany === null }
}

/**
 * The profiles among URLs, without duplicates. Those of persons are kept only if there is none of the company on the
 * same network.
 */
export function socialProfiles(addresses: Iterable<string>): string[] {
  const profiles = [...addresses].flatMap((address) => {
    const read = readProfile(address)
    return read ? { address, ...read } : []
  })
  const ofCompanies = new Set(profiles.flatMap(({ network, isPerson }) => (isPerson ? [] : network)))
  const kept = profiles.filter(({ network, isPerson }) => !isPerson || !ofCompanies.has(network))
  const keys = new Map(kept.map(({ address, key }) => [address, key]))
  return distinct(keys.keys(), (address) => keys.get(address)!)
}
