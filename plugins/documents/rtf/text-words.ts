import type { Marks } from '../html-writer/runs.ts'
import { languageOf } from './encodings.ts'
import type { Header } from './header.ts'
import type { Info } from './info.ts'
import type { State } from './state.ts'

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
  if (isChange) state.marks = { ...marks, ...change }
}
