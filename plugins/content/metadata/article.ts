import type { PageMetadata } from 'weirjs/schemas'
import { isOf } from '../structured/things.ts'
import type { PageFacts } from './page-facts.ts'
import { declaredText } from './text/declared-text.ts'
import { isoTime } from './time.ts'

const ARTICLE = /Article|Posting|Report$|Recipe|HowTo/

/**
 * The article group of spec section 2.4. Times are as the page writes them. `author` is the value of `article:author`
 * or, on a page that calls itself an article, its author.
 */
export function readArticle(
  page: PageFacts,
  known: { author: string | null; published: string | null },
): PageMetadata['article'] {
  const { meta, metas, things } = page
  const named = metas('article:author').filter((value) => !/^(?:https?:|www\.|\d+$)/i.test(value))
  const claims = /article|post/.test(meta('og:type') ?? '') || things.has(ARTICLE)
  return {
    publishedTime: known.published,
    modifiedTime:
      [
        ...['article:modified_time', 'og:article:modified_time', 'og:updated_time'].map((name) => meta(name)),
        things.first(['dateModified'], ARTICLE),
        ...['datemodified', 'dcterms.modified', 'dc.date.modified', 'last-modified', 'lastmod', 'revised'].map((name) =>
          meta(name),
        ),
        things.first(['dateModified']),
      ].find((time) => time !== null && mayBe(time)) ?? null,
    expirationTime: meta('article:expiration_time', 'og:article:expiration_time') ?? things.first(['expires'], ARTICLE),
    author: named.join(', ') || (claims ? known.author : null),
    section: readSection(page),
    tags: readTags(page),
  }
}

function readSection({ meta, things }: PageFacts): string | null {
  const sections = [meta('article:section', 'og:article:section'), things.first(['articleSection'], ARTICLE)]
  // Some publishing systems give the address of the section instead.
  const section = sections.find((each) => each !== null && !/^https?:/i.test(each)) ?? null
  return section && declaredText(section)
}

/** Whether the day of a time exists: content systems write `0000-00-00` or `0001-01-01` if they know none. */
const mayBe = (time: string) => !/^\d{4}-\d\d-\d\d/.test(time) || isoTime(time) !== null

function readTags({ survey, metas, things }: PageFacts): string[] {
  const name = ['article:tag', 'og:article:tag'].find((each) => survey.metas.has(each))
  if (name !== undefined) return [...new Set(metas(name))]
  const article = things.all.find((thing) => isOf(thing, ARTICLE))
  const keywords = article ? things.values(article, 'keywords') : []
  // A single text with commas, or one keyword per value.
  const tags = keywords.flatMap((value) => (typeof value === 'string' ? value.split(',') : []))
  return [...new Set(tags.map(declaredText).filter(Boolean))]
}
