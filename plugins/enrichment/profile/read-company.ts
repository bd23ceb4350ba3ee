import { decodePercent, isObject } from 'weirjs'
import { type Company, distinct, MAX_TEXT, textOf } from './company.ts'
import { namedLinks } from './find-pages.ts'
import { organisationsOf, type Thing } from './organisations.ts'
import { distinctPhones, faxesIn, phonesIn, sameNumber } from './phones.ts'
import type { SitePage } from './site.ts'
import { nameOfTitle } from './site-name.ts'
import { socialProfiles } from './social.ts'

const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]

/** A schema.org address in one line: street, postal code with place, region, country. */
function showAddress(value: unknown): string | null {
  if (!isObject(value)) return textOf(value)
  const part = (name: string) => textOf(isObject(value[name]) ? value[name].name : list(value[name])[0])
  const place = [part('postalCode'), part('addressLocality')].filter(Boolean).join(' ')
  const parts = [
    part('streetAddress'),
    part('postOfficeBoxNumber'),
    place,
    part('addressRegion'),
    part('addressCountry'),
  ]
  // A country alone is not an address.
  return parts[0] || place ? textOf(parts.filter(Boolean).join(', ')) : null
}

function logoOf(value: unknown, base: string): string | null {
  const [first] = list(value)
  const address = isObject(first) ? (first.url ?? first.contentUrl ?? first.id) : first
  return typeof address === 'string' ? (URL.parse(address, base)?.href ?? null) : null
}

/**
 * Reads a company's data from the pages of its site without a model: from structured data first, then from the text.
 */
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
  const faxes = new Set(pages.flatMap((page) => [...faxesIn(page.markdown)].map(sameNumber)))
  const dialled = links
    .filter((url) => /^tel:/i.test(url))
    // Parameters follow a semicolon. Source: RFC 3966.
    .map(
      (url) =>
        decodePercent(url)
          .replace(/^tel:\/*/i, '')
          .split(';', 1)[0]!,
    )
    .filter((phone) => !faxes.has(sameNumber(phone)))

  return {
    name:
      first((thing) => textOf(thing.legalName) ?? textOf(thing.name)) ??
      textOf(home.about.siteName) ??
      textOf(nameOfTitle(textOf(home.about.title), new URL(home.url))),
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
        ...list(thing.location).flatMap((place) => (isObject(place) ? list(place.address) : [])),
      ]).flatMap((address) => showAddress(address) ?? []),
      (address) => address.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
    ),
  }
}

const phonesOfPoint = (point: unknown) =>
  isObject(point) && !/fax/i.test(String(point.contactType)) ? list(point.telephone) : []
