import { isOf, isThing } from '../../structured/things.ts'
import type { PageFacts } from '../page-facts.ts'
import { isAlike, wordsOf } from '../text/likeness.ts'

const OWNER = /^(?:WebSite|Organization|NewsMediaOrganization|Corporation)$/

/** The label of a host that names its owner: `example` in `www.example.co.uk`. */
function ownLabel(hostname: string): string {
  const labels = hostname.replace(/^www\d?\./, '').split('.')
  const second = labels.at(-2)
  // Under `co.uk`, `com.au` and the like, the owner is the third label from the end.
  return (labels.length > 2 && second !== undefined && second.length <= 3 ? labels.at(-3) : second) ?? hostname
}

/** The most names of a site, and the most characters of one. */
const MAX_NAMES = 100
const MAX_NAME_LENGTH = 400

/** Creates a test of whether a text is the name of the page's site, as declared by the page and its URL. */
export function siteNameTest(page: PageFacts): (words: readonly string[]) => boolean {
  const given = new Set<string>()
  const add = (name: string | null) => {
    if (name && given.size < MAX_NAMES) given.add(name.slice(0, MAX_NAME_LENGTH))
  }
  for (const name of ['og:site_name', 'application-name', 'apple-mobile-web-app-title']) add(page.meta(name))
  for (const thing of page.things.all) {
    if (isOf(thing, OWNER)) add(page.things.nameOf(thing))
    const publisher = page.things.values(thing, 'publisher').find(isThing)
    if (publisher) add(page.things.nameOf(publisher))
  }
  const names = [...given].map(wordsOf)
  const parts = ownLabel(page.url.hostname).split('-')
  const label = parts.join('')
  return (words) => {
    const joined = words.join('').replace(/(?:com|org|net)$/, '')
    if (joined.length > 2 && joined === label) return true
    if (parts.length > 1 && words.length <= 2 * parts.length && parts.every((part) => words.includes(part))) return true
    return names.some((name) => isAlike(words, name, 0.7))
  }
}
