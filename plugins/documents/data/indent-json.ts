import { TextBuilder } from '../../content/sandbox-toolkit.ts'
import { endOfString } from './json-data.ts'

/**
 * A text that is JSON with two blanks for each level, as `JSON.stringify` writes its data: but numbers stay as they
 * are written, since to read them may round them, and so do names that are there twice, and the order of all.
 */
export const indentJson = (text: string): string => {
  const out = new TextBuilder()
  const lines: string[] = []
  const line = (depth: number) => (lines[depth] ??= `\n${'  '.repeat(depth)}`)
  let depth = 0
  for (let at = behindBlanks(text, 0); at < text.length; at = behindBlanks(text, at)) {
    const code = text.charCodeAt(at)
    const from = at++
    switch (code) {
      case 34:
        at = endOfString(text, from) + 1
        out.add(plain(text.slice(from, at)))
        break
      case 91:
      case 123:
        at = behindBlanks(text, at)
        out.add(text[from]!)
        if (isClosing(text.charCodeAt(at))) out.add(text[at++]!)
        else out.add(line(++depth))
        break
      case 93:
      case 125:
        out.add(line(--depth) + text[from])
        break
      case 44:
        out.add(`,${line(depth)}`)
        break
      case 58:
        out.add(': ')
        break
      default:
        while (at < text.length && !endsWord(text.charCodeAt(at))) at++
        out.add(text.slice(from, at))
    }
  }
  return out.toString()
}

/** A string without escapes that it does not need. */
const plain = (string: string): string => (string.includes('\\') ? JSON.stringify(JSON.parse(string)) : string)

/** Where the blanks end that begin here, if any do. */
const behindBlanks = (text: string, from: number): number => {
  let at = from
  while (at < text.length && isBlank(text.charCodeAt(at))) at++
  return at
}

const isBlank = (code: number) => code === 32 || code === 10 || code === 13 || code === 9
const isClosing = (code: number) => code === 93 || code === 125
const endsWord = (code: number) => code === 44 || isClosing(code) || isBlank(code)
