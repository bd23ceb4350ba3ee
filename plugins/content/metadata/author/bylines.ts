import { BLOCK, type Element } from '../../tree/index.ts'
import { findDate } from '../date/written-date.ts'
import type { PageFacts } from '../page-facts.ts'
import { placeOf } from '../surroundings.ts'
import { linesWithin } from '../text/lines-within.ts'
import type { AuthorCandidate, AuthorCandidates } from './candidates.ts'
import { looksCollective, looksLikeNoName, looksLikePerson, startsWithByword, withoutByword } from './person-names.ts'

const BY_INSIDE =
  /(?:^|[\s|])(?:by|von|par|por|di)\s+(\p{Lu}[^|•·⋅∙]{2,60}|[\p{L}\d_.-]{3,20}(?:\s+(?:on|am|le|el)\b.*)?)$/iu
/** What only a line about the page says. */
const SAYS_SO =
  /^(?:(?:this|the|diese[rs]?|der) [^.]{1,30} (?:written|authored|geschrieben|verfasst)|(?:posted|published|submitted|filed|veröffentlicht|geschrieben|erstellt|publié|publicado|pubblicato)\b.{1,60}) (?:by|von|par|por|da) /i
const BY_AFTER_SENTENCE = /[.!?…)]\s+(?:By|Von|Par|Por|Di)\s+(\p{Lu}.{3,60})$/u
const JOB =
  /writer|editor|reporter|author|correspondent|founder|contributor|columnist|journalist|manager|director|redakt/i

/**
 * How many lines before and after the headline a line with a byword may name the author, and the most characters of
 * one.
 */
const BYWORD_LINES_BEFORE = 12
const BYWORD_LINES_BEHIND = 60
const MAX_BYWORD_LINE = 120
/** The same for a line with only a name, or with a byword within it. */
const NAME_LINES_BEFORE = 4
const NAME_LINES_BEHIND = 15
/** The most characters of a line that is searched for a byword, and of one that ends with its author. */
const MAX_LINE_WITH_BYWORD = 160
const MAX_LINE_WITH_AUTHOR = 300
/** The most characters of a line with a date, and of one with a job, beside a name. */
const MAX_DATE_LINE = 80
const MAX_JOB_LINE = 60
/** The most nodes of a block whose inline elements are separated. */
const MAX_NODES = 60

/** How many lines are checked for Chinese characters. */
const HAN_LINES = 12
const HAN = /\p{Script=Han}/u

/** What Chinese pages write before authors' names, and the names: two to four characters each, at most six. */
const HAN_WORD = /记者|記者|作者|撰文|执笔|实习生/
const HAN_NAMES =
  /(?:记者|記者|作者|撰文|执笔人?|实习生)(?:\s{0,3}[:：/]\s{0,3}|\s{1,3})(\p{Script=Han}{2,4}(?:[\s、]{1,3}\p{Script=Han}{2,4}){0,5})(?=\s|[）)】\]/]|$)/u
/** The same in Taiwan, where the place of the report follows: `記者王小明／台北報導`. */
const HAN_REPORT = /[記记]者(\p{Script=Han}{2,4})\s?[/／╱∕]\s?\p{Script=Han}{2,6}[報报][導导道]/u
/** The brackets around such names at the end of a paragraph. */
const BRACKETS = /[（()）【】[\]]/
/** The editor of a text is not its author. */
const HAN_EDITOR = /[编編][辑輯]/u
/** The most characters of a line that contains nothing else. */
const MAX_HAN_LINE = 40

/** How many lines below the headline even an account may be the author: `by steam_fan`. */
const LINES_BELOW = 4
const ACCOUNT = /^by:? (?:[\p{L}\d_.-]{3,20}|\d\S{0,20}(?: \p{L}\S{0,20}){1,2})$/iu

/** What says it at the end of a page, too. */
const SAYS_WRITTEN = /^(?:(?:this )?(?:article|post) )?(?:written|authored|posted|published) by\b/i
/** What stands between names, on a line of its own. */
const AND = /^(?:,|&|and|und|et|y|e)$/i
const MAX_OTHERS = 6
const MAX_NAME_LINE = 60

/** Separators of a day and a name in one line, and the most parts of such a line. */
const MARK = / [|•·●⋅∙–—/-]{1,3} /
const MAX_PARTS = 4
/** How many lines below the headline, in addition to the one above it, such a line may name the author. */
const LINES_BESIDE = 2
/** What goes on behind a name: a section, or for whom it was written. */
const BEHIND_NAME = / (?:(?:in|on behalf) |\().*/

/** Whether a line is short and contains a day. */
const isDated = (text: string) => text.length < MAX_DATE_LINE && findDate(text) !== null

/** Reads the lines that name the author: anywhere with a byword, and near the headline also without one. */
export class Bylines {
  readonly #candidates: AuthorCandidates
  readonly #page: PageFacts
  readonly #headline: number
  readonly #forum: boolean

  constructor(candidates: AuthorCandidates, page: PageFacts, headline: number) {
    this.#candidates = candidates
    this.#page = page
    this.#headline = headline
    this.#forum = page.forum
  }

  add(): void {
    const { lines } = this.#page.survey
    const first = Math.max(0, this.#headline - BYWORD_LINES_BEFORE)
    const last = Math.min(lines.length, Math.max(this.#headline, 0) + BYWORD_LINES_BEHIND)
    for (let at = first; at < last; at++) if (lines[at]!.text.length <= MAX_BYWORD_LINE) this.#addByLine(at)
    this.#addLastByLine(last)
    if (this.#isHan()) for (let at = first; at < lines.length; at++) this.#addHanNames(at)
    if (this.#headline < 0) return
    const from = Math.max(0, this.#headline - NAME_LINES_BEFORE)
    for (let at = from; at < Math.min(lines.length, this.#headline + NAME_LINES_BEHIND); at++) {
      if (at === this.#headline) continue
      this.#addInside(at)
      if (this.#isBesideHeadline(at)) this.#addBesideDate(at)
      this.#addNameLine(at)
    }
  }

  /** What says it further down, if there is one such line: the others are those of other articles. */
  #addLastByLine(from: number): void {
    const { lines } = this.#page.survey
    let only = -1
    for (let at = from; at < lines.length; at++) {
      const { text } = lines[at]!
      if (text.length > MAX_BYWORD_LINE || !SAYS_WRITTEN.test(text)) continue
      if (only >= 0) return
      only = at
    }
    if (only >= 0) this.#addByLine(only)
  }

  #addByLine(at: number): void {
    const { lines } = this.#page.survey
    const { id, text } = lines[at]!
    if (!startsWithByword(text) && !/(?:作者|记者)\s*[:：]/.test(text)) return
    if (text.length <= MAX_HAN_LINE && HAN_NAMES.test(text)) return
    const own = this.#separated(id, text)
    const inLine = withoutByword(own.replace(/^.*?(?=(?:作者|记者)\s*[:：])/, ''))
    const rest = inLine || (lines[at + 1]?.text.slice(0, MAX_NAME_LINE) ?? '')
    const isAccount = this.#isRightBelow(at) && ACCOUNT.test(text)
    if (!isAccount && !/^["“]?[\p{Lu}\p{Lo}]/u.test(rest)) return
    const element = this.#elementOf(at)
    if (!this.#forum && element && this.#page.surroundings.of(element).includes('inComments')) return
    const others = this.#othersBehind(inLine ? at : at + 1)
    const candidate = this.#candidates.add(others.length === 0 ? rest : [rest, ...others], 'byLine')
    if (candidate && others.length > 0) candidate.marks.add('wholeLine')
    if (candidate && HAN_EDITOR.test(text)) candidate.marks.add('editor')
    if (candidate) this.#place(candidate, at)
  }

  #isRightBelow(at: number): boolean {
    return this.#headline >= 0 && at > this.#headline && at <= this.#headline + LINES_BELOW
  }

  #isBesideHeadline(at: number): boolean {
    return at >= this.#headline - 1 && at <= this.#headline + LINES_BESIDE
  }

  /**
   * The names that continue a line with a name: each on its own line, with a comma or an "and" on a line between
   * them.
   */
  #othersBehind(at: number): string[] {
    const { lines } = this.#page.survey
    const names: string[] = []
    for (let next = at + 1; names.length < MAX_OTHERS && AND.test(lines[next]?.text ?? ''); next += 2) {
      const name = lines[next + 1]?.text ?? ''
      if (name.length > MAX_NAME_LINE || !looksLikePerson(name)) break
      names.push(name)
    }
    return names
  }

  /** Whether the page is written in Han characters, judged by the lines after its headline. */
  #isHan(): boolean {
    const from = Math.max(this.#headline, 0)
    return this.#page.survey.lines.slice(from, from + HAN_LINES).some(({ text }) => HAN.test(text))
  }

  /** Adds the reporters of Chinese papers, at the head of an article or in brackets at its end. */
  #addHanNames(at: number): void {
    const { text } = this.#page.survey.lines[at]!
    if (!HAN_WORD.test(text)) return
    const parts = text.length <= MAX_HAN_LINE ? [text] : text.split(BRACKETS).filter((_, at) => at % 2 === 1)
    for (const part of parts) {
      if (part.length > MAX_HAN_LINE) continue
      const names = (HAN_NAMES.exec(part) ?? HAN_REPORT.exec(part))?.[1]
      const candidate = names && this.#candidates.add(names.split(/[\s、]+/), 'byLine')
      if (candidate) this.#place(candidate, at)
    }
  }

  /**
   * The line with its inline elements separated: `By Ann Lee` and `Updated May 1` can be two spans without a blank.
   */
  #separated(id: number, text: string): string {
    if (/\p{Script=Han}/u.test(text)) return text
    let block = this.#page.tree.nodes[id]!.parent
    while (block !== null && !(block.tag.flags & BLOCK)) block = block.parent
    if (block === null || block.end - block.id > MAX_NODES) return text
    return linesWithin(this.#page.tree, block).find((line) => text.startsWith(line.slice(0, 8))) ?? text
  }

  #elementOf(at: number): Element | null {
    return this.#page.tree.nodes[this.#page.survey.lines[at]!.id]!.parent
  }

  #addInside(at: number): void {
    const { text } = this.#page.survey.lines[at]!
    if (text.length < MAX_LINE_WITH_BYWORD && !startsWithByword(text)) {
      const inside = BY_INSIDE.exec(text)
      const says = inside !== null && SAYS_SO.test(text)
      const candidate = inside && this.#candidates.add(inside[1]!, says ? 'byLine' : 'byInside')
      // A line about the page, and not one of its text.
      if (candidate && (says || (this.#isBesideHeadline(at) && isDated(text)))) this.#place(candidate, at)
    } else if (text.length < MAX_LINE_WITH_AUTHOR) {
      const after = BY_AFTER_SENTENCE.exec(text)
      if (after) this.#candidates.add(after[1]!, 'byInside')
    }
  }

  /** Adds a person between the separators of a line with a day: `Dec. 19, 2025 · Ann Lee in Kettles`. */
  #addBesideDate(at: number): void {
    const { text } = this.#page.survey.lines[at]!
    if (!isDated(text)) return
    const parts = text.split(MARK).map((part) => withoutByword(part).replace(BEHIND_NAME, ''))
    const names = parts.filter((part) => /^[^,\d]+$/.test(part) && looksLikePerson(part) && !looksLikeNoName(part))
    if (parts.length === 1 || parts.length > MAX_PARTS || names.length !== 1 || looksCollective(names[0]!)) return
    const candidate = this.#candidates.add(names[0]!, 'byInside', 'nameLine', 'nameWithDate', 'near')
    if (candidate) this.#place(candidate, at)
  }

  /** Adds a line that is only a person's name. */
  #addNameLine(at: number): void {
    const textAt = (index: number) => this.#page.survey.lines[index]?.text ?? ''
    const name = textAt(at).replace(/[,|]$/, '').trim()
    if (name.length > MAX_NAME_LINE) return
    const isDeclared = !looksLikePerson(name) && this.#candidates.isDeclared(name)
    if (!isDeclared && (!looksLikePerson(name) || looksLikeNoName(name))) return
    const candidate = this.#candidates.add(name, ...(isDeclared ? [] : (['nameLine'] as const)))
    if (!candidate) return
    if (isDated(textAt(at + 1)) || isDated(textAt(at - 1)) || isDated(textAt(at + 2)))
      candidate.marks.add('nameWithDate')
    if (textAt(at + 1).length < MAX_JOB_LINE && JOB.test(textAt(at + 1))) candidate.marks.add('nameWithRole')
    this.#place(candidate, at)
  }

  #place(candidate: AuthorCandidate, at: number): void {
    if (this.#headline >= 0) candidate.marks.add(placeOf(at - this.#headline))
    const element = this.#elementOf(at)
    if (element) for (const mark of this.#page.surroundings.of(element)) candidate.marks.add(mark)
  }
}
