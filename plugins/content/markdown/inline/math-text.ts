import { attr, type Element, TEXT, type Text, type Tree, tokens } from '../../tree/index.ts'

/** A formula that stands in a text between delimiters, and where. */
export interface FormulaInText {
  from: number
  to: number
  tex: string
  display: boolean
}

/** How a page marks the formulas of its texts. */
export interface MathDelimiters {
  /** A dollar on either side: only where the page says so, since prices have dollars too. */
  dollar: boolean
}

const typesetter = /mathjax|katex/i
const configures = /mathjax|renderMathInElement/i
const configuresDollar = /(["'])\$\1/
/** Longer scripts are programs, which say all sorts of things. Characters. */
const MAX_CONFIGURATION = 20_000

/** Names of elements that hold one formula, delimiters included, for such a script. */
const holders = new Set(['math', 'math-container', 'math-tex', 'arithmatex', 'mathjax', 'tex2jax_process'])
/** Text in them is none of the page, or none of the script's. */
const others = new Set(['code', 'pre', 'script', 'style', 'textarea', 'noscript', 'template'])

/** How a page marks formulas for a script (MathJax, KaTeX) that sets them; null where it has none. */
export const mathDelimiters = (tree: Tree, scripts: readonly Element[]): MathDelimiters | null => {
  if (!scripts.some((script) => typesetter.test(attr(script, 'src') ?? ''))) return null
  const dollar = scripts.some(({ first }) => first?.kind === TEXT && saysDollar(first.data))
  const delimiters = { dollar }
  for (let { id } = tree.body; id <= tree.body.end; id++) {
    const node = tree.nodes[id]!
    if (node.kind !== TEXT) {
      if (others.has(node.name)) id = node.end
    } else if (formulasIn(node, delimiters).length > 0) return delimiters
  }
  return null
}

const saysDollar = (script: string): boolean =>
  script.length <= MAX_CONFIGURATION && configures.test(script) && configuresDollar.test(script)

/** Longer lists of names are nobody's, and each text in the element asks for them. Characters. */
const MAX_NAMES = 300

const isHolder = (element: Element | null): boolean =>
  element !== null &&
  (attr(element, 'class')?.length ?? 0) <= MAX_NAMES &&
  tokens(element, 'class').some((name) => holders.has(name))

const pairs = [
  { open: '\\(', close: '\\)', display: false },
  { open: '\\[', close: '\\]', display: true },
  { open: '$$', close: '$$', display: true },
  { open: '$', close: '$', display: false },
]

/** The formulas in a text, in their order. */
export const formulasIn = ({ data, parent }: Text, { dollar }: MathDelimiters): FormulaInText[] => {
  const found: FormulaInText[] = []
  if (!data.includes('\\') && !data.includes('$')) return found
  const kinds = dollar || isHolder(parent) ? pairs : pairs.slice(0, -1)
  // Where each kind opens next: asked again only when that is behind, so that the text is read a few times in all.
  const opens = kinds.map(({ open }) => data.indexOf(open))
  for (let at = 0; ; ) {
    let next = -1
    for (const [i, { open }] of kinds.entries()) {
      if (opens[i]! >= 0 && opens[i]! < at) opens[i] = data.indexOf(open, at)
      if (opens[i]! >= 0 && (next < 0 || opens[i]! < opens[next]!)) next = i
    }
    if (next < 0) return found
    const { open, close, display } = kinds[next]!
    const from = opens[next]!
    const end = data.indexOf(close, from + open.length)
    if (end < 0) {
      opens[next] = -1
      continue
    }
    at = end + close.length
    const tex = data.slice(from + open.length, end).trim()
    // A dollar within would end the formula that we write.
    if (tex !== '' && !tex.includes('$')) found.push({ from, to: at, tex, display })
  }
}
