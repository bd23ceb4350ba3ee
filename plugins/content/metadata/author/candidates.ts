import type { PlaceMark } from '../surroundings.ts'
import { wordsOf } from '../text/likeness.ts'
import { readNames } from './person-names.ts'

/** Where a name was found, and its surroundings. */
export type AuthorMark =
  // Structured data, by the type of what the author wrote.
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
  /** Those whom scholarly search is told. */
  | 'citation'
  // Elements that say so by an attribute.
  | 'relAuthor'
  | 'authorProperty'
  | 'authorLink'
  | 'userLink'
  /** In a forum, the first member that is named at or below the headline. */
  | 'firstPoster'
  | 'bylineClass'
  | 'authorClass'
  // Lines of text.
  | 'byLine'
  | 'byInside'
  /** All names of a byline that continues over several lines. */
  | 'wholeLine'
  /** A line that begins with the editor, as in Chinese papers. */
  | 'editor'
  | 'nameLine'
  | 'nameWithDate'
  | 'nameWithRole'
  // Elements and lines.
  | 'firstOfKind'
  | 'oneOfMany'
  | PlaceMark

export interface AuthorCandidate {
  names: readonly string[]
  text: string
  words: readonly string[]
  marks: Set<AuthorMark>
}

/** The most candidates: all are compared with each other, and a page with more is a list of people. */
const MAX_CANDIDATES = 64

/** The most lines of one source. */
const MAX_LINES = 100

/** Unique names, ignoring case; at most twelve. */
const distinct = (names: readonly string[]) =>
  [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].slice(0, 12)

/** The names that may be the author's. Two sources that name the same people form a single candidate. */
export class AuthorCandidates {
  readonly #byWords = new Map<string, AuthorCandidate>()
  /** Cached names by line: any number of articles may have the same author. */
  readonly #known = new Map<string, readonly string[]>()

  add(raw: string | readonly string[], ...marks: readonly AuthorMark[]): AuthorCandidate | undefined {
    const found =
      typeof raw === 'string' ? this.#read(raw) : raw.slice(0, MAX_LINES).flatMap((line) => this.#read(line))
    if (found.length === 0) return undefined
    const names = found.length === 1 ? found : distinct(found)
    const text = names.join(', ')
    const words = wordsOf(text)
    if (words.length === 0 || words.length > 40) return undefined
    const key = words.length === 1 ? words[0]! : words.toSorted().join(' ')
    let candidate = this.#byWords.get(key)
    if (!candidate) {
      if (this.#byWords.size === MAX_CANDIDATES) return undefined
      candidate = { names, text, words, marks: new Set() }
      this.#byWords.set(key, candidate)
    }
    for (const mark of marks) candidate.marks.add(mark)
    return candidate
  }

  /** Whether a name is one that the page declares as its author's to machines. */
  isDeclared(name: string): boolean {
    const marks = this.#byWords.get(wordsOf(name).toSorted().join(' '))?.marks
    return marks !== undefined && (marks.has('ofArticle') || marks.has('metaAuthor'))
  }

  #read(line: string): readonly string[] {
    let names = this.#known.get(line)
    if (names === undefined) {
      names = readNames(line)
      this.#known.set(line, names)
    }
    return names
  }

  get all(): readonly AuthorCandidate[] {
    return [...this.#byWords.values()]
  }
}
