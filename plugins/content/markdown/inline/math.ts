import {
  attr,
  collapse,
  contains,
  ELEMENT,
  type Element,
  find,
  occurs,
  type Tree,
  textContent,
  tokens,
} from '../../tree/index.ts'
import { texOf } from './mathml.ts'

/** A formula in TeX. */
export interface Formula {
  tex: string
  /** Whether it is on a line of its own. */
  display: boolean
}

/** Whether a page has formulas, which most have not. */
export const hasMath = (tree: Tree, scripts: readonly Element[]): boolean => {
  if (occurs(tree, ['math']) || scripts.some(isMathScript)) return true
  return find(tree, tree.body, 'mjx-container') !== null
}

const isMathScript = (script: Element) => /^math\/tex/i.test(attr(script, 'type') ?? '')

/** The formula that an element shows; null if it shows none. */
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

/** KaTeX and Wikipedia wrap a formula, which contains it as MathML and again as a rendering. */
const fromWrapper = (tree: Tree, element: Element): Formula | null => {
  const names = tokens(element, 'class')
  const isWrapper = names.some((name) => name === 'katex' || name === 'katex-display' || name === 'mwe-math-element')
  if (!isWrapper) return null
  const math = find(tree, element, 'math')
  const found = math && fromMathMl(tree, math)
  if (!found) return null
  return { tex: found.tex, display: found.display || names.includes('katex-display') }
}

/**
 * By tree, the last formula that was read from its elements and shows nothing; those nested in it were read with it.
 */
const showsNothing = new WeakMap<Tree, Element>()

const fromMathMl = (tree: Tree, math: Element): Formula | null => {
  const outer = showsNothing.get(tree)
  if (outer !== undefined && isReadWith(outer, math)) return null
  let tex: string | null = null
  for (let id = math.id + 1; id <= math.end && tex === null; id++) {
    const node = tree.nodes[id]!
    if (node.kind === ELEMENT && node.name === 'annotation' && /tex/i.test(attr(node, 'encoding') ?? '')) {
      tex = textContent(tree, node)
    }
  }
  const display = attr(math, 'display') === 'block'
  tex ??= attr(math, 'alttext')
  if (tex !== null) return formula(tex, display)
  const found = formula(texOf(tree, math), display)
  if (found === null) showsNothing.set(tree, math)
  return found
}

/** Whether a formula was read with the outer one; annotations and alternative texts are skipped there. */
const isReadWith = (outer: Element, math: Element): boolean => {
  if (!contains(outer, math) || attr(math, 'alttext') !== null) return false
  for (let each: Element | null = math; each !== null && each !== outer; each = each.parent)
    if (each.name === 'annotation' || each.name === 'annotation-xml') return false
  return true
}

/** Written by authors for MathJax. */
const fromScript = (tree: Tree, script: Element): Formula | null => {
  if (!isMathScript(script)) return null
  return formula(textContent(tree, script), /mode\s*=\s*display/i.test(attr(script, 'type')!))
}

/** A formula as an image, with its TeX as `alt`. */
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

/** Whether an element only renders a formula whose source is beside it, so that it must not be read again. */
export const isRendering = (element: Element): boolean => {
  const names = attr(element, 'class')
  if (names === null) return false
  return /(?:^|\s)(?:katex-html|MathJax(?:_Preview|_Display|_SVG|_CHTML)?|mwe-math-fallback-image-\w+|MJX_Assistive_MathML)(?:\s|$)/.test(
    names,
  )
}
