import { freshParagraph, type State } from './state.ts'

/** Reads a word that says what a paragraph is; false for another word. */
export const readParagraphWord = (state: State, word: string, value: number | null): boolean => {
  const { paragraph } = state
  switch (word) {
    case 'pard':
      state.paragraph = freshParagraph()
      return true
    case 's':
      paragraph.style = value ?? 0
      return true
    case 'outlinelevel':
      paragraph.outline = value ?? 9
      return true
    case 'ls':
      paragraph.list = value ?? 0
      return true
    case 'ilvl':
      paragraph.level = Math.max(0, Math.min(value ?? 0, 8))
      return true
    case 'intbl':
      paragraph.inTable = true
      return true
    case 'li':
    case 'lin':
      paragraph.indent = value ?? 0
      return true
    case 'fi':
      paragraph.firstIndent = value ?? 0
      return true
    case 'pnlvlblt':
      paragraph.old = 'bullet'
      return true
    case 'pnlvlbody':
      paragraph.old = 'number'
      return true
  }
  return false
}
