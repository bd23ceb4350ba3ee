import { type Company, distinct, MAX_NAME, MAX_TEXT, textOf } from './company.ts'
import { namedLinks } from './find-pages.ts'
import { distinctPhones, phonesIn } from './phones.ts'
import type { SitePage } from './site.ts'
import { socialProfiles } from './social.ts'

type Thing = Readonly<Record<string, unknown>>

/** Types of schema.org that are a company, and are not called so by their ending. */
const ORGANISATION =
  /(?:Organization|Corporation|Business|Store|Company|Agency|Dealer|Restaurant|Hotel|Attorney|Dentist|Clinic|Hospital|School|College|University|Service)$/
const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null && !Array.isArray(value)
const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

/** Things of a page and in it that are looked at. */
const MAX_THINGS = 1000

/** Organisations that a page describes, also as the publisher of something, the outermost first. */
function organisationsOf(structured: unknown): Thing[] {
  const found: Thing[] = []
  const left: unknown[] = isThing(structured) ? [structured.items] : []
  for (let at = 0; at < left.length && at < MAX_THINGS; at++) {
    const next = left[at]
    if (Array.isArray(next)) left.push(...next.slice(0, MAX_THINGS))
    if (!isThing(next)) continue
    // `ContactPoint` and the like have no name; a `Service` of theirs is no company, but a `ProfessionalService` is.
    if (typeof next.type === 'string' && next.type !== 'Service' && ORGANISATION.test(next.type)) found.push(next)
    left.push(...Object.values(next).filter((value) => typeof value === 'object'))
  }
  return found
}

/** An address of schema.org in one line: street, postal code with place, region, country. */
function showAddress(value: unknown): string | null {
  if (!isThing(value)) return textOf(value)
  const part = (name: string) => textOf(isThing(value[name]) ? value[name].name : list(value[name])[0])
  const place = [part('postalCode'), part('addressLocality')].filter(Boolean).join(' ')
  const parts = [
    part('streetAddress'),
    part('postOfficeBoxNumber'),
    place,
    part('addressRegion'),
    part('addressCountry'),
  ]
  // A country alone is no address.
  return parts[0] || place ? textOf(parts.filter(Boolean).join(', ')) : null
}

function logoOf(value: unknown, base: string): string | null {
  const [first] = list(value)
  const address = isThing(first) ? (first.url ?? first.contentUrl ?? first.id) : first
  return typeof address === 'string' ? (URL.parse(address, base)?.href ?? null) : null
}

/** What the pages of a company's site say of it, without a model: structured data first, then what is written. */
export function readCompany(pages: readonly SitePage[]): Company {
  const home = pages[0]!
  const organisations = pages.flatMap((page) => organisationsOf(page.structured).map((thing) => ({ thing, page })))
  const first = (give: (thing: Thing, page: SitePage) => string | null) => {
    for (const { thing, page } of organisations) {
      const value = give(thing, page)
      if (value !== null) return value
    }
    return null
  }
  const all = (give: (thing: Thing) => unknown[]) => organisations.flatMap(({ thing }) => give(thing))
  const texts = (values: unknown[]) => values.flatMap((value) => textOf(value) ?? [])
  const links = pages.flatMap((page) => [...namedLinks(page.json)].map(({ url }) => url))
  const dialled = links.filter((url) => /^tel:/i.test(url)).map((url) => decode(url.slice(4)))

  return {
    name:
      first((thing) => textOf(thing.legalName) ?? textOf(thing.name)) ??
      textOf(home.about.siteName) ??
      nameOfTitle(home),
    description: first((thing) => textOf(thing.description, MAX_TEXT)) ?? textOf(home.about.description, MAX_TEXT),
    logo: first((thing, page) => logoOf(thing.logo, page.url)),
    website: new URL('/', home.url).href,
    socialProfiles: socialProfiles([
      ...texts(all((thing) => list(thing.sameAs))),
      ...links,
      ...pages.flatMap((page) => page.links),
    ]),
    phones: distinctPhones([
      ...texts(all((thing) => [...list(thing.telephone), ...list(thing.contactPoint).flatMap(phonesOfPoint)])),
      ...dialled,
      ...pages.flatMap((page) => [...phonesIn(page.markdown)]),
    ]),
    addresses: distinct(
      all((thing) => [
        ...list(thing.address),
        ...list(thing.location).flatMap((place) => (isThing(place) ? list(place.address) : [])),
      ]).flatMap((address) => showAddress(address) ?? []),
      (address) => address.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
    ),
  }
}

const phonesOfPoint = (point: unknown) =>
  isThing(point) && !/fax/i.test(String(point.contactType)) ? list(point.telephone) : []

/** The part of a title that is the name of the site: its end where it has parts, else all of it. */
function nameOfTitle({ about: { title } }: SitePage): string | null {
  const parts = textOf(title)?.split(/ [|–—·•] | - /) ?? []
  return textOf(
    parts.reduce<string | undefined>(
      (best, part) => (best === undefined || part.length < best.length ? part : best),
      undefined,
    ),
    MAX_NAME,
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
