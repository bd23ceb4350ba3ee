import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import type { Box, Run } from '../model.ts'
import { wordsOf } from '../text/words.ts'
import { apply, type Matrix } from './matrix.ts'
import type { PageWork } from './page-work.ts'

/** The fields of an annotation that are read. In a hostile file each may be of another type. */
export interface Annotation {
  subtype?: unknown
  rect?: unknown
  url?: unknown
  hidden?: unknown
  annotationFlags?: unknown
  fieldType?: unknown
  fieldValue?: unknown
  checkBox?: unknown
  radioButton?: unknown
  exportValue?: unknown
  buttonValue?: unknown
  password?: unknown
  options?: unknown
  contentsObj?: unknown
}

/** A link on a page. */
export interface Link extends Box {
  href: string
}

/** The text of a filled-in form field, or text that was typed onto the page. */
export interface FieldText extends Box {
  text: string
}

/** The annotations of a page that have content. */
export interface Annotations {
  links: Link[]
  fields: FieldText[]
}

/** Reads the annotations of a page whose operators have been read. */
export type ReadAnnotations = (page: PDFPageProxy) => Promise<readonly Annotation[]>

/** More than the maximum of pages of a document. */
const MAX_PAGES = 10_000
/** Links, free text and form fields, as numbered by pdf.js. Source: ISO 32000-1, section 12.5.6.1. */
const TYPES = new Set([2, 3, 20])
/** The flags `Invisible`, `Hidden` and `NoView`. Source: ISO 32000-1, section 12.5.3. */
const UNSEEN = 1 | 2 | 32

/**
 * Creates a reader of annotations. It asks pdf.js for annotations of certain types in the whole document, except for
 * those of other pages: asked for those of a page, pdf.js also reads the text below each link, with 60 kB for each.
 */
export function annotationReader(document: PDFDocumentProxy, work: PageWork): ReadAnnotations {
  if (document.numPages > MAX_PAGES) return async () => []
  const others = new Set(Array.from({ length: document.numPages }, (_, i) => i))
  let isOver = false
  return async ({ pageNumber }) => {
    if (isOver) return []
    others.delete(pageNumber - 1)
    const found = ((await document.getAnnotationsByType(TYPES, others)) ?? []) as Annotation[]
    others.add(pageNumber - 1)
    isOver = !work.takeAnnotations(found.length)
    return isOver ? [] : found
  }
}

/** The external links and filled-in form fields with their positions on the page. */
export function placed(annotations: readonly Annotation[], matrix: Matrix): Annotations {
  const links: Link[] = []
  const fields: FieldText[] = []
  for (const each of annotations) {
    const box = boxOf(each.rect, matrix)
    if (box === null || (Number(each.annotationFlags) & UNSEEN) !== 0) continue
    if (each.subtype === 'Link' && typeof each.url === 'string') links.push({ ...box, href: each.url })
    const text = each.subtype === 'Widget' && each.hidden !== true ? fieldText(each) : ''
    if (text !== '') fields.push({ ...box, text })
    if (each.subtype === 'FreeText') fields.push(...typedLines(each, box))
  }
  return { links, fields }
}

function boxOf(rect: unknown, matrix: Matrix): Box | null {
  if (!Array.isArray(rect) || rect.length !== 4 || !rect.every(Number.isFinite)) return null
  const [x0, y0] = apply(matrix, rect[0], rect[1])
  const [x1, y1] = apply(matrix, rect[2], rect[3])
  return { left: Math.min(x0, x1), top: Math.min(y0, y1), right: Math.max(x0, x1), bottom: Math.max(y0, y1) }
}

/** The lines of a free text annotation, from top to bottom. */
function typedLines({ contentsObj }: Annotation, { top, bottom, ...box }: Box): FieldText[] {
  const contents = (contentsObj as { str?: unknown } | null | undefined)?.str
  const lines = typeof contents === 'string' ? contents.trim().split(/\r\n?|\n/) : []
  const height = (bottom - top) / lines.length
  const place = (i: number) => ({ ...box, top: top + i * height, bottom: top + (i + 1) * height })
  return lines.flatMap((text, i) => (text.trim() === '' ? [] : { ...place(i), text: text.trim() }))
}

function fieldText(field: Annotation) {
  const { fieldType, fieldValue, checkBox, radioButton, exportValue, buttonValue, password, options } = field
  if (fieldType === 'Btn') {
    if (checkBox !== true && radioButton !== true) return ''
    const on = radioButton === true ? buttonValue : exportValue
    return fieldValue !== null && fieldValue !== 'Off' && fieldValue === on ? '☑' : '☐'
  }
  if (password === true || fieldType === 'Sig') return ''
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue]
  return values
    .filter((value) => typeof value === 'string')
    .map((value) => shownAs(value, options))
    .join(', ')
}

/** The label of the option with this value. */
function shownAs(value: string, options: unknown): string {
  const entries = Array.isArray(options) ? (options as { exportValue?: unknown; displayValue?: unknown }[]) : []
  const shown = entries.find((entry) => entry?.exportValue === value)?.displayValue
  return typeof shown === 'string' ? shown : value
}

/** Adds links to runs. A run that is only partly a link is split. */
export function linkRuns(runs: readonly Run[], links: readonly Link[]): Run[] {
  if (links.length === 0) return [...runs]
  return runs.flatMap((run) => {
    const middle = run.baseline - run.size * 0.3
    const over = links.filter(
      (link) => link.top <= middle && middle <= link.bottom && link.left < run.right && run.left < link.right,
    )
    return over.length === 0 ? [run] : partByLinks(run, over)
  })
}

function partByLinks(run: Run, links: readonly Link[]): Run[] {
  const whole = links.find((link) => link.left <= run.left + 1 && run.right <= link.right + 1)
  if (whole) return [{ ...run, href: whole.href }]
  const parts: Run[] = []
  for (const word of wordsOf(run)) {
    const middle = (word.left + word.right) / 2
    const href = links.find(({ left, right }) => left <= middle && middle <= right)?.href ?? null
    const last = parts.at(-1)
    if (last && last.href === href) {
      last.text += word.text
      last.right = word.right
    } else parts.push({ ...word, href })
  }
  return parts
}
