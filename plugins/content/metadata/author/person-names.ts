import { decodeText } from '../../tree/entities.ts'
import { evenSpaces, stripped } from '../../white-space.ts'
import { findDate } from '../date/written-date.ts'

/** A word for the work or for writing it may precede "by". */
const WRITTEN_BY =
  '(?:(?:(?:article |recipe |post |content |fact )?(?:written|authored|posted|published|submitted|created|added|started|asked)|reporting|medically reviewed|reviewed|story|words|text|article|analysis|opinion|review' +
  '|verfasst|geschrieben|veröffentlicht|gespeichert|erstellt|eingestellt|(?:ein(?:e)? )?(?:artikel|beitrag|gastbeitrag|blog ?beitrag|kolumne|kommentar|interview|protokoll)|publié|écrit|escrito|scritto)\\s+)?' +
  '(?:by|von|par|por|di|da|door|av|af|przez)\\b[:\\s]*'
const WRITER =
  '(?:authors?|author\\(s\\)|author name|autor(?:in|en|es)?|auteurs?|autore|writers?|verfasser|redakteur|redaktion|words|text|text ?(?:&|und|and|,) ?(?:fotos?|photos?|bilder|interview)|bron)\\s*[:：/]\\s*'
/**
 * What pages write before a name: `By`, `Written by`, `Author:`, `Ein Beitrag von`. Without the flag `u`, which would
 * take four times as long.
 */
const BYWORD = new RegExp(`^(?:(?:${WRITTEN_BY})|(?:${WRITER})|(?:@))`, 'i')
/** Without a blank before the name, because a style sheet separates them: `ByAnn Lee`. */
const GLUED_BYWORD = /^By(?=\p{Lu}\p{Ll}+\s+\p{Lu})/u

/** The same without a mark, before two words of a name: `Author Ann Lee`. */
const LABEL_BEFORE_NAME = /^(?:Authors?|Autor(?:in|en)?|Auteure?s?) (?=\p{Lu}[\p{L}'’.-]* \p{Lu}\p{L})/u

/** The same in Chinese: `作者：`, `新华社记者 `. */
const HAN_BYWORD =
  /^(?:（?\s*(?:作者|文|撰文|文字|编辑|記者|记者|責任编辑|责任编辑|發布者|发布者)\s*[:：/]\s*|[□■]?\s*\p{Script=Han}{0,6}(?:记者|記者)\s+)/u

/** The same in other languages, before a colon. */
const LABELS = new Set(
  (
    'автор/авторы/автори/авторка/автор статьи/автор текста/автор материала/автор статті/автор тексту/текст/tekst/' +
    'autorzy/autorka/yazar/yazan/szerző/kirjoittaja/skribent/forfatter/penulis/tác giả/συντάκτης/συντάκτρια/' +
    'συγγραφέας/κείμενο/執筆/執筆者/执笔/执笔者/著者/筆者/文責/取材・文/取材、文/ライター/投稿者/글/글쓴이/작성자/저자/' +
    'الكاتب/كتب/كتبت/بقلم/כתב/כתבה/מאת/ผู้เขียน/เขียนโดย/เรื่อง/โดย/लेखक'
  ).split('/'),
)
const BEFORE_COLON = /^([^:：=＝/／]{1,20})[:：=＝/／]\s*/
/** The same in words that precede nothing but a name. */
const OTHER_BY = /^(?:بقلم|מאת|เขียนโดย|โดย)\s+/
/** What Korean papers write behind the name of a reporter, often with an address: `홍길동 기자 hong@news.example`. */
const KOREAN_REPORTER = /^(\p{Script=Hangul}{2,4})\s?(?:(?:선임|수석|인턴|객원)\s?)?(?:기자|특파원)(?=$|[\s,·|(])/u

/** What ends a name in a line about it: a date, a place, a separator, an invitation. */
const END =
  /\s*(?:[|•·●⋅∙\n\t]|\s[-–—/]\s|\s[–—-]\s?$|\(|\[|<|,?\s+(?:on|am|op|in|at|für|for|from|of|via|is|has|was|bei|aus|über|updated|published|posted|last|mins?|follow|read|view|see|more)\b|,? (?:le|el|il) (?:[a-zéáì]{4,9} )?\d|[\s,]\d|https?:|published|updated|posted|about the author|read more|view all|follow|subscribe|share|veröffentlicht|aktualisiert|bio\b|\s@|(?:; )?(?:reviewed|edited|editing) by|fact checked|\s(?:photo(?:graph)?s?|photography|fotos?|bilder|illustration(?:en|s)?)\s?(?:by|von|:))/i

/** Offices whose name continues with "of": `Ministry of Health`. After a person, it says for whom they write. */
const OFFICE =
  /(?:^|[\s-])(?:academy|agency|association|bank|board|bureau|cent(?:er|re)s?|college|committee|council|department|federation|institutes?|ministry|office|school|society|university|\p{L}{0,20}(?:amt|ministerium|verband|zentrum))$/iu
const MAX_OFFICE_LENGTH = 100
const OF_OFFICE = /^\s+(?:of|for|für)\b/i

/** A job, not a name, after the first comma. */
const ROLE =
  /^(?:(?:senior|chief|lead|associate|assistant|deputy|managing|executive|contributing|special|staff|guest|freelance|former)\s+)*(?:staff|writer|reporter|editor|correspondent|contributor|columnist|author|journalist|producer|critic|photographer|redakteurin?|autorin?|redaktion|and|news|.* (?:staff|writer|reporter|editor|correspondent|contributor|news|times|post|press))\b/i

/** The name of a site or an agency after a person's name: for whom they write. */
const EMPLOYER = /^(?:[\p{L}\d-]+\.(?:com|org|net|info|\p{L}{2})|(?:the )?associated press|reuters|ap|afp|dpa)$/iu

/** Words before a name. */
const BEFORE_NAME = /^(?:by|von|and|und|photos?|pictures?|(?:about|meet)(?=\s+(?!(?:us|me|the|our|this)\b)\p{L}))\s+/iu
/** Words in place of a name: the heading of a box about the author, or an account without a name. */
const LABEL =
  /^(?:the )?(?:authors?|autor(?:in|en)?|auteure?|writers?|contributors?|(?:wp-?)?admin|administrators?|webmaster|publisher|an[oó]nimo)$/i
/** The owner of a picture or a page is not its author. */
const CREDIT = /^(?:foto|bild|photo|image|picture|grafik|illustration|credit)s?\s?[:©]|^(?:copyright|©)/i

/** The most characters that are searched for a job. */
const MAX_ROLE_LENGTH = 200

/** Degrees and suffixes after a name: `PhD`, `RDN`, `M.D.`. */
const DEGREE = /^(?:(?:\p{Lu}\.?){2,6}|Ph\.?D|Jr|Sr|Esq|MSc|BSc|RDN?|PharmD|PsyD|DO|MEd)\.?$/u

/** What is left where the next name stands in an element of its own. */
const OPEN_END = /,?\s(?:[Aa]nd|AND|und|UND|et|y|e)$/

const BETWEEN = /\s*(?:,|;|&|、|，|\s(?:[Aa]nd|AND|und|UND|et|y|e|with|og|och|en|i|mit|a)\s)\s*/

/** Marks that stand before a byword: `— by Ann Lee`. */
const LEADING = '-–—~*•·|'
const withoutMarks = (line: string): string => (LEADING.includes(line.charAt(0)) ? stripped(line, LEADING, '') : line)

/** A text without the bywords before a name; the same text if there are none. */
export const withoutByword = (text: string): string => {
  let rest = withoutMarks(text.trim())
  // "Author: By Ann" has two.
  for (let left = 3; left > 0; left--) {
    const byword = BYWORD.exec(rest) ?? GLUED_BYWORD.exec(rest) ?? LABEL_BEFORE_NAME.exec(rest) ?? inOtherLanguage(rest)
    if (byword === null) break
    rest = rest.slice(byword[0].length).trim()
  }
  return rest
}

const inOtherLanguage = (text: string): RegExpExecArray | null => {
  const before = BEFORE_COLON.exec(text)
  const isLabel = before !== null && LABELS.has(before[1]!.trim().toLowerCase())
  return isLabel ? before : (HAN_BYWORD.exec(text) ?? OTHER_BY.exec(text))
}

export const startsWithByword = (text: string): boolean => {
  const line = withoutMarks(text)
  return (
    BYWORD.test(line) ||
    KOREAN_REPORTER.test(line) ||
    (line.startsWith('Aut') && LABEL_BEFORE_NAME.test(line)) ||
    inOtherLanguage(line) !== null
  )
}

/** The most characters of a line about an author. */
const MAX_LINE_LENGTH = 2000

/** A name has letters; a text that begins with a number is a date: `3 de Mayo`. */
const STARTS_LIKE_NAME = /^(?!\d{1,4} ).*\p{L}/u

/**
 * The names in a line about an author: `By Ann Lee and Bo Ray, staff writers | May 1` gives Ann Lee and Bo Ray. Empty
 * for a line that names nobody. At most twelve.
 */
export function readNames(line: string): string[] {
  let text = withoutByword(evenSpaces(decodeText(line.slice(0, MAX_LINE_LENGTH))).trim())
  if (CREDIT.test(text)) return []
  const reporter = KOREAN_REPORTER.exec(text)
  if (reporter) return [reporter[1]!]
  const end = END.exec(text)
  if (end && OF_OFFICE.test(end[0]) && OFFICE.test(text.slice(0, end.index))) {
    const name = nameOfOffice(text)
    return name.length <= MAX_OFFICE_LENGTH ? [name] : []
  }
  if (end) text = text.slice(0, findDate(text)?.index).slice(0, end.index)
  text = stripped(text, `,.:;|"'“”‘’*_~–—-`, `,:;|"'“”*_~–—-）】／`).replace(OPEN_END, '')
  const names: string[] = []
  for (const part of text.split(BETWEEN)) {
    const name = stripped(part, `.:'"“”`, `:'"“”`).replace(BEFORE_NAME, '')
    if (name === '' || LABEL.test(name)) continue
    if (names.length > 0 && (ROLE.test(name.slice(0, MAX_ROLE_LENGTH)) || EMPLOYER.test(name))) continue
    if (names.length > 0 && isSmallJob(name) && text.includes(`, ${part}`)) break
    if (names.length > 0 && DEGREE.test(name)) {
      names[names.length - 1] += `, ${name}`
      continue
    }
    if (name.length < 2 || name.length > 50 || name.split(' ').length > 6 || !STARTS_LIKE_NAME.test(name)) break
    if (!names.some((other) => other.toLowerCase() === name.toLowerCase())) names.push(name)
    if (names.length > 12) return []
  }
  return names
}

/** Whether a part behind a comma begins with a small letter, and not as a name may: `Ann Lee, chief of staff`. */
const isSmallJob = (part: string): boolean => /^\p{Ll}/u.test(part) && !PARTICLE.test(part.split(' ', 1)[0]!)

/** The name of an office, up to a mark that ends it. */
const nameOfOffice = (text: string): string => stripped(text.split(/[|•·●⋅∙\n(,;]/, 1)[0]!, `.:;"'“”`, `.:;"'“”`)

/** A name of `readNames` without what stands behind it: `Ann Lee, MD, RDN`. */
export const withoutDegrees = (name: string): string => name.split(', ', 1)[0]!

const PARTICLE = /^(?:de|da|di|van|von|der|den|la|le|el|al|bin|del|du|dos|ter|ten|zu|y|of)$/

/** Whether a name is written like a person's: two to four capitalised words, or two to four Han characters. */
export function looksLikePerson(name: string): boolean {
  const words = name.split(' ')
  if (words.length === 1) return /^\p{Script=Han}{2,4}$/u.test(name)
  return words.length <= 4 && words.every((word) => /^(?:['’]?\p{Lu})/u.test(word) || PARTICLE.test(word))
}

const COLLECTIVE =
  /\b(?:admin|administrators?|editors?|editorial|staff|team|redaktion|redaktionsteam|newsroom|guest|authors?|webmaster|news|press|contributors?|content|support|redaction|rédaction|agency|reuters|ap|afp|dpa|associated|wire|desk|board|inc|llc|gmbh|ltd|company|magazine|times|post|blog|media|online|tv|radio|university|institute|foundation)\b/i

/** Whether a name is that of an office, an agency or a company. */
export const looksCollective = (name: string): boolean => COLLECTIVE.test(name)

const NO_NAME =
  /发表评论|^von\b|\b(?:creative commons|license|copy|link|edition|authorized|user|request|dealer|demo|download|pdf|beginner|guide|cookie|privacy|login|log in|sign|menu|search|home|contact|about|comments?|share|follow|newsletter|profile|more|posts?|view|read|articles?|category|tags?|email|facebook|twitter|linkedin|instagram|all|see|next|previous|reply|edit|our|my|your|the|this|you|we|policy|terms|website|learn|how|what|join|meet|get|with|leave|date|time|name|number|unknown|null|undefined|none|anonymous|bio|overview|by|meta|published|updated|posted|last|mins?|minutes|days?|ago|today|yesterday|teilen|drucken|anmelden|registrieren|weiterlesen|kommentar(?:e|ieren)?|antworten|partager|compartir|condividi)\b/i
/** Of the names of days and months some are forenames, too: `April Roach`, `Jan de Vries`. */
const CALENDAR =
  /\b(?:january|february|march|april|june|july|august|september|october|november|december|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\b/i

/** Whether a text has words that stand on pages beside authors, but in no name. */
export const looksLikeNoName = (text: string): boolean =>
  NO_NAME.test(text) || (CALENDAR.test(text) && (/\d/.test(text) || !text.split(', ').every(looksLikePerson)))
