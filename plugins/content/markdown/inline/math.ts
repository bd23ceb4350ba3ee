import {
  attr,
  collapse,
  contains,
  type Element,
  find,
  findAll,
  occurs,
  type Tree,
  textContent,
  tokens,
} from '../../tree/index.ts'
import { texOf } from './mathml.ts'

/** A formula in TeX. */
export interface Formula {
  tex: string
  /** On a line of its own. */
  display: boolean
}

/** Whether a page has formulas, which most have not. */
export const hasMath = (tree: Tree): boolean => {
  if (occurs(tree, ['math'])) return true
  for (const script of findAll(tree, tree.html, 'script')) if (isMathScript(script)) return true
  return find(tree, tree.body, 'mjx-container') !== null
}

const isMathScript = (script: Element) => /^math\/tex/i.test(attr(script, 'type') ?? '')

/** The formula that an element shows; null for one that is none. */
export const formulaOf = (tree: Tree, element: Element): Formula | null => {
  switch (element.name) {
    case 'math':
      return fromMathMl(tree, element)
    case 'script':
      return fromScript(tree, element)
    case 'mjx-container': {
      const math = find(tree, element, 'math')
      const found = math && fromMathMl(tree, math)
      return found && { ...found, display: attr(element, 'display') === 'true' }
    }
    case 'img':
      return fromImage(element)
    default:
      return fromWrapper(tree, element)
  }
}

/** What KaTeX and Wikipedia put around a formula, which is in it as MathML and once more for the eye. */
const fromWrapper = (tree: Tree, element: Element): Formula | null => {
  const names = tokens(element, 'class')
  const isWrapper = names.some((name) => name === 'katex' || name === 'katex-display' || name === 'mwe-math-element')
  if (!isWrapper) return null
  const math = find(tree, element, 'math')
  const found = math && fromMathMl(tree, math)
  if (!found) return null
  return { tex: found.tex, display: found.display || names.includes('katex-display') }
}

/** By tree, the outermost element of the last that show no formula: what stands in it shows none either. */
const showsNone = new WeakMap<Tree, Element>()

const fromMathMl = (tree: Tree, math: Element): Formula | null => {
  const outer = showsNone.get(tree)
  if (outer !== undefined && contains(outer, math)) return null
  const found = readMathMl(tree, math)
  if (found === null) showsNone.set(tree, math)
  return found
}

const readMathMl = (tree: Tree, math: Element): Formula | null => {
  let tex: string | null = null
  for (let id = math.id + 1; id <= math.end && tex === null; id++) {
    const node = tree.nodes[id]!
    if (node.kind === 1 && node.name === 'annotation' && /tex/i.test(attr(node, 'encoding') ?? '')) {
      tex = textContent(tree, node)
    }
  }
  tex ??= attr(math, 'alttext') ?? texOf(tree, math)
  return formula(tex, attr(math, 'display') === 'block')
}

/** Written by authors for MathJax. */
const fromScript = (tree: Tree, script: Element): Formula | null => {
  if (!isMathScript(script)) return null
  return formula(textContent(tree, script), /mode\s*=\s*display/i.test(attr(script, 'type')!))
}

/** A formula as a picture, with its TeX as `alt`. */
const fromImage = (img: Element): Formula | null => {
  const names = tokens(img, 'class')
  return names.includes('latex') || names.includes('tex') ? formula(attr(img, 'alt') ?? '', false) : null
}

const formula = (source: string, display: boolean): Formula | null => {
  let tex = collapse(source)
  // Wikipedia wraps every formula in this.
  const styled = /^\{\\displaystyle (.*)\}$/.exec(tex)
  if (styled) tex = styled[1]!.trim()
  const dollars = /^(\$\$?)([^$]*)\1$/.exec(tex)
  if (dollars) tex = dollars[2]!.trim()
  return tex === '' ? null : { tex, display }
}

/** What stands beside a formula's source for the eye alone: seen twice, it would be read twice. */
export const isRendering = (element: Element): boolean => {
  const names = attr(element, 'class')
  if (names === null) return false
  return /(?:^|\s)(?:katex-html|MathJax(?:_Preview|_Display|_SVG|_CHTML)?|mwe-math-fallback-image-\w+|MJX_Assistive_MathML)(?:\s|$)/.test(
    names,
  )
}
