import { distinct } from './company.ts'

/** A network: its hosts, what a profile's path looks like there, and what a person's does, where they differ. */
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
    path: /^\/(?!sharer|share|dialog|plugins|tr\b|policies|privacy|help|login|hashtag|events\b)[\w.%-]+/,
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

/** Of what an address is the profile at which network; undefined where it is none, as that of a button to share. */
function readProfile(address: string): { network: Network; isPerson: boolean } | undefined {
  const url = address.length <= MAX_LENGTH ? URL.parse(address) : null
  const network = url && networks.find(({ host }) => host.test(url.hostname))
  if (!network) return undefined
  if (network.path.test(url.pathname)) return { network, isPerson: false }
  return network.person?.test(url.pathname) ? { network, isPerson: true } : undefined
}

/** The profiles among addresses, each once; those of persons only where their network has none of the company. */
export function socialProfiles(addresses: Iterable<string>): string[] {
  const profiles = [...addresses].flatMap((address) => {
    const read = readProfile(address)
    return read ? { address, ...read } : []
  })
  const ofCompanies = new Set(profiles.flatMap(({ network, isPerson }) => (isPerson ? [] : network)))
  const kept = profiles.filter(({ network, isPerson }) => !isPerson || !ofCompanies.has(network))
  const keys = new Map(kept.map(({ address, network }) => [address, keyOf(address, networks.indexOf(network))]))
  return distinct(keys.keys(), (address) => keys.get(address)!)
}

/** What tells profiles apart: neither the protocol nor the network's host, nor what follows the path. */
function keyOf(address: string, network: number): string {
  const { pathname, searchParams } = new URL(address)
  // Without a name of its own a profile at Facebook has a number.
  const number = pathname === '/profile.php' ? searchParams.get('id') : ''
  return `${network} ${pathname.replace(/\/+$/, '')}${number}`.toLowerCase()
}
