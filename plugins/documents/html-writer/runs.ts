import { TextBuilder } from '../../content/sandbox-toolkit.ts'
import { startTag } from './markup.ts'

/** The formatting of a run of text. */
export interface Marks {
  href?: string
  bold?: boolean
  italic?: boolean
  strike?: boolean
  code?: boolean
  /** Superscript or subscript. */
  script?: 'sup' | 'sub'
}

/** A run of text with the same marks throughout. */
export interface Run {
  html: string
  /** The text without markup, for code. */
  text: string
  marks: Marks
}

/** A line break within a paragraph. */
export const lineBreak = (marks: Marks): Run => ({ html: '<br>', text: '\n', marks })

/** Whether all visible text of the runs is code. */
export const isAllCode = (runs: readonly Run[]): boolean => {
  const seen = runs.filter(({ text }) => text.trim() !== '')
  return seen.length > 0 && seen.every(({ marks }) => marks.code)
}

/** Runs without bold, for headings, which are bold anyway. */
export const unbold = (runs: readonly Run[]): Run[] =>
  runs.map((run) => ({ ...run, marks: { ...run.marks, bold: false } }))

interface Open {
  name: string
  href?: string
}

/** The tags for marks, outermost first. */
function opened({ href, bold, italic, strike, code, script }: Marks): Open[] {
  const open: Open[] = []
  if (href !== undefined) open.push({ name: 'a', href })
  if (bold) open.push({ name: 'strong' })
  if (italic) open.push({ name: 'em' })
  if (strike) open.push({ name: 's' })
  if (script) open.push({ name: script })
  if (code) open.push({ name: 'code' })
  return open
}

/** Writes runs as HTML. Programs split text at every edit, so adjacent runs with the same marks share their tags. */
export function writeRuns(runs: readonly Run[]): string {
  const html = new TextBuilder()
  /** Pending white space, which is written outside the marks that end or begin there. */
  let space = ''
  const open: Open[] = []
  const close = (count: number) => {
    while (open.length > count) html.add(`</${open.pop()!.name}>`)
  }
  for (const { html: whole, marks } of runs) {
    const inner = whole.trim()
    if (inner === '') {
      space += whole
      continue
    }
    const start = whole.indexOf(inner)
    space += whole.slice(0, start)
    const wanted = opened(marks)
    let shared = 0
    while (shared < open.length && shared < wanted.length && isSame(open[shared]!, wanted[shared]!)) shared++
    close(shared)
    html.add(space)
    space = ''
    for (const each of wanted.slice(shared)) {
      html.add(startTag(each.name, { href: each.href }))
      open.push(each)
    }
    html.add(inner)
    space = whole.slice(start + inner.length)
  }
  close(0)
  html.add(space)
  return html.toString()
}

const isSame = (one: Open, other: Open) => one.name === other.name && one.href === other.href
