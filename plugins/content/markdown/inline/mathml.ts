import { attr, children, collapse, type Element, type Node, TEXT, type Tree, textContent } from '../../tree/index.ts'

/** Operators and letters with a command in TeX; others are valid as they are. */
const words: Readonly<Record<string, string>> = {
  '−': '-',
  '×': '\\times',
  '⋅': '\\cdot',
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '∂': '\\partial',
  '∇': '\\nabla',
  '∞': '\\infty',
  '≤': '\\leq',
  '≥': '\\geq',
  '≠': '\\neq',
  '≈': '\\approx',
  '≡': '\\equiv',
  '∈': '\\in',
  '∉': '\\notin',
  '⊂': '\\subset',
  '⊆': '\\subseteq',
  '∪': '\\cup',
  '∩': '\\cap',
  '∀': '\\forall',
  '∃': '\\exists',
  '→': '\\to',
  '⇒': '\\Rightarrow',
  '↔': '\\leftrightarrow',
  '±': '\\pm',
  '…': '\\dots',
  α: '\\alpha',
  β: '\\beta',
  γ: '\\gamma',
  δ: '\\delta',
  ε: '\\epsilon',
  θ: '\\theta',
  λ: '\\lambda',
  μ: '\\mu',
  π: '\\pi',
  ρ: '\\rho',
  σ: '\\sigma',
  τ: '\\tau',
  φ: '\\phi',
  ω: '\\omega',
  Γ: '\\Gamma',
  Δ: '\\Delta',
  Σ: '\\Sigma',
  Φ: '\\Phi',
  Ω: '\\Omega',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '&': '\\&',
  '#': '\\#',
  $: '\\$',
  _: '\\_',
  '\\': '\\backslash',
  '\u2061': '',
  '\u2062': '',
  '\u2063': ',',
}

/** Presentation MathML as TeX, for formulas without a TeX source. Unknown elements are read as rows. */
export const texOf = (tree: Tree, math: Element): string => collapse(row(tree, children(math)))

const row = (tree: Tree, nodes: readonly Element[]): string =>
  nodes
    .map((node) => tex(tree, node))
    .filter((part) => part !== '')
    .join(' ')

/** Wraps in braces, except a single symbol: a sum in braces would have its limits beside it. */
const group = (source: string): string => (source.length === 1 || /^\\[a-z]+$/i.test(source) ? source : `{${source}}`)

/** TeX commands for signs over a term; Office writes the combining characters. */
const over: Readonly<Record<string, string>> = {
  '¯': '\\overline',
  '‾': '\\overline',
  '\u0305': '\\overline',
  '^': '\\hat',
  ˆ: '\\hat',
  '\u0302': '\\hat',
  '~': '\\tilde',
  '˜': '\\tilde',
  '\u0303': '\\tilde',
  ˇ: '\\check',
  '\u030c': '\\check',
  '˙': '\\dot',
  '\u0307': '\\dot',
  '¨': '\\ddot',
  '\u0308': '\\ddot',
  '→': '\\vec',
  '\u20d7': '\\vec',
  '⏞': '\\overbrace',
}

/** TeX commands for signs under a term. */
const under: Readonly<Record<string, string>> = {
  _: '\\underline',
  '¯': '\\underline',
  '‾': '\\underline',
  '\u0332': '\\underline',
  '⏟': '\\underbrace',
}

const token = (source: string): string =>
  Array.from(source, (c) => (Object.hasOwn(words, c) ? `${words[c]} ` : c))
    .join('')
    .trim()

/** Words within a formula, in which some signs have a meaning all the same. */
const text = (source: string): string =>
  `\\text{${source.replace(/[\\%&#{}$_]/g, (sign) => (sign === '\\' ? '\\textbackslash ' : `\\${sign}`))}}`

/** A fraction has no line where it is one of two terms above each other, as in a binomial. */
const NO_LINE = /^0+(?:\.0+)?[a-z%]*$/i

const tex = (tree: Tree, element: Element): string => {
  const parts = children(element)
  const part = (at: number) => (parts[at] === undefined ? '' : tex(tree, parts[at]))
  switch (element.name) {
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return ''
    case 'mi':
    case 'mn':
    case 'mo':
      return token(collapse(textContent(tree, element)))
    case 'mtext':
    case 'ms':
      return text(collapse(textContent(tree, element)))
    case 'mspace':
      return '\\,'
    case 'mfrac':
      return NO_LINE.test(attr(element, 'linethickness') ?? '')
        ? `{${part(0)} \\atop ${part(1)}}`
        : `\\frac{${part(0)}}{${part(1)}}`
    case 'msqrt':
      return `\\sqrt{${row(tree, parts)}}`
    case 'mroot':
      return `\\sqrt[${part(1)}]{${part(0)}}`
    case 'mover':
    case 'munder': {
      const sign = parts[1] === undefined ? '' : collapse(textContent(tree, parts[1]))
      const isOver = element.name === 'mover'
      const accents = isOver ? over : under
      if (Object.hasOwn(accents, sign)) return `${accents[sign]}{${part(0)}}`
      return `${group(part(0))}${isOver ? '^' : '_'}${group(part(1))}`
    }
    case 'msup':
      return `${group(part(0))}^${group(part(1))}`
    case 'msub':
      return `${group(part(0))}_${group(part(1))}`
    case 'msubsup':
    case 'munderover':
      return `${group(part(0))}_${group(part(1))}^${group(part(2))}`
    case 'mfenced':
      return [
        token(attr(element, 'open') ?? '('),
        parts.map((each) => tex(tree, each)).join(', '),
        token(attr(element, 'close') ?? ')'),
      ].join('')
    case 'mtable':
      return `\\begin{matrix}${parts.map((each) => cells(tree, each)).join(' \\\\ ')}\\end{matrix}`
    default:
      return parts.length > 0 ? row(tree, parts) : token(ownText(element.first))
  }
}

const cells = (tree: Tree, tableRow: Element): string =>
  children(tableRow)
    .map((cell) => row(tree, children(cell)))
    .join(' & ')

const ownText = (node: Node | null): string => (node?.kind === TEXT ? collapse(node.data) : '')
