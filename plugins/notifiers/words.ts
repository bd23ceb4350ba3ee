import type { Notice } from '../monitors/service.ts'

/** A notice as text for a person. */
export interface Words {
  /** One line without control characters. */
  title: string
  /** What happened, in one or two sentences. */
  summary: string
  /** The added and removed lines, as many as fit; empty if there are none. */
  excerpt: string
}

/** The most characters of a monitor's name in a title. */
const MAX_NAME = 100

/** Describes a notice, with at most `most` characters of the difference. */
export function wordsOf(
  { event, monitor, changePercent, addedLines, removedLines, diff, error }: Notice,
  most: number,
): Words {
  const name = oneLine(monitor.name, MAX_NAME)
  if (event === 'monitor.failed')
    return {
      title: `Failed: ${name}`,
      summary: `The page could not be checked: ${oneLine(error?.message ?? 'for an unknown reason', 500)}`,
      excerpt: '',
    }
  const percent = changePercent === null ? '' : `${tenths(changePercent)} % of the text: `
  return {
    title: `Changed: ${name}`,
    summary: `The page has changed. ${percent}${lines(addedLines, 'added')}, ${lines(removedLines, 'removed')}.`,
    excerpt: cut(diff ?? '', most),
  }
}

const tenths = (percent: number) => (percent > 0 && percent < 0.1 ? 'Less than 0.1' : Math.round(percent * 10) / 10)

const lines = (count: number, what: string) => `${count} ${count === 1 ? 'line' : 'lines'} ${what}`

/** Control and directional characters, which could make a text look like another. */
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g

const oneLine = (text: string, most: number) => cut(text.replace(HIDDEN, ' ').trim(), most)

/** The beginning of a text, without half a surrogate pair at its end. */
const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
