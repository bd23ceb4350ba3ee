import { isCodeName } from './code-names.ts'

/** What a style means for its paragraphs. */
export interface StyleMeaning {
  /** The level, 1 to 6. */
  heading?: number
  role?: 'title' | 'code' | 'quote' | 'contents'
}

/** The meaning of a paragraph style by its name in lower case. */
export const meaningOf = (name: string): StyleMeaning => {
  const heading = /^heading ?([1-9])$/.exec(name)?.[1]
  if (heading) return { heading: Math.min(Number(heading), 6) }
  if (name === 'title') return { role: 'title', heading: 1 }
  if (/^toc (\d|heading)$|^table of (figures|contents)|^contents \d|^(toc|contents) heading/.test(name)) {
    return { role: 'contents', heading: undefined }
  }
  if (/^(intense |block )?quot(e|ation)s?$|^block text$/.test(name)) return { role: 'quote' }
  return isCodeName(name) ? { role: 'code' } : {}
}
