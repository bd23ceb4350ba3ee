import { isThing, type Thing } from '../structured/things.ts'
import { attr, BLOCK, type Element, TEXT, type Tree, UNSEEN } from '../tree/index.ts'
import { lineAt } from './headline-line.ts'
import { wordsOf } from './likeness.ts'
import type { PageFacts } from './page-facts.ts'
import { looksLikeNoName, looksLikePerson, readNames, startsWithByword, withoutByword } from './person-names.ts'
import { type PlaceMark, placeOf, surroundingsOf } from './surroundings.ts'
import { findDate } from './written-date.ts'

/** Where a name was found, and what stands around it. */
export type AuthorMark =
  // Structured data, by what the author is the author of.
  | 'ofArticle'
  | 'ofWork'
  | 'ofOther'
  | 'ofReview'
  | 'organization'
  | 'laterThing'
  // `<meta>`
  | 'metaAuthor'
  | 'metaArticle'
  | 'metaTool'
  | 'card'
  // Elements that say so by an attribute.
  | 'relAuthor'
  | 'authorProperty'
  | 'authorLink'
  | 'userLink'
  | 'bylineClass'
  | 'authorClass'
  // Lines of text.
  | 'byLine'
  | 'byInside'
  | 'nameLine'
  | 'nameWithDate'
  | 'nameWithRole'
  // Of elements and lines.
  | 'firstOfKind'
  | 'oneOfMany'
  | PlaceMark

export interface AuthorCandidate {
  names: readonly string[]
  text: string
  words: readonly string[]
  marks: Set<AuthorMark>
}

/** Each is compared with each; a page with more is a list of people. */
const MOST_CANDIDATES = 64

/** Names that could be the author's. Two sources that name the same people make one candidate. */
export class AuthorCandidates {
  readonly #byWords = new Map<string, AuthorCandidate>()

  add(raw: string | readonly string[], ...marks: readonly AuthorMark[]): AuthorCandidate | undefined {
    const found = typeof raw === 'string' ? readNames(raw) : raw.flatMap(readNames)
    const names = [...new Map(found.map((name) => [name.toLowerCase(), name])).values()].slice(0, 12)
    const text = names.join(', ')
    const words = wordsOf(text)
    if (words.length === 0 || words.length > 40) return undefined
    const key = words.toSorted().join(' ')
    let candidate = this.#byWords.get(key)
    if (!candidate) {
      if (this.#byWords.size === MOST_CANDIDATES) return undefined
      candidate = { names, text, words, marks: new Set() }
      this.#byWords.set(key, candidate)
    }
    for (const mark of marks) candidate.marks.add(mark)
    return candidate
  }

  get all(): readonly AuthorCandidate[] {
    return [...this.#byWords.values()]
  }
}

/** Collects the names that could be the author's. `headline` is the number of the headline's line, -1 where it is not found. */
export function authorCandidates(page: PageFacts, headline: number): AuthorCandidates {
  const candidates = new AuthorCandidates()
  addStructured(candidates, page)
  addMetas(candidates, page)
  new Elements(candidates, page, headline).add()
  new Bylines(candidates, page, headline).add()
  return candidates
}

const ARTICLE = /Article|Posting|Report$/
const WORK = /Recipe|HowTo|Book|VideoObject|Question|CreativeWork/

function addStructured(candidates: AuthorCandidates, { things }: PageFacts): void {
  const within = (thing: Thing) =>
    ['mainEntity', 'mainEntityOfPage', 'review'].flatMap((name) =>
      things.values(thing, name).filter(isThing).slice(0, 1),
    )
  const seen = new Set<string>()
  for (const thing of things.all.flatMap((each) => [each, ...within(each)])) {
    const is = (pattern: RegExp) => thing.types.some((type) => pattern.test(type))
    const of = is(ARTICLE) ? 'ofArticle' : is(WORK) ? 'ofWork' : is(/Review$/) ? 'ofReview' : 'ofOther'
    for (const property of ['author', 'creator']) {
      const authors = things.values(thing, property)
      const names = authors.flatMap((author) =>
        isThing(author) ? (things.text(author, 'name') ?? []) : String(author),
      )
      const candidate = candidates.add(
        names.filter((name) => !isAddress(name)),
        of,
      )
      if (!candidate) continue
      if (authors.some((author) => isThing(author) && author.types.includes('Organization')))
        candidate.marks.add('organization')
      if (seen.size > 0 && !seen.has(candidate.text)) candidate.marks.add('laterThing')
      seen.add(candidate.text)
    }
  }
}

const isAddress = (text: string) => /^(?:https?:|www\.)|facebook\.com/i.test(text)

/** Names of `<meta>` that publishing systems and analytics services fill with the author's name. */
const toolMetas =
  'parsely-author sailthru.author byl cxenseparse:author cse_author article_author articleauthor article-author article.author author-name authors byline vr:author rbauthors mrf:authors bt:author shareaholic:article_author_name article:author_name twitter:author dc.creator dcterms.creator dc.contributor citation_author creator'.split(
    ' ',
  )

function addMetas(candidates: AuthorCandidates, { survey, meta }: PageFacts): void {
  const add = (name: string, mark: AuthorMark) => {
    const values = (survey.metas.get(name) ?? []).filter((value) => !isAddress(value))
    candidates.add(values.map(/^(?:citation|dc)/.test(name) ? forenameFirst : (value) => value), mark)
  }
  add('author', 'metaAuthor')
  for (const name of ['article:author', 'og:article:author', 'og:author', 'book:author']) add(name, 'metaArticle')
  for (const name of toolMetas) add(name, 'metaTool')
  for (const at of [1, 2, 3]) {
    const label = meta(`twitter:label${at}`)
    const value = meta(`twitter:data${at}`)
    if (
      label &&
      value &&
      /by\b|auth?or|auteur|verfasst|écrit|escrito|geschrieben|scritto|napisane|schrijver|skrev/i.test(label)
    )
      candidates.add(value, 'card')
  }
}

/** Libraries write `Lee, Ann`. */
const forenameFirst = (name: string) => name.replace(/^([^,\s]+(?: [^,\s]+)?), ([^,]+)$/, '$2 $1')

const BYLINE_CLASS =
  /byline|by-line|author-?_*name|authorname|name-?author|writtenby|written-by|posted-?by|p-author|author vcard|article-?_*author|post-?_*author|entry-author|meta-?_*author/i
const AUTHOR_CLASS = /\bauth?or|autor|auteur|\bwriter|\bcreator|\bcontributor|verfasser|redakteur|columnist/i
const AUTHOR_ADDRESS =
  /\/(?:authors?|autor(?:en|es)?|auteurs?|people|persons?|contributors?|writers?|columnists?|journalists?|reporters?|staff|by|redakteure?)\//i
const USER_ADDRESS = /[/?](?:profiles?|users?|u|members?|team|bio|author|mitarbeiter|redaktion)[/=]/i

/** Reads the elements that say by class, address, `rel` or property that they name an author. */
class Elements {
  readonly #candidates: AuthorCandidates
  readonly #page: PageFacts
  readonly #headline: number
  readonly #texts = new Map<AuthorMark, Set<string>>()
  #group: { kind: AuthorMark; end: number; names: string[] } | undefined

  constructor(candidates: AuthorCandidates, page: PageFacts, headline: number) {
    this.#candidates = candidates
    this.#page = page
    this.#headline = headline
  }

  add(): void {
    const found: [AuthorMark, AuthorCandidate][] = []
    for (const element of this.#page.survey.marked) {
      const kind = kindOf(element)
      // What holds half a page is marked for another reason.
      if (!kind || element.end - element.id > 250 || /^(?:body|html|article|main)$/.test(element.name)) continue
      const candidate = this.#read(element, kind)
      if (candidate) found.push([kind, candidate])
    }
    for (const [kind, candidate] of found) if (this.#texts.get(kind)!.size > 5) candidate.marks.add('oneOfMany')
  }

  #read(element: Element, kind: AuthorMark): AuthorCandidate | undefined {
    const { tree } = this.#page
    for (const line of linesOf(tree, element).slice(0, 3)) {
      if (line.length > 200 || withoutByword(line) === '') continue
      const candidate = this.#candidates.add(line, kind)
      if (!candidate) continue
      const texts = this.#texts.get(kind) ?? new Set()
      this.#texts.set(kind, texts.add(candidate.text))
      if (texts.size === 1) candidate.marks.add('firstOfKind')
      this.#place(candidate, element)
      this.#join(candidate, element, kind)
      return candidate
    }
    return undefined
  }

  /** Names in elements of one kind next to each other are one author line. */
  #join({ text }: AuthorCandidate, element: Element, kind: AuthorMark): void {
    if (kind !== 'relAuthor' && kind !== 'authorLink' && kind !== 'authorProperty') return
    const group = this.#group
    if (group?.kind === kind && element.id - group.end < 25 && !group.names.includes(text)) {
      group.names.push(text)
      group.end = element.end
      const joined = this.#candidates.add(group.names, kind)
      if (joined) this.#place(joined, element)
    } else this.#group = { kind, end: element.end, names: [text] }
  }

  #place(candidate: AuthorCandidate, element: Element): void {
    if (this.#headline >= 0) candidate.marks.add(placeOf(lineAt(this.#page, element.id) - this.#headline))
    for (const mark of surroundingsOf(element)) candidate.marks.add(mark)
  }
}

function kindOf(element: Element): AuthorMark | undefined {
  if (/\bauthor\b/i.test(attr(element, 'rel') ?? '')) return 'relAuthor'
  if (/\b(?:author|creator)\b/i.test(`${attr(element, 'itemprop') ?? ''} ${attr(element, 'property') ?? ''}`))
    return 'authorProperty'
  const href = element.name === 'a' ? (attr(element, 'href') ?? '') : ''
  if (AUTHOR_ADDRESS.test(href)) return 'authorLink'
  if (USER_ADDRESS.test(href)) return 'userLink'
  const named = `${attr(element, 'class') ?? ''} ${attr(element, 'id') ?? ''} ${attr(element, 'data-testid') ?? ''}`
  if (BYLINE_CLASS.test(named)) return 'bylineClass'
  return AUTHOR_CLASS.test(named) ? 'authorClass' : undefined
}

/** The text of an element in lines. A new line begins at a block, and where two inline elements run a word into a capital. */
function linesOf(tree: Tree, element: Element): string[] {
  let text = ''
  for (let id = element.id + 1; id <= element.end; id++) {
    const node = tree.nodes[id]!
    if (node.kind === TEXT) text += node.data.replace(/\s+/g, ' ')
    else if (node.tag.flags & UNSEEN || node.name === 'svg') id = node.end
    else text += node.tag.flags & BLOCK || node.name === 'br' || node.name === 'time' ? '\n' : '\u0001'
  }
  return text
    .replace(/([\p{L}.)])\u0001+(?=\p{Lu})/gu, '$1\n')
    .replaceAll('\u0001', '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

const BY_INSIDE =
  /(?:^|[\s|])(?:by|von|par|por|di)\s+(\p{Lu}[^|•·]{2,60}|[\p{L}\d_.-]{3,20}(?:\s+(?:on|am|le|el)\b.*)?)$/iu
const BY_AFTER_SENTENCE = /[.!?…)]\s+(?:By|Von|Par|Por|Di)\s+(\p{Lu}.{3,60})$/u
const JOB =
  /writer|editor|reporter|author|correspondent|founder|contributor|columnist|journalist|manager|director|redakt/i

/** Reads the lines that say who wrote the page: anywhere with a byword, near the headline also without. */
class Bylines {
  readonly #candidates: AuthorCandidates
  readonly #page: PageFacts
  readonly #headline: number

  constructor(candidates: AuthorCandidates, page: PageFacts, headline: number) {
    this.#candidates = candidates
    this.#page = page
    this.#headline = headline
  }

  add(): void {
    const { lines } = this.#page.survey
    const last = Math.min(lines.length, Math.max(this.#headline, 0) + 60)
    for (let at = Math.max(0, this.#headline - 12); at < last; at++)
      if (lines[at]!.text.length <= 120) this.#addByLine(at)
    if (this.#headline < 0) return
    const from = Math.max(0, this.#headline - 4)
    for (let at = from; at < Math.min(lines.length, this.#headline + 15); at++) {
      if (at === this.#headline) continue
      this.#addInside(lines[at]!.text)
      this.#addNameLine(at)
    }
  }

  #addByLine(at: number): boolean {
    const { lines } = this.#page.survey
    const { id, text } = lines[at]!
    if (!startsWithByword(text) && !/(?:作者|记者)\s*[:：]/.test(text)) return false
    const own = this.#separated(id, text)
    const rest =
      withoutByword(own.replace(/^.*?(?=(?:作者|记者)\s*[:：])/, '')) || (lines[at + 1]?.text.slice(0, 60) ?? '')
    if (!/^["“]?[\p{Lu}\p{Lo}]/u.test(rest)) return false
    const candidate = this.#candidates.add(rest, 'byLine')
    if (candidate) this.#place(candidate, at)
    return candidate !== undefined
  }

  /** The line with its inline elements kept apart: `By Ann Lee` and `Updated May 1` can be two spans without a blank. */
  #separated(id: number, text: string): string {
    if (/\p{Script=Han}/u.test(text)) return text
    let block = this.#page.tree.nodes[id]!.parent
    while (block !== null && !(block.tag.flags & BLOCK)) block = block.parent
    if (block === null || block.end - block.id > 60) return text
    return linesOf(this.#page.tree, block).find((line) => text.startsWith(line.slice(0, 8))) ?? text
  }

  #addInside(text: string): void {
    if (text.length < 160 && !startsWithByword(text)) {
      const inside = BY_INSIDE.exec(text)
      if (inside) this.#candidates.add(inside[1]!, 'byInside')
    } else if (text.length < 300) {
      const after = BY_AFTER_SENTENCE.exec(text)
      if (after) this.#candidates.add(after[1]!, 'byInside')
    }
  }

  /** A line that is a person's name and nothing else. */
  #addNameLine(at: number): void {
    const textAt = (index: number) => this.#page.survey.lines[index]?.text ?? ''
    const name = textAt(at).replace(/[,|]$/, '').trim()
    if (name.length > 60 || !looksLikePerson(name) || looksLikeNoName(name)) return
    const candidate = this.#candidates.add(name, 'nameLine')
    if (!candidate) return
    const hasDate = (text: string) => text.length < 80 && findDate(text) !== null
    if (hasDate(textAt(at + 1)) || hasDate(textAt(at - 1)) || hasDate(textAt(at + 2)))
      candidate.marks.add('nameWithDate')
    if (textAt(at + 1).length < 60 && JOB.test(textAt(at + 1))) candidate.marks.add('nameWithRole')
    this.#place(candidate, at)
  }

  #place(candidate: AuthorCandidate, at: number): void {
    if (this.#headline >= 0) candidate.marks.add(placeOf(at - this.#headline))
    const element = this.#page.tree.nodes[this.#page.survey.lines[at]!.id]!.parent
    if (element) for (const mark of surroundingsOf(element)) candidate.marks.add(mark)
  }
}
