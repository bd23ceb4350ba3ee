/** A piece of a text, and what it is there: empty for what has no colour. */
export interface Part {
  kind: '' | 'string' | 'number' | 'word' | 'name' | 'comment'
  text: string
}

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`
const NUMBER = String.raw`\b\d+(?:\.\d+)?\b`

/** One alternative for each kind; the first that fits counts. */
const grammars: Readonly<Record<string, readonly [Part['kind'], string][]>> = {
  json: [
    ['name', String.raw`"(?:[^"\\\n]|\\.)*"(?=\s*:)`],
    ['string', STRING],
    ['number', String.raw`-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b`],
    ['word', String.raw`\b(?:true|false|null)\b`],
  ],
  shell: [
    ['comment', String.raw`(?<=^|\s)#[^\n]*`],
    ['string', STRING],
    ['name', String.raw`\$\w+`],
    ['word', String.raw`\b(?:curl|export)\b|(?<=\s)-{1,2}[A-Za-z-]+`],
  ],
  typescript: [
    ['comment', String.raw`//[^\n]*`],
    ['string', STRING],
    ['word', String.raw`\b(?:const|let|await|async|import|from|if|throw|new|for|of|return|true|false|null)\b`],
    ['number', NUMBER],
  ],
  python: [
    ['comment', String.raw`#[^\n]*`],
    ['string', STRING],
    ['word', String.raw`\b(?:import|from|with|as|for|in|if|def|return|raise|True|False|None)\b`],
    ['number', NUMBER],
  ],
}

/** Cuts a text into parts, whose texts together are the text. */
export function highlight(text: string, language: string): Part[] {
  const grammar = grammars[language]
  if (!grammar) return [{ kind: '', text }]
  const pattern = new RegExp(grammar.map(([, source]) => `(${source})`).join('|'), 'g')
  const parts: Part[] = []
  let end = 0
  for (const found of text.matchAll(pattern)) {
    if (found.index > end) parts.push({ kind: '', text: text.slice(end, found.index) })
    const kind = grammar[found.slice(1).findIndex((group) => group !== undefined)]![0]
    parts.push({ kind, text: found[0] })
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push({ kind: '', text: text.slice(end) })
  return parts
}
