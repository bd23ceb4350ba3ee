import { isOf, isThing, type Thing, type Things } from '../../structured/things.ts'
import type { PageFacts } from '../page-facts.ts'
import { ARTICLE } from '../page-types.ts'
import type { AuthorCandidates, AuthorMark } from './candidates.ts'
import { looksLikePerson } from './person-names.ts'

const WORK = /Recipe|HowTo|Book|VideoObject|Question|CreativeWork/

/** Adds the authors in structured data. */
export function addStructuredAuthors(candidates: AuthorCandidates, { things }: PageFacts): void {
  const seen = new Set<string>()
  for (const thing of new Set(things.withParts('mainEntity', 'mainEntityOfPage', 'review'))) {
    for (const property of ['author', 'creator']) {
      const authors = things.values(thing, property)
      if (authors.length === 0) continue
      const names = authors.flatMap((author) => (isThing(author) ? namesOf(things, author) : String(author)))
      const candidate = candidates.add(
        names.filter((name) => !isAddress(name)),
        markOf(thing),
      )
      if (!candidate) continue
      if (authors.some((author) => isThing(author) && author.types.includes('Organization')))
        candidate.marks.add('organization')
      if (seen.size > 0 && !seen.has(candidate.text)) candidate.marks.add('laterThing')
      seen.add(candidate.text)
    }
  }
}

/** What an author is called; of several whom one thing names, all. */
function namesOf(things: Things, author: Thing): readonly string[] {
  const names = things.values(author, 'name').map(String)
  if (names.length > 1 && names.every((name) => looksLikePerson(name))) return names
  const name = things.nameOf(author)
  return name === null ? [] : [name]
}

function markOf(thing: Thing): AuthorMark {
  if (isOf(thing, ARTICLE)) return 'ofArticle'
  if (isOf(thing, WORK)) return 'ofWork'
  return isOf(thing, /Review$/) ? 'ofReview' : 'ofOther'
}

const isAddress = (text: string) => /^(?:https?:|www\.)|facebook\.com/i.test(text.slice(0, MAX_ADDRESS_LENGTH))
/** The most characters that are read to tell a URL from a name. */
const MAX_ADDRESS_LENGTH = 500

/** Names of `<meta>` in which content systems and analytics services put the author's name. */
const toolMetas =
  'parsely-author sailthru.author byl cxenseparse:author cse_author article_author articleauthor article-author article.author author-name authors byline vr:author rbauthors mrf:authors bt:author shareaholic:article_author_name article:author_name twitter:author dc.creator dcterms.creator dc.contributor citation_author creator'.split(
    ' ',
  )

/** Adds the authors in `<meta>`. */
export function addMetaAuthors(candidates: AuthorCandidates, { survey, meta }: PageFacts): void {
  const add = (name: string, mark: AuthorMark) => {
    const values = survey.metas.get(name)?.filter((value) => !isAddress(value))
    if (values) candidates.add(/^(?:citation|dc)/.test(name) ? values.map(forenameFirst) : values, mark)
  }
  add('author', 'metaAuthor')
  for (const name of ['article:author', 'og:article:author', 'og:author', 'book:author']) add(name, 'metaArticle')
  for (const name of toolMetas) add(name, 'metaTool')
  for (const name of ['citation_author', 'citation_authors']) add(name, 'citation')
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
