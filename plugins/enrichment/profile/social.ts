import { distinct } from './company.ts'

/** Hosts of networks, and what a profile's path looks like there. */
const networks: readonly { host: RegExp; path: RegExp }[] = [
  { host: /(?:^|\.)linkedin\.com$/, path: /^\/(?:company|school|showcase|in)\/[^/]+/ },
  { host: /(?:^|\.)xing\.com$/, path: /^\/(?:pages|companies|profile)\/[^/]+/ },
  {
    host: /(?:^|\.)(?:facebook|fb)\.com$/,
    path: /^\/(?!sharer|share|dialog|plugins|tr\b|policies|privacy|help)[\w.%-]+/,
  },
  { host: /(?:^|\.)(?:twitter|x)\.com$/, path: /^\/(?!intent|share|home|search|hashtag|i\/)\w{1,30}\/?$/ },
  { host: /(?:^|\.)instagram\.com$/, path: /^\/(?!p\/|reel\/|explore\/|accounts\/)[\w.]+\/?$/ },
  { host: /(?:^|\.)youtube\.com$/, path: /^\/(?:@|c\/|channel\/|user\/)[^/]+/ },
  { host: /(?:^|\.)tiktok\.com$/, path: /^\/@[^/]+\/?$/ },
  { host: /(?:^|\.)github\.com$/, path: /^\/(?!features|pricing|about|sponsors)[\w-]+\/?$/ },
  { host: /(?:^|\.)pinterest\.[a-z.]{2,6}$/, path: /^\/(?!pin\/)\w+\/?$/ },
  { host: /(?:^|\.)threads\.(?:net|com)$/, path: /^\/@[^/]+\/?$/ },
  { host: /(?:^|\.)bsky\.app$/, path: /^\/profile\/[^/]+\/?$/ },
  { host: /(?:^|\.)(?:crunchbase|glassdoor)\.com$/, path: /^\/(?:organization|Overview)\/[^/]+/ },
]

const MAX_LENGTH = 500

/** Whether an address is of somebody's page at a network, and not of a button to share there. */
function isProfile(address: string): boolean {
  const url = address.length <= MAX_LENGTH ? URL.parse(address) : null
  return !!url && networks.some(({ host, path }) => host.test(url.hostname) && path.test(url.pathname))
}

/** The profiles among addresses, each once. */
export function socialProfiles(addresses: Iterable<string>): string[] {
  const profiles: string[] = []
  for (const address of addresses) if (isProfile(address)) profiles.push(address)
  return distinct(profiles, (address) => withoutDetails(address))
}

/** What tells profiles apart: neither the protocol nor `www.`, nor what follows the path. */
function withoutDetails(address: string): string {
  const { hostname, pathname } = new URL(address)
  return `${hostname.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}`.toLowerCase()
}
