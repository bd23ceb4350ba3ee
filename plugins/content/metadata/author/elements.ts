import { attr, type Element } from '../../tree/index.ts'
import { lineAt } from '../headline/line.ts'
import type { PageFacts } from '../page-facts.ts'
import { placeOf } from '../surroundings.ts'
import { attributeText } from '../text/attribute-text.ts'
import { linesWithin } from '../text/lines-within.ts'
import type { AuthorCandidate, AuthorCandidates, AuthorMark } from './candidates.ts'
import { withoutByword } from './person-names.ts'

const BYLINE_CLASS =
  /byline|by-line|author-?_*name|authorname|name-?author|writtenby|written-by|posted-?by|p-author|author vcard|article-?_*author|post-?_*author|entry-author|meta-?_*author/i
/** `authorized` does not name an author. */
const AUTHOR_CLASS =
  /\bauth?or(?!i[sz])|autor(?!i[sz])|auteur|\bwriter|\bcreator|\bcontributor|verfasser|redakteur|columnist/i
/** The same as a part of a block: of the page, or of a teaser of another. */
const AUTHOR_PART = /_author(?!i[sz])/i
const AUTHOR_ADDRESS =
  /\/(?:authors?|autor(?:en|es)?|auteurs?|people|persons?|contributors?|writers?|columnists?|journalists?|reporters?|staff|by|redakteure?)\//i
const PROPERTY = /\b(?:author|creator)\b/i
/** What the software of forums calls the name of who wrote a post. */
const USER_CLASS = /\b(?:big)?user-?name\b|\bposter\b|\bpost-?(?:author|left)\b/i
/** Addresses of one person's page, and not of all members or of what one does with one's own. */
const PERSON_ADDRESS =
  /\/(?:members?|users?|u|profiles?)\/(?!-?(?:log|sign|register|settings))[^/?#]|\/~\w|\baction=profile\b/i
const MEMBER_ADDRESS = /\bmember(?:list)?\.php\?/i
const MEMBER_NUMBER = /[?&]u=\d/
const isPersonAddress = (href: string) =>
  PERSON_ADDRESS.test(href) || (MEMBER_ADDRESS.test(href) && MEMBER_NUMBER.test(href))
const USER_ADDRESS = /[/?](?:profiles?|users?|u|members?|team|bio|author|mitarbeiter|redaktion)[/=]/i

/** The most nodes of an element that names an author; an element with half a page is marked for another reason. */
const MAX_NODES = 250
/** The most lines of such an element that are read, and the most characters of one. */
const MAX_LINES = 3
const MAX_LINE = 200
/** The most nodes between the elements of one byline. */
const MAX_GAP = 25
/** With more elements of one kind, they name the authors of other pages. */
const MANY = 5

const wholes: ReadonlySet<string> = new Set(['body', 'html', 'article', 'main'])

/** Reads the elements whose class, URL, `rel` or property names an author. */
export class AuthorElements {
  readonly #candidates: AuthorCandidates
  readonly #page: PageFacts
  readonly #headline: number
  readonly #texts = new Map<AuthorMark, Set<string>>()
  /** Whether the page consists of readers' contributions, so that their authors count. */
  readonly #forum: boolean
  /** Whether the author of the first post was found. */
  #hasPoster = false
  #group: { kind: AuthorMark; end: number; names: string[] } | undefined

  constructor(candidates: AuthorCandidates, page: PageFacts, headline: number) {
    this.#candidates = candidates
    this.#page = page
    this.#headline = headline
    this.#forum = page.forum
  }

  add(): void {
    const found: [AuthorMark, AuthorCandidate][] = []
    for (const element of this.#page.survey.marked) {
      if (element.end - element.id > MAX_NODES || wholes.has(element.name)) continue
      const kind =
        kindOf(element) ?? (isAuthorPart(element) && this.#isBesideHeadline(element) ? 'authorClass' : undefined)
      if (!kind) continue
      if (!this.#forum && this.#page.surroundings.of(element).includes('inComments')) continue
      const candidate = this.#read(element, kind)
      if (candidate) found.push([kind, candidate])
    }
    for (const [kind, candidate] of found) if (this.#texts.get(kind)!.size > MANY) candidate.marks.add('oneOfMany')
  }

  #isBesideHeadline(element: Element): boolean {
    const lines = lineAt(this.#page, element.id) - this.#headline
    return this.#headline >= 0 && lines >= -LINES_ABOVE && lines <= LINES_BELOW
  }

  #read(element: Element, kind: AuthorMark): AuthorCandidate | undefined {
    const { tree } = this.#page
    for (const line of linesWithin(tree, element).slice(0, MAX_LINES)) {
      if (line.length > MAX_LINE || withoutByword(line) === '') continue
      const candidate = this.#candidates.add(line, kind)
      if (!candidate) continue
      const texts = this.#texts.get(kind) ?? new Set()
      this.#texts.set(kind, texts.add(candidate.text))
      if (texts.size === 1) candidate.marks.add('firstOfKind')
      this.#place(candidate, element)
      this.#join(candidate, element, kind)
      if (this.#forum && !this.#hasPoster && this.#isPoster(element)) {
        this.#hasPoster = true
        candidate.marks.add('firstPoster')
      }
      return candidate
    }
    return undefined
  }

  /** Joins names in adjacent elements of one kind into a single byline. */
  #join({ text }: AuthorCandidate, element: Element, kind: AuthorMark): void {
    if (kind !== 'relAuthor' && kind !== 'authorLink' && kind !== 'authorProperty') return
    const group = this.#group
    if (group?.kind === kind && element.id - group.end < MAX_GAP && !group.names.includes(text)) {
      group.names.push(text)
      group.end = element.end
      const joined = this.#candidates.add(group.names, kind)
      if (joined) this.#place(joined, element)
    } else this.#group = { kind, end: element.end, names: [text] }
  }

  /** Whether an element at or below the headline names a member of a forum. */
  #isPoster(element: Element): boolean {
    if (lineAt(this.#page, element.id) < this.#headline - LINES_ABOVE) return false
    const isPerson = element.name === 'a' && isPersonAddress(attr(element, 'href') ?? '')
    return isPerson || USER_CLASS.test(attributeText(element, NAMED))
  }

  #place(candidate: AuthorCandidate, element: Element): void {
    if (this.#headline >= 0) candidate.marks.add(placeOf(lineAt(this.#page, element.id) - this.#headline))
    for (const mark of this.#page.surroundings.of(element)) candidate.marks.add(mark)
  }
}

/** Lines above its headline in which a post may name its author, and below it a page. */
const LINES_ABOVE = 3
const LINES_BELOW = 4

/** Attributes whose values are chosen by authors of pages. */
const NAMED = ['class', 'id', 'data-testid']

const isAuthorPart = (element: Element) => AUTHOR_PART.test(attr(element, 'class') ?? '')

function kindOf(element: Element): AuthorMark | undefined {
  const says = (name: string, pattern: RegExp) => {
    const value = attr(element, name)
    return value !== null && pattern.test(value)
  }
  if (says('rel', /\bauthor\b/i)) return 'relAuthor'
  if (says('itemprop', PROPERTY) || says('property', PROPERTY)) return 'authorProperty'
  if (element.name === 'a') {
    if (says('href', AUTHOR_ADDRESS)) return 'authorLink'
    if (says('href', USER_ADDRESS) || isPersonAddress(attr(element, 'href') ?? '')) return 'userLink'
  }
  const named = attributeText(element, NAMED)
  if (BYLINE_CLASS.test(named)) return 'bylineClass'
  if (USER_CLASS.test(named)) return 'userLink'
  return AUTHOR_CLASS.test(named) ? 'authorClass' : undefined
}
