import type { Element } from '../../tree/index.ts'
import type { Lexicon } from '../model/lexicon.ts'
import { hashOf, nameWords } from '../words/hash.ts'

/**
 * Names that authors give to content and to what surrounds it, by kind; the index in the list is the bit in `kinds`.
 */
const kinds = [
  'comment comments commentlist reply replies discussion respond kommentar kommentare disqus',
  'review reviews rating ratings testimonial testimonials stars',
  'related recommend recommended recommendations similar suggested suggestions upsell upsells crosssell also',
  'popular trending latest recent mostread more readmore featured',
  'filter filters facet facets refine refinement sort sorting sortby swatch swatches variant variants',
  'byline author authors writer bio contributor',
  'meta date posted published time timestamp pubdate dateline updated',
  'share sharing social socials follow sharethis addtoany',
  'sidebar widget widgets aside rail complementary secondary',
  'breadcrumb breadcrumbs crumbs crumb',
  'cookie cookies consent gdpr modal popup dialog overlay lightbox toast drawer',
  'newsletter subscribe subscription signup optin mailing mailchimp',
  'pagination pager paging paginate',
  'tag tags category categories topics taxonomy keywords',
  'price prices sku cart basket checkout buy shipping quantity qty stock',
  'product products pdp',
  'menu nav navbar navigation submenu megamenu dropdown',
  'footer foot copyright legal colophon',
  'description details detail spec specs specification specifications features overview summary excerpt abstract intro',
  'content body entry text story richtext prose copy',
  'post posts message messages thread topic',
  'title headline heading',
  'ad ads advert advertisement promo promotion sponsor sponsored banner',
  'gallery slider carousel swiper slick slideshow',
  'tab tabs tabpanel accordion collapse collapsible faq faqs',
  'card cards item items tile tiles grid list results result listing teaser',
  'toc caption credit footnote reference references citation',
  'signature sig profile user avatar username member',
  'hero jumbotron masthead',
  'search form input login register',
  'header topbar toolbar',
]
/** The name of each kind: the first in its list. */
export const kindNames: readonly string[] = kinds.map((names) => names.split(' ')[0]!)
/** The number of kinds. */
export const KINDS = kinds.length

const bitOf = (kind: string) => {
  const at = kindNames.indexOf(kind)
  if (at < 0) throw new Error(`No names are of the kind ${kind}`)
  return 1 << at
}
// The kinds that other modules ask for.
export const COMMENT = bitOf('comment')
export const REVIEW = bitOf('review')
export const RELATED = bitOf('related')
export const FILTER = bitOf('filter')
export const BYLINE = bitOf('byline')
export const DATE = bitOf('meta')
/** Cookie and consent dialogs, and other overlays. */
export const LAYER = bitOf('cookie')
export const SIDEBAR = bitOf('sidebar')
export const POST = bitOf('post')
export const NOTE = bitOf('toc')
export const PROFILE = bitOf('signature')

let bits: Map<number, number> | null = null

const bitsOf = (): ReadonlyMap<number, number> => {
  if (bits === null) {
    bits = new Map()
    for (let at = 0; at < kinds.length; at++) {
      for (const word of kinds[at]!.split(' ')) bits.set(hashOf(word), (bits.get(hashOf(word)) ?? 0) | (1 << at))
    }
  }
  return bits
}

/** The bits of the kinds of an element's own names. */
export const namedKinds = (element: Element): number =>
  namesOf(element).reduce((found, word) => found | (bitsOf().get(word) ?? 0), 0)

/** What the names of an element indicate. */
export interface Naming {
  /** The bits of the kinds of its words. */
  kinds: number
  /** The lowest, highest and summed log odds of the words that the lexicon knows, and their number. */
  least: number
  most: number
  sum: number
  known: number
}

/** The value for an element without names. */
export const NAMELESS: Naming = { kinds: 0, least: 0, most: 0, sum: 0, known: 0 }

const MAX_WORDS = 24
const MAX_LABEL_LENGTH = 60

/** The part of an attribute's value that names the element; empty if the attribute names nothing. */
const nameIn = (attribute: string, value: string): string => {
  switch (attribute) {
    case 'class':
    case 'id':
    case 'itemprop':
    case 'role':
    case 'data-testid':
      return value
    case 'itemtype':
      return value.slice(value.lastIndexOf('/') + 1)
    case 'aria-label':
      return value.length <= MAX_LABEL_LENGTH ? value : ''
    default:
      return ''
  }
}

/**
 * The hashes of the words in an element's names: `class`, `id`, `role`, its schema.org type and property, its short
 * label.
 */
export const namesOf = ({ attrs }: Element): number[] => {
  const found: number[] = []
  for (let i = 0; i < attrs.length; i += 2) found.push(...nameWords(nameIn(attrs[i]!, attrs[i + 1]!), MAX_WORDS))
  return found
}

/** Reads the names of a page's elements. Most repeat, so results are cached. */
export class NameReader {
  readonly #lexicon: Lexicon['names']
  readonly #known = new Map<string, Naming>()
  readonly #bits = bitsOf()

  constructor({ names }: Pick<Lexicon, 'names'>) {
    this.#lexicon = names
  }

  read({ attrs }: Element): Naming {
    let naming = NAMELESS
    for (let i = 0; i < attrs.length; i += 2) {
      const name = nameIn(attrs[i]!, attrs[i + 1]!)
      if (name !== '') naming = join(naming, this.#lookUp(name))
    }
    return naming
  }

  #lookUp(name: string): Naming {
    const known = this.#known.get(name)
    if (known !== undefined) return known
    const naming = { ...NAMELESS }
    for (const word of nameWords(name, MAX_WORDS)) {
      naming.kinds |= this.#bits.get(word) ?? 0
      const value = this.#lexicon.get(word)
      if (value === undefined) continue
      if (naming.known === 0 || value < naming.least) naming.least = value
      if (naming.known === 0 || value > naming.most) naming.most = value
      naming.sum += value
      naming.known++
    }
    this.#known.set(name, naming)
    return naming
  }
}

/** Combines two names. Sums do not depend on the order: values of the lexicon are multiples of a sixteenth. */
const join = (one: Naming, other: Naming): Naming => {
  const kinds = one.kinds | other.kinds
  if (one.known === 0) return kinds === other.kinds ? other : { ...other, kinds }
  if (other.known === 0) return kinds === one.kinds ? one : { ...one, kinds }
  return {
    kinds,
    least: Math.min(one.least, other.least),
    most: Math.max(one.most, other.most),
    sum: one.sum + other.sum,
    known: one.known + other.known,
  }
}
