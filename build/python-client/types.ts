import { type Document, nameOf, type Schema } from './document.ts'
import { docstring, field, isName, literal, pascal } from './text.ts'

/** The two forms of a schema: a model for responses, or a dictionary that callers can write. */
export type Kind = 'model' | 'input'

const PLAIN: Record<string, string> = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' }

const isNull = (schema: Schema) => schema.type === 'null'
const union = (types: string[]) => {
  const members = [...new Set(types)]
  return members.length === 1 ? members[0]! : `Union[${members.join(', ')}]`
}

/** Python types and the classes that they need, each after those that it refers to. */
export class Types {
  readonly classes: string[] = []
  /** The schemas of the classes, by name. */
  readonly #shapes = new Map<string, Schema>()
  /** The types of the document's schemas, by name. */
  readonly #named = new Map<string, string>()
  readonly #document: Document
  readonly #kind: Kind

  constructor(document: Document, kind: Kind) {
    this.#document = document
    this.#kind = kind
  }

  /** The names of its classes that occur in a source. */
  namesIn = (source: string): string[] =>
    [...this.#shapes.keys()].filter((name) => new RegExp(`\\b${name}\\b`).test(source)).sort()

  /** The type of a schema; a schema without a name in the document gets `name`. */
  of(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return this.named(nameOf(schema.$ref))
    if ('const' in schema) return `Literal[${literal(schema.const)}]`
    if (schema.enum !== undefined) return this.#choice(schema.enum)
    if (schema.anyOf !== undefined) return this.#anyOf(schema.anyOf, name)
    if (Array.isArray(schema.type))
      return this.#anyOf(
        schema.type.map((type) => ({ ...schema, type })),
        name,
      )
    if (schema.type === 'array') return this.#list(this.of(schema.items ?? {}, name))
    if (schema.type === 'object') return this.#object(schema, name)
    if (schema.type === undefined) return 'Any'
    const plain = PLAIN[schema.type]
    if (plain === undefined) throw new Error(`${name}: no type of Python is known for ${JSON.stringify(schema)}`)
    return plain
  }

  /** The class of a named schema of the document. */
  named(name: string): string {
    const known = this.#named.get(name)
    if (known !== undefined) return known
    const schema = this.#document.components.schemas[name]
    if (schema === undefined) throw new Error(`The document has no schema ${name}`)
    const type = this.of(schema, name)
    this.#named.set(name, type)
    return type
  }

  /** A service that is newer than this client may return unknown values, so only callers are restricted to a list. */
  #choice(values: unknown[]): string {
    if (this.#kind === 'input') return `Literal[${values.map(literal).join(', ')}]`
    return union(values.map((value) => PLAIN[value === null ? 'null' : typeof value] ?? 'Any'))
  }

  #anyOf(all: Schema[], name: string): string {
    const some = all.filter((one) => !isNull(one))
    const isChoice = some.length > 1 && some.every((one) => 'const' in one)
    const types = isChoice ? [this.#choice(some.map((one) => one.const))] : this.#members(some, name)
    return some.length === all.length ? union(types) : `Optional[${union(types)}]`
  }

  #members(some: Schema[], name: string): string[] {
    const shapes = some.filter(({ properties }) => properties !== undefined)
    return some.map((one) => this.of(one, shapes.indexOf(one) > 0 ? `${name}${shapes.indexOf(one) + 1}` : name))
  }

  #list = (item: string) => (this.#kind === 'model' ? `List[${item}]` : `Sequence[${item}]`)

  #object(schema: Schema, name: string): string {
    if (schema.properties !== undefined && Object.keys(schema.properties).length > 0) return this.#class(schema, name)
    const others = schema.additionalProperties
    const value = typeof others === 'object' ? this.of(others, `${name}Value`) : 'Any'
    return this.#kind === 'model' ? `Dict[str, ${value}]` : `Mapping[str, ${value}]`
  }

  #class(schema: Schema, of: string): string {
    // Some schemas are used both in requests and in responses.
    const name = this.#kind === 'model' ? of : `${of}Input`
    const shape = this.#shapes.get(name)
    if (shape === schema) return name
    if (shape !== undefined) throw new Error(`Two shapes are called ${name}`)
    this.#shapes.set(name, schema)
    const fields = Object.entries(schema.properties ?? {}).map(([key, value]) => ({
      key,
      type: this.of(value, `${of}${pascal(key)}`),
      isRequired: schema.required?.includes(key) ?? false,
      description: value.description,
    }))
    const lines = this.#kind === 'model' ? modelOf(name, schema, fields) : inputOf(name, schema, fields)
    this.classes.push(lines.join('\n'))
    return name
  }
}

interface Field {
  key: string
  type: string
  isRequired: boolean
  description?: string
}

const about = (text: string | undefined, indent: string) => (text === undefined ? [] : docstring([text], indent))
const optional = (type: string) => (type.startsWith('Optional[') || type === 'Any' ? type : `Optional[${type}]`)

function modelOf(name: string, { description }: Schema, fields: Field[]): string[] {
  const lines = fields.flatMap(({ key, type, isRequired, description: text }) => {
    const isNeeded = isRequired && !type.startsWith('Optional[') && type !== 'Any'
    const name = field(key)
    const start = isNeeded ? '...' : 'None'
    const value = name === key ? (isNeeded ? '' : ' = None') : ` = Field(${start}, alias=${literal(key)})`
    return [`    ${name}: ${isNeeded ? type : optional(type)}${value}`, ...about(text, '    ')]
  })
  return [`class ${name}(Model):`, ...about(description, '    '), ...(description ? [''] : []), ...lines]
}

function inputOf(name: string, { description }: Schema, fields: Field[]): string[] {
  const typed = fields.map((one) => ({ ...one, type: one.isRequired ? `Required[${one.type}]` : one.type }))
  if (typed.every(({ key }) => isName(key))) {
    const lines = typed.flatMap(({ key, type, description: text }) => [`    ${key}: ${type}`, ...about(text, '    ')])
    return [
      `class ${name}(TypedDict, total=False):`,
      ...about(description, '    '),
      ...(description ? [''] : []),
      ...lines,
    ]
  }
  const entries = typed.map(({ key, type }) => `        ${literal(key)}: ${type},`)
  return [`${name} = TypedDict(`, `    ${literal(name)},`, '    {', ...entries, '    },', '    total=False,', ')']
}
