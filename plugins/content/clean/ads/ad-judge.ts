import { attr, type Element, type Tree } from '../../tree/index.ts'
import { isIdOfHeading } from '../id-of-heading.ts'

/** Names that only advertising has. */
const strong =
  /^(?:adsbygoogle|adsense|adslots?|adunits?|adbanners?|advert|adverts|advertisements?|advertisment|advertising|adthrive|adngin|adsystem|adchoices|googleads?|gads|doubleclick|pubads?|taboola|outbrain|revcontent|zergnet|mgid|adhesion|sponsoredlinks?)$/

/** Names that usually mean advertising, and sometimes the subject of a site. */
const weak =
  /^(?:ads?|ads?(?:box(?:es)?|wrap(?:per)?|container|spaces?|place(?:ment|holder)?|zones?|block|labels?|frame|holder|section|notice|tag|panel|area|module|pos|position|sidebar|header|footer|inner|outer|top|bottom|left|right|item|row|col|content|body|view)|sponsor|sponsored|nativeads?)$/

/** `ad` as Latin, as an abbreviation, or about advertising that is absent. */
const notAds = /(?:^|[-_])ad[-_](?:hoc|lib|astra|infinitum|nauseam|fontes|blue|domain|fs|dc|free|supported|enabled)\b/i

/** A class with the topics of a page, as WordPress writes them. */
const topic = /^(?:\w+_)?(?:tag|category|cat|topic)-/i

/** Words before a name in a class that describes what a page, or a part of it, has or lacks. */
const state = /^(?:non?|not|if|has|have|with|without|hide|enables?|enabled|disables?|disabled)$/

/**
 * Numbers that may follow a name: `ad-2`, `ad728x90`. Not two digits, because random identifiers often have four
 * characters.
 */
const number = /\d(?:\d\d)?(?:x\d+)?$/

/** The end of a word in camel case; tested first, because splitting takes ten times as long. */
const camel = /[a-z][A-Z]/

/** A word within a camel-case name; random names such as `adF2E` and `AdDsWC` have none apart from `ad`. */
const spoken = /^(?:ads?|[a-z]{3,})$/i

const frames =
  /(?:doubleclick\.net|googlesyndication\.com|amazon-adsystem\.com|adnxs\.com|adservice\.google|taboola\.com|outbrain\.com|criteo\.(?:com|net)|pubmatic\.com|rubiconproject\.com|openx\.net|adform\.net|smartadserver\.com|teads\.tv)/i

/** How certain it is that an element is an advertisement. */
export const NO_AD = 0
export const WEAK_AD = 1
const AD = 2

/** Judges the elements of one page. */
export class AdJudge {
  /** Cached verdicts on `class` values, which a page repeats. */
  readonly #known = new Map<string, number>()
  readonly #tree: Tree

  constructor(tree: Tree) {
    this.#tree = tree
  }

  /** Judges whether an element is an advertisement, by its names and by the source of its content. */
  judge(element: Element): number {
    const { attrs, name } = element
    let verdict = NO_AD
    for (let i = 0; i < attrs.length; i += 2) {
      const value = attrs[i + 1]!
      switch (attrs[i]) {
        case 'class':
          verdict = Math.max(verdict, this.#judgeClasses(value))
          break
        // An id is unique, so its verdict is not cached.
        case 'id':
          if (mayContainName(value) && !isAboutAds(this.#tree, element, value))
            verdict = Math.max(verdict, judgeNames(value))
          break
        case 'aria-label':
          if (/^(?:advertisement|sponsored)$/i.test(value)) return AD
          break
        case 'src':
          if (name === 'iframe' && frames.test(value)) return AD
          break
        case 'data-ad':
        case 'data-ad-slot':
        case 'data-ad-client':
        case 'data-ad-unit':
        case 'data-ad-unit-path':
        case 'data-ad-type':
        case 'data-google-query-id':
        case 'data-freestar-ad':
          if (value.length < 200 && value !== 'false') return AD
      }
      if (verdict === AD) return AD
    }
    // Custom elements of AMP and of advertising scripts.
    if (element.tag.code === 0 && name.includes('-') && /(?:^|-)ad(?:-|$)/.test(name)) return AD
    return verdict
  }

  #judgeClasses(names: string): number {
    let verdict = this.#known.get(names)
    if (verdict === undefined) {
      verdict = mayContainName(names) ? judgeNames(names) : NO_AD
      this.#known.set(names, verdict)
    }
    return verdict
  }
}

/** What an advertisement has above it as a heading. */
const label = /^(?:ads?|advert|advertisements?|sponsored)$/

/** Whether the id of a section is made from its heading, which may be about advertising: `Advertising cookies`. */
const isAboutAds = (tree: Tree, section: Element, id: string): boolean =>
  !label.test(id.toLowerCase()) && isIdOfHeading(tree, section, id)

/** The beginnings of the names above, by their first letters. */
const beginnings: readonly (readonly string[])[] = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) =>
  'ad doub gads goog mgid nati outb puba revc spon tabo zerg'.split(' ').filter((each) => each[0] === letter),
)

/**
 * Whether a text may contain one of the names above, at the start of a word. Nearly all do not, and the full check
 * costs more than everything else that is done with an element.
 */
const mayContainName = (names: string): boolean => {
  let starts = true
  let wasLower = false
  for (let i = 0; i < names.length; i++) {
    const c = names.charCodeAt(i)
    const letter = (c | 32) - 97
    if (letter < 0 || letter > 25) {
      starts = true
      wasLower = false
      continue
    }
    const isUpper = c < 97
    if ((starts || (isUpper && wasLower)) && begins(names, i, beginnings[letter]!)) return true
    starts = false
    wasLower = !isUpper
  }
  return false
}

const begins = (names: string, at: number, among: readonly string[]): boolean => {
  for (const each of among) {
    let i = 1
    while (i < each.length && (names.charCodeAt(at + i) | 32) === each.charCodeAt(i)) i++
    if (i === each.length) return true
  }
  return false
}

const judgeNames = (names: string): number => {
  if (names.length > 2000) return NO_AD
  let verdict = NO_AD
  for (const name of names.split(/\s+/)) {
    if (mayContainName(name) && !topic.test(name)) verdict = Math.max(verdict, judgeName(name))
    if (verdict === AD) return AD
  }
  return verdict
}

/** Only whole words count: identifiers and hashes contain `ad` by chance. */
const judgeName = (name: string): number => {
  let verdict = NO_AD
  for (const part of name.split(/[^A-Za-z\d]+/)) {
    const plain = part.replace(number, '')
    const words = camel.test(plain) ? plain.split(/(?<=[a-z])(?=[A-Z])/) : [plain]
    if (words.length > 1 && !words.every((word) => spoken.test(word))) continue
    for (const word of words) {
      const lower = word.toLowerCase()
      if (state.test(lower)) return verdict
      if (strong.test(lower)) return AD
      if (weak.test(lower) && !notAds.test(name)) verdict = WEAK_AD
    }
  }
  return verdict
}

/**
 * Whether an element is never an advertisement, whatever its names: it contains the page or names a part of it, or is
 * a cell, without which the columns of a table shift.
 */
export const isAdProof = ({ name }: Element): boolean => proof.test(name)

const proof = /^(?:html|body|main|head|h[1-6]|td|th)$/

/** Whether an element is an invisible picture or frame that tracks visits. */
export const isTracker = (element: Element): boolean =>
  element.name === 'iframe' &&
  (/googletagmanager\.com|facebook\.com\/tr\b/.test(attr(element, 'src') ?? '') ||
    (attr(element, 'width') === '0' && attr(element, 'height') === '0'))
