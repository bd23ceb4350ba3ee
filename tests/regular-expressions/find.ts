import { readFileSync } from 'node:fs'
import { parse } from '@babel/parser'

/** A regular expression in the sources, with its place. */
export interface Expression {
  source: string
  flags: string
  file: string
  line: number
}

const FOLDERS = ['core', 'plugins', 'engines', 'schemas']

/** A node of Babel's syntax tree, with the fields that are read here. */
interface Node {
  type: string
  loc?: { start: { line: number } }
  [name: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/**
 * Every regular expression below the root: literals, `new RegExp` and `RegExp` with a text, and the `pattern` of a
 * schema.
 *
 * @throws {Error} if a text cannot be read from the source: write it as a literal or a template.
 */
export function findExpressions(root: string): Expression[] {
  const glob = new Bun.Glob(`{${FOLDERS.join(',')}}/**/*.{ts,tsx,mjs,js}`)
  return [...glob.scanSync({ cwd: root })]
    .sort()
    .flatMap((file) => expressionsOf(file, readFileSync(`${root}/${file}`, 'utf8')))
}

function expressionsOf(file: string, text: string): Expression[] {
  const { program } = parse(text, {
    sourceType: 'module',
    plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'],
  })
  const nodes = [...nodesOf(program as unknown as Node)]
  const constants = constantsOf(nodes)
  const found: Expression[] = []
  for (const node of nodes) {
    const line = node.loc?.start.line ?? 0
    if (node.type === 'RegExpLiteral') {
      found.push({ source: String(node.pattern), flags: String(node.flags), file, line })
    } else if (isConstruction(node)) {
      const [source, flags] = (node.arguments as Node[]).map((each) => textOf(each, constants))
      if (source === undefined) throw new Error(`${file}:${line}: write this expression as a literal or a template`)
      found.push({ source, flags: flags ?? '', file, line })
    } else if (isSchemaPattern(node)) {
      const source = textOf(node.value as Node, constants)
      if (source !== undefined) found.push({ source, flags: '', file, line })
    }
  }
  return found
}

function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesOf(child)
  }
}

const isConstruction = ({ type, callee }: Node) =>
  (type === 'NewExpression' || type === 'CallExpression') &&
  isNode(callee) &&
  callee.type === 'Identifier' &&
  callee.name === 'RegExp'

const isSchemaPattern = ({ type, key, value }: Node) =>
  type === 'ObjectProperty' &&
  isNode(key) &&
  key.name === 'pattern' &&
  isNode(value) &&
  (value.type === 'StringLiteral' || value.type === 'TemplateLiteral')

/** Texts and expressions that a file assigns to a variable. */
function constantsOf(nodes: readonly Node[]): Map<string, Node> {
  const constants = new Map<string, Node>()
  for (const { type, id, init } of nodes) {
    if (type === 'VariableDeclarator' && isNode(id) && id.type === 'Identifier' && isNode(init)) {
      constants.set(String(id.name), init)
    }
  }
  return constants
}

/** Stands for an interpolated value that is known only at run time, such as the name of an attribute. */
const UNKNOWN = 'name'

function textOf(node: Node, constants: ReadonlyMap<string, Node>): string | undefined {
  switch (node.type) {
    case 'StringLiteral':
      return String(node.value)
    case 'RegExpLiteral':
      return String(node.pattern)
    case 'TemplateLiteral':
      return templateText(node, constants)
    case 'BinaryExpression': {
      const [left, right] = [textOf(node.left as Node, constants), textOf(node.right as Node, constants)]
      return left === undefined || right === undefined ? undefined : left + right
    }
    case 'Identifier': {
      const constant = constants.get(String(node.name))
      return constant && textOf(constant, constants)
    }
    case 'MemberExpression':
      return (node.property as Node).name === 'source' ? textOf(node.object as Node, constants) : undefined
    default:
      return undefined
  }
}

function templateText(node: Node, constants: ReadonlyMap<string, Node>): string {
  const holes = node.expressions as Node[]
  return (node.quasis as { value: { cooked: string } }[])
    .map(({ value }, i) => value.cooked + (holes[i] ? (textOf(holes[i], constants) ?? UNKNOWN) : ''))
    .join('')
}
