import { escape, tag } from '../html-writer/markup.ts'
import { childOf, childrenOf, elementsOf, type XmlElement, xmlText } from '../xml/xml-tree.ts'

/** Converts an Office formula to MathML. Source: ISO/IEC 29500-1, section 22.1. */
export const mathOf = (formula: XmlElement, display: boolean): string => {
  const inner = rowOf(formula)
  return inner === '' ? '' : tag('math', inner, { display: display ? 'block' : undefined })
}

/** The characters of a formula as plain text. */
export const mathText = (formula: XmlElement): string => xmlText(formula).trim()

const rowOf = (parent: XmlElement | undefined): string => (parent ? elementsOf(parent).map(nodeOf).join('') : '')

const row = (parent: XmlElement | undefined): string => tag('mrow', rowOf(parent))

const part = (element: XmlElement, name: string): string => row(childOf(element, name))

/** The value of a property. */
const property = (element: XmlElement, properties: string, name: string): string | undefined => {
  const holder = childOf(element, properties)
  return holder && childOf(holder, name)?.attributes['m:val']
}

const nodeOf = (element: XmlElement): string => {
  switch (element.name) {
    case 'm:r':
      return tokensOf(
        childrenOf(element, 'm:t')
          .map((text) => xmlText(text))
          .join(''),
      )
    case 'm:f':
      return tag('mfrac', part(element, 'm:num') + part(element, 'm:den'), {
        linethickness: property(element, 'm:fPr', 'm:type') === 'noBar' ? 0 : undefined,
      })
    case 'm:sSup':
      return tag('msup', part(element, 'm:e') + part(element, 'm:sup'))
    case 'm:sSub':
      return tag('msub', part(element, 'm:e') + part(element, 'm:sub'))
    case 'm:sSubSup':
      return tag('msubsup', part(element, 'm:e') + part(element, 'm:sub') + part(element, 'm:sup'))
    case 'm:sPre':
      return tag('msubsup', tag('mrow', '') + part(element, 'm:sub') + part(element, 'm:sup')) + part(element, 'm:e')
    case 'm:rad': {
      const degree = part(element, 'm:deg')
      return degree === tag('mrow', '')
        ? tag('msqrt', part(element, 'm:e'))
        : tag('mroot', part(element, 'm:e') + degree)
    }
    case 'm:nary':
      return naryOf(element)
    case 'm:d': {
      const open = property(element, 'm:dPr', 'm:begChr') ?? '('
      const close = property(element, 'm:dPr', 'm:endChr') ?? ')'
      const between = operator(property(element, 'm:dPr', 'm:sepChr') ?? '|')
      return tag('mrow', operator(open) + childrenOf(element, 'm:e').map(row).join(between) + operator(close))
    }
    case 'm:func':
      return part(element, 'm:fName') + part(element, 'm:e')
    case 'm:acc':
      return tag('mover', part(element, 'm:e') + operator(property(element, 'm:accPr', 'm:chr') ?? '^'))
    case 'm:bar':
      return isAbove(element, 'm:barPr')
        ? tag('mover', part(element, 'm:e') + operator('¯'))
        : tag('munder', part(element, 'm:e') + operator('_'))
    case 'm:groupChr':
      return tag(
        isAbove(element, 'm:groupChrPr') ? 'mover' : 'munder',
        part(element, 'm:e') + operator(property(element, 'm:groupChrPr', 'm:chr') ?? '⏟'),
      )
    case 'm:limLow':
      return tag('munder', part(element, 'm:e') + part(element, 'm:lim'))
    case 'm:limUpp':
      return tag('mover', part(element, 'm:e') + part(element, 'm:lim'))
    case 'm:m':
      return tag('mtable', childrenOf(element, 'm:mr').map(tableRow).join(''))
    case 'm:eqArr':
      return tag(
        'mtable',
        childrenOf(element, 'm:e')
          .map((each) => tag('mtr', cell(each)))
          .join(''),
      )
    case 'm:e':
    case 'm:box':
    case 'm:borderBox':
    case 'm:oMath':
      return rowOf(element)
    case 'm:phant':
      return /^(?:0|off|false)$/.test(property(element, 'm:phantPr', 'm:show') ?? '') ? '' : rowOf(element)
    default:
      return ''
  }
}

/** Whether a bar or brace is above its term: it is below where the file says nothing. Source: section 22.1.2.84. */
const isAbove = (element: XmlElement, properties: string): boolean => property(element, properties, 'm:pos') === 'top'

const tableRow = (element: XmlElement): string => tag('mtr', childrenOf(element, 'm:e').map(cell).join(''))

const cell = (element: XmlElement): string => tag('mtd', rowOf(element))

/** A sum or an integral with its limits. */
const naryOf = (element: XmlElement): string => {
  const sign = operator(property(element, 'm:naryPr', 'm:chr') ?? '∫')
  const [low, high] = [part(element, 'm:sub'), part(element, 'm:sup')]
  const none = tag('mrow', '')
  const limits =
    low === none
      ? high === none
        ? sign
        : tag('msup', sign + high)
      : high === none
        ? tag('msub', sign + low)
        : tag('msubsup', sign + low + high)
  return limits + part(element, 'm:e')
}

const operator = (sign: string) => (sign === '' ? '' : tag('mo', escape(sign)))

/** Text as MathML tokens: numbers, function names, letters and operators. */
const tokensOf = (text: string): string => {
  let tokens = ''
  for (const [token] of text.matchAll(
    /\d+(?:\.\d+)?|(?:sin|cos|tan|cot|log|ln|exp|lim|max|min|det|mod)(?![a-z])|\p{L}\p{M}*|\S/gu,
  )) {
    tokens += tag(/^\d/.test(token) ? 'mn' : /^\p{L}/u.test(token) ? 'mi' : 'mo', escape(token))
  }
  return tokens
}
