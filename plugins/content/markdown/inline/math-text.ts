import { attr, type Element, TEXT, type Text, type Tree, tokens } from '../../tree/index.ts'

/** A formula between delimiters in a text, and its position. */
export interface FormulaInText {
  from: number
  to: number
  tex: string
  display: boolean
}

/** The delimiters of formulas in a page's texts. */
export interface MathDelimiters {
  /** A dollar sign on either side: only if the page configures it, since prices have dollar signs too. */
  dollar: boolean
}

const typesetter = /mathjax|katex/i
const configures = /mathjax|renderMathInElement/i
const configuresDollar = /(["'])\$\1/
/**
 * The most characters of a script that is read as configuration; longer ones are programs with all kinds of texts.
 */
const MAX_CONFIGURATION = 20_000

/** Class names of elements that contain one formula for such a script, delimiters included. */
const holders = new Set(['math', 'math-container', 'math-tex', 'arithmatex', 'mathjax', 'tex2jax_process'])
/** Elements whose text is not part of the page, or is ignored by the script. */
const others = new Set(['code', 'pre', 'script', 'style', 'textarea', 'noscript', 'template'])

/** The delimiters with which a page marks formulas for a script (MathJax, KaTeX); null if it has none. */
export const mathDelimiters = (tree: Tree, scripts: readonly Element[]): MathDelimiters | null => {
  if (!scripts.some((script) => typesetter.test(attr(script, 'src') ?? ''))) return null
  const dollar = scripts.some(({ first }) => first?.kind === TEXT && enablesDollar(first.data))
  const delimiters = { dollar }
  for (let { id } = tree.body; id <= tree.body.end; id++) {
    const node = tree.nodes[id]!
    if (node.kind !== TEXT) {
      if (others.has(node.name)) id = node.end
    } else if (formulasIn(node, delimiters).length > 0) return delimiters
  }
  return null
}

const enablesDollar = (script: string): boolean =>
  script.length <= MAX_CONFIGURATION && configures.test(script) && configuresDollar.test(script)

/** The most characters of class names that are read; they are read for each text in the element. */
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

/** The formulas in a text, in order. */
export const formulasIn = ({ data, parent }: Text, { dollar }: MathDelimiters): FormulaInText[] => {
  const found: FormulaInText[] = []
  if (!data.includes('\\') && !data.includes('$')) return found
  const kinds = dollar || isHolder(parent) ? pairs : pairs.slice(0, -1)
  // The next opening of each kind, searched again only once it is passed, so that the text is read only a few times.
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
    // A dollar sign inside would end the formula that we write.
    if (tex !== '' && !tex.includes('$')) found.push({ from, to: at, tex, display })
  }
}
