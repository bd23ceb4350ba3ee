import type { PageMetadata } from 'weirjs/schemas'
import type { PageFacts } from './page-facts.ts'
import { declaredProse } from './text/declared-text.ts'

/** Makes a URL absolute. Other values stay as they are, because the page declares them. */
const addressOf = ({ meta, absolute }: PageFacts, ...names: readonly string[]): string | null => {
  const value = meta(...names)
  return absolute(value) ?? value
}

const descriptionOf = ({ meta }: PageFacts, name: string): string | null => {
  const value = meta(name)
  return (value && declaredProse(value)) || null
}

/** The Open Graph fields of spec section 2.4; the first value of a repeated field. */
export const readOpenGraph = (page: PageFacts): PageMetadata['og'] => ({
  title: page.meta('og:title'),
  description: descriptionOf(page, 'og:description'),
  url: addressOf(page, 'og:url'),
  image: addressOf(page, 'og:image', 'og:image:url', 'og:image:secure_url'),
  type: page.meta('og:type'),
  siteName: page.meta('og:site_name'),
  locale: page.meta('og:locale'),
  audio: addressOf(page, 'og:audio', 'og:audio:url', 'og:audio:secure_url'),
  video: addressOf(page, 'og:video', 'og:video:url', 'og:video:secure_url'),
})

/** The card fields of spec section 2.4, which pages name after the first network that had them. */
export const readSocial = (page: PageFacts): PageMetadata['social'] => ({
  card: page.meta('twitter:card'),
  site: page.meta('twitter:site'),
  creator: page.meta('twitter:creator'),
  title: page.meta('twitter:title'),
  description: descriptionOf(page, 'twitter:description'),
  image: addressOf(page, 'twitter:image', 'twitter:image:src', 'twitter:image0'),
  imageAlt: page.meta('twitter:image:alt'),
})

/** Prefixes of Open Graph besides `og:`, by the type of object. Source: https://ogp.me, section "Object types". */
const VERTICAL = /^(?:article|book|profile|music|video|product|business|place|restaurant|books):/

/**
 * All Open Graph properties: without `og:` (`title`, `image:width`), those of object types with their prefix
 * (`article:tag`). A repeated property is an array.
 */
export function readOpenGraphRecord({ survey }: PageFacts): Record<string, unknown> {
  // The page chooses the names; without a prototype none of them has a meaning.
  const record: Record<string, unknown> = Object.create(null)
  for (const [name, values] of survey.metas) {
    const key = name.startsWith('og:') ? name.slice(3) : VERTICAL.test(name) ? name : ''
    if (key !== '' && key !== '__proto__') record[key] = values.length === 1 ? values[0] : [...values]
  }
  return record
}
