import type { Marks } from '../html-writer/runs.ts'
import { languageOf } from './encodings.ts'
import type { Header } from './header.ts'
import type { Info } from './info.ts'

/** Where the text of a group goes. */
export type Destination =
  | 'text'
  | 'skip'
  /** A picture or shape, of which the description and the text are read. */
  | 'figure'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'overrides'
  | 'info'
  | 'instruction'
  | 'property name'
  | 'property value'

/** What a paragraph is. */
export interface Paragraph {
  style: number
  /** 0 to 8. */
  outline?: number
  /** The number of its list, and its level in it. */
  list: number
  level: number
  inTable: boolean
  /** Twips: how far it is indented, and its first line beyond. */
  indent: number
  firstIndent: number
  /** For the lists of Word 6. */
  old?: 'bullet' | 'number'
}

/** A paragraph of which nothing was said. */
export const freshParagraph = (): Paragraph => ({
  style: 0,
  list: 0,
  level: 0,
  inTable: false,
  indent: 0,
  firstIndent: 0,
})

/** What a group inherits from the one around it. */
export interface State {
  destination: Destination
  marks: Marks
  hidden: boolean
  font: number
  /** Characters that stand for a `\u` where it is not known. */
  fallbacks: number
  paragraph: Paragraph
  /** Where text goes that stands twice, once for programs without Unicode. */
  twice?: Destination
  /** What a field computes. */
  field?: { code: string }
  /** The group ends something that its beginning began. */
  onClose?: () => void
}

/** Groups that are known, by the word they begin with, and where their text goes. */
export const destinations: Readonly<Record<string, Destination>> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  listtable: 'lists',
  listoverridetable: 'overrides',
  info: 'info',
  fldinst: 'instruction',
  sn: 'property name',
  sv: 'property value',
  colortbl: 'skip',
  pict: 'figure',
  shpinst: 'figure',
  objdata: 'skip',
  header: 'skip',
  headerl: 'skip',
  headerr: 'skip',
  headerf: 'skip',
  footer: 'skip',
  footerl: 'skip',
  footerr: 'skip',
  footerf: 'skip',
  ftnsep: 'skip',
  ftnsepc: 'skip',
  listtext: 'skip',
  pntext: 'skip',
  nonshppict: 'skip',
  shprslt: 'skip',
  filetbl: 'skip',
  revtbl: 'skip',
  xe: 'skip',
  tc: 'skip',
  atnid: 'skip',
  annotation: 'skip',
  mmathPict: 'skip',
}

/** Groups of a picture or shape that are read. */
export const ofFigure = new Set(['sn', 'sv', 'shptxt'])

/** Groups that say of themselves that who does not know them may skip them, and that are read. */
export const optional = new Set([
  'shppict',
  'shpinst',
  'shptxt',
  'picprop',
  'ud',
  'moMath',
  'moMathPara',
  'footnote',
  'pn',
  'background',
])

/** Words that stand for a character. */
export const characters: Readonly<Record<string, string>> = {
  tab: '\t',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  zwj: '\u200d',
  zwnj: '\u200c',
  nestcell: '\t',
}

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

/** Reads a word that says how text is set, or its language; other words say nothing that is kept. */
export const readTextWord = (state: State, word: string, value: number | null, header: Header, info: Info): void => {
  switch (word) {
    case 'plain':
      state.marks = state.marks.href === undefined ? {} : { href: state.marks.href }
      state.hidden = false
      state.font = -1
      return
    case 'v':
    case 'deleted':
      state.hidden = value !== 0
      return
    case 'lang':
      info.language ??= languageOf(value ?? 0)
      return
    case 'f':
      state.font = value ?? 0
  }
  const marks = marksOf(word, value, header)
  if (marks) mark(state, marks)
}

/** The marks that a word sets; a number of 0 behind it takes them back. */
const marksOf = (word: string, value: number | null, header: Header): Marks | undefined => {
  const isOn = value !== 0
  switch (word) {
    case 'b':
      return { bold: isOn }
    case 'i':
      return { italic: isOn }
    case 'strike':
    case 'striked':
      return { strike: isOn }
    case 'super':
    case 'up':
      return { script: isOn ? 'sup' : undefined }
    case 'sub':
    case 'dn':
      return { script: isOn ? 'sub' : undefined }
    case 'nosupersub':
      return { script: undefined }
    case 'cs':
      return { code: header.characterStyles.get(value ?? 0)?.role === 'code' }
    case 'f':
      return { code: header.fonts.get(value ?? 0)?.isMonospaced ?? false }
  }
  return undefined
}

/** Sets marks; those that stay as they are stay the same object, by which runs of one look are known. */
const mark = (state: State, change: Marks): void => {
  const { marks } = state
  const isChange = Object.entries(change).some(
    ([name, value]) => (marks[name as keyof Marks] || undefined) !== (value || undefined),
  )
  if (isChange) state.marks = oneOf({ ...marks, ...change })
}

/** Marks of text outside of links; there are some dozen. */
const known = new Map<string, Marks>()

/** The same marks as one object, however often a document turns them on and off. */
const oneOf = (marks: Marks): Marks => {
  const { href, bold, italic, strike, code, script } = marks
  if (href !== undefined) return marks
  const name = [bold, italic, strike, code, script].join()
  if (!known.has(name)) known.set(name, marks)
  return known.get(name)!
}
