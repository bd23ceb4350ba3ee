import { visibleText } from '../../structured/item.ts'
import { isOf } from '../../structured/things.ts'
import { attr, type Element } from '../../tree/index.ts'
import { lineAt } from '../headline/line.ts'
import type { PageFacts } from '../page-facts.ts'
import { ARTICLE } from '../page-types.ts'
import { placeOf } from '../surroundings.ts'
import { attributeText } from '../text/attribute-text.ts'
import { validDay } from '../time.ts'
import { type DateCandidate, DateCandidates, type DateMark } from './candidates.ts'
import { mayHoldDate } from './written-date.ts'

/**
 * Collects the days that may be the date of publication. `headline` is the line number of the headline, -1 if it is
 * unknown.
 */
export function dateCandidates(
  page: PageFacts,
  headline: number,
  language: string | null,
  now: number,
): DateCandidates {
  const candidates = new DateCandidates(language, now)
  addMetas(candidates, page)
  addStructured(candidates, page)
  addTimes(candidates, page, headline)
  addMarked(candidates, page, headline)
  addLines(candidates, page, headline)
  addAddress(candidates, page)
  return candidates
}

const published = 'article:published_time og:article:published_time article:published og:published_time'.split(' ')
/** Names of `<meta>` in which libraries, content systems and analytics services put the date of publication. */
const issued =
  'datepublished published date dc.date dc.date.issued dc.date.created dc.date.published dcterms.date dcterms.issued dcterms.created dc.created dc.issued parsely-pub-date sailthru.date pubdate publishdate publish-date publish_date publication_date publication-date published-date published_date publicationdate pub_date published_at article_date_original originalpublicationdate cxenseparse:recs:publishtime cxenseparse:publishtime article.published article:post_date article_published_time article-publish-date citation_publication_date citation_date citation_online_date prism.publicationdate ptime displaydate release_date video:release_date created creation_date date.created shareaholic:article_published_time vr:published_time bt:pubdate mediator_published_time rnews:datepublished wp-date analyticsattributes.articledate'.split(
    ' ',
  )
const modified =
  'article:modified_time og:updated_time article:modified datemodified lastmod last-modified dcterms.modified dc.date.modified dc.modified modified revised'.split(
    ' ',
  )

function addMetas(candidates: DateCandidates, { survey: { metas } }: PageFacts): void {
  const add = (names: readonly string[], mark: DateMark) => {
    for (const name of names) {
      const values = metas.get(name)
      if (values) candidates.addValue(values[0]!, mark)
    }
  }
  add(published, 'metaPublished')
  add(issued, 'metaIssued')
  add(modified, 'metaModified')
}

const PAGE = /WebPage|CollectionPage|ItemPage/
const WORK = /Recipe|HowTo|Video|CreativeWork|Question|Book|Podcast/

function addStructured(candidates: DateCandidates, { things }: PageFacts): void {
  for (const thing of new Set(things.withParts('mainEntity', 'mainEntityOfPage'))) {
    const of = isOf(thing, ARTICLE)
      ? 'ofArticle'
      : isOf(thing, PAGE)
        ? 'ofPage'
        : isOf(thing, WORK)
          ? 'ofWork'
          : 'ofOther'
    candidates.addValue(things.text(thing, 'datePublished'), of)
    candidates.addValue(things.text(thing, 'dateCreated') ?? things.text(thing, 'uploadDate'))
    candidates.addValue(things.text(thing, 'dateModified'), 'modified')
  }
}

const UPDATED =
  /updat|modif|aktualisiert|edited|revised|mis à jour|actualizado|atualizad|aggiornat|geändert|bearbeitet|bijgewerkt|aktualiz|zmieni|uppdaterad|opdateret|oppdatert|päivitetty|frissít|güncel|обновл|изменен|оновлен|ενημέρωση|ενημερώθηκε|最后|更新|修改|수정|업데이트|تحديث|עודכן|อัปเดต|อัพเดท|แก้ไข|ปรับปรุง|अपडेट|cập nhật|reviewed/i
const PUBLISHED =
  /publi|posted|veröffentlicht|erschienen|erstellt|created|written|pubblicato|geplaatst|opublikowan|zveřejněn|yayın|eklenme|опубликован|размещен|дата публикации|опубліковано|δημοσι|发布|发表|發布|發表|投稿|公開|掲載|配信|등록|입력|게시|발행|작성일|نشر|פורסם|เผยแพร่|प्रकाशित|started|on:|vom|geschrieben/i

function addWords(candidate: DateCandidate, text: string): void {
  const { marks } = candidate
  if (!marks.has('updatedWord') && UPDATED.test(text)) marks.add('updatedWord')
  if (!marks.has('publishedWord') && PUBLISHED.test(text)) marks.add('publishedWord')
}

/** Adds the marks for the surroundings of a date's element. */
function addSurroundings(candidate: DateCandidate, { surroundings }: PageFacts, element: Element): void {
  for (const mark of surroundings.of(element)) candidate.marks.add(mark)
}

function addPlace(candidate: DateCandidate, page: PageFacts, id: number, headline: number): void {
  if (headline >= 0) candidate.marks.add(placeOf(lineAt(page, id) - headline))
}

function addTimes(candidates: DateCandidates, page: PageFacts, headline: number): void {
  const { lines, times } = page.survey
  let first = true
  for (const time of times) {
    const candidate =
      candidates.addValue(attr(time, 'datetime') ?? attr(time, 'content'), 'time') ??
      candidates.addText(visibleText(page.tree, time, LONG_LINE), 'time')
    if (!candidate) continue
    if (first) candidate.marks.add('firstTime')
    first = false
    addSurroundings(candidate, page, time)
    addPlace(candidate, page, time.id, headline)
    const line = lines[lineAt(page, time.id + 1) - 1]
    if (line && line.text.length < READ_OF_TEXT) addWords(candidate, line.text)
  }
}

const NAMED = ['class', 'id', 'itemprop', 'data-testid']
/** The most nodes of an element with a date. */
const MAX_NODES = 60

function addMarked(candidates: DateCandidates, page: PageFacts, headline: number): void {
  let first = true
  for (const element of page.survey.marked) {
    if (element.name === 'time' || element.end - element.id > MAX_NODES) continue
    const named = attributeText(element, NAMED)
    if (!/date|time|publish|posted|created|meta|byline/i.test(named)) continue
    const text = visibleText(page.tree, element, 2 * LONG_LINE)
    const candidate =
      candidates.addValue(attr(element, 'content') ?? attr(element, 'datetime') ?? attr(element, 'title'), 'marked') ??
      (text.length < LONG_LINE ? candidates.addText(text, 'marked') : undefined)
    if (!candidate) continue
    if (first) candidate.marks.add('firstMarked')
    first = false
    if (/date|publish|posted|time/i.test(named)) candidate.marks.add('dateClass')
    addSurroundings(candidate, page, element)
    addPlace(candidate, page, element.id, headline)
    addWords(candidate, text)
  }
}

/**
 * How many lines before and after the headline may contain the page's own date, and how many at the end of the page.
 */
const LINES_BEFORE = 40
const LINES_BEHIND = 150
const LAST_LINES = 30
/** How many lines above the headline the first date may be to count as the first. */
const FIRST_LINES_ABOVE = 5
/**
 * The most characters of a line that is little more than a date, of a short line with a date, and of any line with a
 * date.
 */
const BARE_LINE = 25
const SHORT_LINE = 80
const LONG_LINE = 200
/** The characters that are read of a longer line. */
const READ_OF_TEXT = 120
/** The most characters of a line, and of the label in the line before it, that are read as one. */
const MAX_VALUE = 40
const MAX_LABEL = 30

function addLines(candidates: DateCandidates, page: PageFacts, headline: number): void {
  const { lines } = page.survey
  const from = Math.max(0, headline - LINES_BEFORE)
  const to = Math.min(lines.length, Math.max(headline, 0) + LINES_BEHIND)
  let first = true
  for (let at = from; at < to; at++) {
    const { text, id } = lines[at]!
    if (!mayHoldDate(text)) continue
    const { length } = text
    const mark =
      length > LONG_LINE ? null : length > SHORT_LINE ? 'inLongLine' : length < BARE_LINE ? 'bareLine' : 'inLine'
    if (mark === null) {
      candidates.addText(text.slice(0, READ_OF_TEXT))
      continue
    }
    const before = lines[at - 1]?.text ?? ''
    for (const { candidate, context } of candidates.addTexts(text, mark)) {
      if (first && headline >= 0 && at >= headline - FIRST_LINES_ABOVE) {
        candidate.marks.add('firstLine')
        first = false
      }
      addPlace(candidate, page, id, headline)
      const element = page.tree.nodes[id]!.parent
      if (element) addSurroundings(candidate, page, element)
      addWords(candidate, length < MAX_VALUE && before.length < MAX_LABEL ? `${before} ${context}` : context)
    }
  }
  for (const { text } of lines.slice(Math.max(to, lines.length - LAST_LINES))) {
    if (text.length > READ_OF_TEXT || !mayHoldDate(text)) continue
    const candidate = candidates.addText(text)
    if (candidate) addWords(candidate, text)
  }
}

function addAddress(candidates: DateCandidates, { url: { pathname } }: PageFacts): void {
  const day =
    /[/_.-]((?:20[0-3]|19[89])\d)[/_.-]?(0[1-9]|1[0-2]|[1-9](?=[/_.-]))[/_.-]?(0[1-9]|[12]\d|3[01]|[1-9](?=[/_.-]))(?!\d)/.exec(
      pathname,
    )
  if (day) candidates.addValue(validDay(Number(day[1]), Number(day[2]), Number(day[3])), 'address')
  // With the day first, only if the year makes the order certain.
  const reversed = /[/_-](0[1-9]|[12]\d|3[01])([_.-])(0[1-9]|1[0-2])\2((?:20[0-3]|19[89])\d)(?!\d)/.exec(pathname)
  if (reversed) candidates.addValue(validDay(Number(reversed[4]), Number(reversed[3]), Number(reversed[1])), 'address')
  const found = /[/_-](20[0-3]\d)[/_-]?(0[1-9]|1[0-2])(?!\d)/.exec(pathname)
  const month = found ? `${found[1]}-${found[2]}` : reversed && `${reversed[4]}-${reversed[3]}`
  if (!month) return
  for (const { day: each, marks } of candidates.all)
    marks.add(each.startsWith(month) ? 'inAddressMonth' : 'notAddressMonth')
}
