import { parse } from '@babel/parser'

/** A small change of a source that a test should notice. */
export interface Mutant {
  file: string
  line: number
  /** The place of the change, and its new text. */
  start: number
  end: number
  text: string
  /** A description of the change. */
  change: string
  /** The source line in which it begins, without indentation. */
  code: string
}

interface Node {
  type: string
  start: number
  end: number
  loc: { start: { line: number } }
  [name: string]: unknown
}

const opposite: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&': '|',
  '|': '&',
  '+=': '-=',
  '-=': '+=',
}

/** Nodes that do not run, such as types, and nodes whose effect tests cannot see. */
const unseen = /^(?:TS|Import|Export(?:All|Named)Declaration$)/

/** A call that writes to the log, whose text tests do not check. */
const logged = /^(?:this\.#?)?(?:\w+\.)*#?(?:log|logger)\.(?:debug|info|warn|error)\(/

/** All mutants of a source by the operators below. */
export function mutantsOf(file: string, source: string): Mutant[] {
  const found: Mutant[] = []
  const lines = source.split('\n')
  const add = (node: Node, start: number, end: number, text: string) => {
    const before = source.slice(start, end)
    if (before === text) return
    const shorten = (part: string) => part.replace(/\s+/g, ' ').slice(0, 50)
    const { line } = node.loc.start
    const code = lines[line - 1]!.trim()
    found.push({ file, line, start, end, text, change: `${shorten(before)} → ${shorten(text)}`, code })
  }
  const operators: Readonly<Record<string, (node: Node) => void>> = {
    BinaryExpression: (node) => swapOperator(node),
    LogicalExpression: (node) => swapOperator(node),
    AssignmentExpression: (node) => swapOperator(node),
    BooleanLiteral: (node) => add(node, node.start, node.end, String(!node.value)),
    NumericLiteral: (node) => add(node, node.start, node.end, `${Number(node.value) + 1}`),
    UnaryExpression: (node) => {
      if (node.operator === '!') add(node, node.start, node.start + 1, '')
    },
    IfStatement: (node) => {
      const { start, end } = node.test as Node
      add(node, start, end, 'false')
      add(node, start, end, 'true')
    },
    ConditionalExpression: (node) => {
      const { start, end } = node.test as Node
      add(node, start, end, 'false')
    },
    ExpressionStatement: (node) => {
      const { type } = node.expression as Node
      if (type === 'CallExpression' || type === 'AwaitExpression') add(node, node.start, node.end, ';')
    },
    ReturnStatement: (node) => {
      const argument = node.argument as Node | null
      // A function that returns undefined would be the same.
      const isNothing = argument === null || argument.name === 'undefined'
      if (!isNothing) add(node, argument.start, argument.end, 'undefined as never')
    },
    // A query without one of its conditions, such as whose rows it reads.
    CallExpression: (node) => {
      const { object, property } = node.callee as Node & { object?: Node; property?: { name?: string } }
      if (object && property?.name === 'where') add(node, object.end, node.end, '')
    },
    BreakStatement: (node) => add(node, node.start, node.end, ';'),
    ContinueStatement: (node) => add(node, node.start, node.end, ';'),
  }
  const swapOperator = (node: Node) => {
    const other = opposite[node.operator as string]
    if (other === undefined) return
    const from = (node.left as Node).end
    const at = source.indexOf(node.operator as string, from)
    add(node, at, at + (node.operator as string).length, other)
  }
  const visit = (value: unknown) => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    if (typeof node.type === 'string') {
      if (unseen.test(node.type) && node.declaration == null) return
      if (node.type === 'CallExpression' && logged.test(source.slice(node.start, node.end))) return
      operators[node.type]?.(node)
    }
    for (const [name, child] of Object.entries(node)) if (name !== 'loc' && name !== 'comments') visit(child)
  }
  visit(parse(source, { sourceType: 'module', plugins: ['typescript'] }).program)
  return found
}
