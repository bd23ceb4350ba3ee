import { TextBuilder } from '../../content/sandbox-toolkit.ts'
import { startTag } from './markup.ts'

/** What a stretch of text is marked as. */
export interface Marks {
  href?: string
  bold?: boolean
  italic?: boolean
  strike?: boolean
  code?: boolean
  /** Raised, or lowered. */
  script?: 'sup' | 'sub'
}

/** A stretch of text whose marks are the same throughout. */
export interface Run {
  html: string
  /** The same without markup, for code. */
  text: string
  marks: Marks
}

/** A line break within a paragraph. */
export const lineBreak = (marks: Marks): Run => ({ html: '<br>', text: '\n', marks })

/** Whether all that is seen of some runs is code. */
export const isAllCode = (runs: readonly Run[]): boolean => {
  const seen = runs.filter(({ text }) => text.trim() !== '')
  return seen.length > 0 && seen.every(({ marks }) => marks.code)
}

/** Runs in a heading, which is bold as it is. */
export const unbold = (runs: readonly Run[]): Run[] =>
  runs.map((run) => ({ ...run, marks: { ...run.marks, bold: false } }))

interface Open {
  name: string
  href?: string
}

/** From the outermost in. */
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

/** Programs cut text in pieces at every edit; marks go around all of them that share these. */
export function writeRuns(runs: readonly Run[]): string {
  const html = new TextBuilder()
  /** White space looks the same in every mark: it stands outside of those that end or begin at it. */
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
