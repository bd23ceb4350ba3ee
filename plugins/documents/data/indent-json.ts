import { TextBuilder } from '../../content/sandbox-toolkit.ts'
import { endOfString } from './json-data.ts'

/**
 * Indents JSON text by two spaces per level, as `JSON.stringify` does. Unlike a round trip through data, it keeps the
 * digits of numbers, which parsing may round, as well as duplicate names and the order of members.
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

/** A string literal without unnecessary escapes. */
const plain = (string: string): string => (string.includes('\\') ? JSON.stringify(JSON.parse(string)) : string)

/** The index after the white space at `from`, if there is any. */
const behindBlanks = (text: string, from: number): number => {
  let at = from
  while (at < text.length && isBlank(text.charCodeAt(at))) at++
  return at
}

const isBlank = (code: number) => code === 32 || code === 10 || code === 13 || code === 9
const isClosing = (code: number) => code === 93 || code === 125
const endsWord = (code: number) => code === 44 || isClosing(code) || isBlank(code)
