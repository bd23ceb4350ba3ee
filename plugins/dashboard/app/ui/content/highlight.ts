/** A piece of a text and its kind; empty for what has no colour. */
export interface Part {
  kind: '' | 'string' | 'number' | 'word' | 'name' | 'comment'
  text: string
}

/** The groups are named after the kinds; the first that matches counts. */
const grammars: Readonly<Record<string, RegExp>> = {
  json: /(?<string>"(?:[^"\\\n]|\\.)*"?)|(?<word>[A-Za-z]+)|(?<number>-?\d[\d.eE+-]*)/g,
  shell: /(?<string>"(?:[^"\\]|\\.)*"?|'[^']*'?)|(?<name>\$\w+)|(?<word>[\w/.-]+)/g,
  typescript:
    /(?<comment>\/\/[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<word>[A-Za-z_]\w*)|(?<number>\d[\d.]*)/g,
  python:
    /(?<comment>#[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(?<word>[A-Za-z_]\w*)|(?<number>\d[\d.]*)/g,
}

const words: Readonly<Record<string, ReadonlySet<string>>> = {
  json: new Set(['true', 'false', 'null']),
  shell: new Set(['curl', 'export', '-H', '-X', '-d', '-N']),
  typescript: new Set(
    'const let await async import from if throw new for of return true false null process'.split(' '),
  ),
  python: new Set('import from with as for in if def return raise True False None'.split(' ')),
}

/** Splits a text into parts, which together are the text. */
export function highlight(text: string, language: string): Part[] {
  const grammar = grammars[language]
  if (!grammar) return [{ kind: '', text }]
  const parts: Part[] = []
  let end = 0
  for (const found of text.matchAll(grammar)) {
    const kind = Object.entries(found.groups ?? {}).find(([, group]) => group !== undefined)?.[0] as Part['kind']
    if (kind === 'word' && !words[language]?.has(found[0])) continue
    if (found.index > end) parts.push({ kind: '', text: text.slice(end, found.index) })
    end = found.index + found[0].length
    const isName = language === 'json' && kind === 'string' && text[end] === ':'
    parts.push({ kind: isName ? 'name' : kind, text: found[0] })
  }
  if (end < text.length) parts.push({ kind: '', text: text.slice(end) })
  return parts
}
