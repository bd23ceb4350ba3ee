import type { PageMetadata } from 'weirjs/schemas'
import { measureText, round } from '../quality/measure-text.ts'
import { guessContentType } from './content-type.ts'
import type { PageFacts } from './page-facts.ts'

type ContentQuality = PageMetadata['contentQuality']

/** The fewest words and blocks (paragraphs and lists) of a rich page, and its largest share of links. */
const RICH = { words: 250, blocks: 3, linked: 0.5 }

/** What the quality of a page depends on, apart from its facts. */
export interface QualityContext {
  language: string | null
  markupLength: number
  article: PageMetadata['article']
}

/**
 * Measures the whole body of a page: its visible text, and its elements by kind. `noscript` counts if it is most of
 * the page. A rich page has at least 250 words in at least three paragraphs or lists, at most half of them in links.
 */
export function measureQuality(page: PageFacts, { language, markupLength, article }: QualityContext): ContentQuality {
  const { lines, count, linkCount, textLength, linkedShare } = page.survey
  let text = ''
  for (const line of lines) text += `${line.text}\n`
  const measured = measureText(text, language)
  const paragraphCount = count('p')
  const listCount = count('ul', 'ol', 'dl', 'menu')
  const headingDistribution = {
    h1: count('h1'),
    h2: count('h2'),
    h3: count('h3'),
    h4: count('h4'),
    h5: count('h5'),
    h6: count('h6'),
  }
  return {
    ...measured,
    contentDensity: markupLength === 0 ? 0 : round(Math.min(1, textLength / markupLength), 3),
    isContentRich:
      measured.wordCount >= RICH.words && paragraphCount + listCount >= RICH.blocks && linkedShare <= RICH.linked,
    headingCount: Object.values(headingDistribution).reduce((sum, each) => sum + each, 0),
    paragraphCount,
    linkCount,
    imageCount: count('img'),
    listCount,
    tableCount: count('table'),
    quoteCount: count('blockquote'),
    codeBlockCount: count('pre'),
    contentType: guessContentType(page, { words: measured.wordCount, linkedShare, article }),
    headingDistribution,
  }
}
