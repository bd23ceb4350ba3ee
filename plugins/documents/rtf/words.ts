import type { Marks } from '../html-writer/runs.ts'
import { languageOf } from './encodings.ts'
import type { Header } from './header.ts'
import type { Info } from './info.ts'

/** The destination of a group's text. */
export type Destination =
  | 'text'
  | 'skip'
  /** A picture or shape. Its description and text are read. */
  | 'figure'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'overrides'
  | 'info'
  | 'instruction'
  | 'property name'
  | 'property value'

/** The properties of a paragraph. */
export interface Paragraph {
  style: number
  /** The outline level, 0 to 8. */
  outline?: number
  /** The number of its list, and the level in it. */
  list: number
  level: number
  inTable: boolean
  /** The indents in twips: of the paragraph, and of its first line in addition. */
  indent: number
  firstIndent: number
  /** The kind of list as in Word 6. */
  old?: 'bullet' | 'number'
}

/** A paragraph with default properties. */
export const freshParagraph = (): Paragraph => ({
  style: 0,
  list: 0,
  level: 0,
  inTable: false,
  indent: 0,
  firstIndent: 0,
})

/** The state that a group inherits from the group around it. */
export interface State {
  destination: Destination
  marks: Marks
  hidden: boolean
  font: number
  /** The number of fallback characters after each `\u`. */
  fallbacks: number
  paragraph: Paragraph
  /** The destination of text that is written twice, once for programs without Unicode. */
  twice?: Destination
  /** The field that the group is in: its instruction, and what that says once its result begins. */
  field?: { code: string; result?: { isContents: boolean; href: string | undefined } }
  /** Called at the end of the group. */
  onClose?: () => void
}

/** The destinations of special groups, by their first word. */
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

/** Groups within a picture or shape that are read. */
export const ofFigure = new Set(['sn', 'sv', 'shptxt'])

/** Groups that are marked as optional, and are read nevertheless. */
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

/** The characters for which words stand. */
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

/** Handles a word that sets a property of the paragraph; false for other words. */
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

/** Handles a word that sets the formatting or language of text. All other words are ignored. */
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

/** The marks that a word sets. A parameter of 0 removes them. */
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

/** Changes the marks. If nothing changes, the object stays the same, which is how equal runs are recognised. */
const mark = (state: State, change: Marks): void => {
  const { marks } = state
  const isChange = Object.entries(change).some(
    ([name, value]) => (marks[name as keyof Marks] || undefined) !== (value || undefined),
  )
  if (isChange) state.marks = oneOf({ ...marks, ...change })
}

/** The marks of text outside links. There are a few dozen combinations. */
const known = new Map<string, Marks>()

/** Returns the same object for equal marks, however often a document switches them on and off. */
const oneOf = (marks: Marks): Marks => {
  const { href, bold, italic, strike, code, script } = marks
  if (href !== undefined) return marks
  const name = [bold, italic, strike, code, script].join()
  if (!known.has(name)) known.set(name, marks)
  return known.get(name)!
}
