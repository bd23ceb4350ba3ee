import type { Schema } from '../document.ts'

export type FieldKind = 'choice' | 'choices' | 'switch' | 'number' | 'text' | 'long' | 'lines' | 'group' | 'json'

/** The length from which a text gets several lines. */
const LONG = 1000

/** The kind of field for a parameter. */
export function kindOf(schema: Schema): FieldKind {
  if (schema.enum) return 'choice'
  if (schema.anyOf) {
    // Of several forms the simple one is offered: a webhook by its URL.
    const plain = schema.anyOf.find(({ type }) => type === 'string')
    return plain ? kindOf(plain) : 'json'
  }
  if (schema.type === 'boolean') return 'switch'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'string') {
    if (schema.format === 'http-url') return 'text'
    return (schema.maxLength ?? 0) > LONG ? 'long' : 'text'
  }
  if (schema.type === 'array') {
    if (schema.items?.enum) return 'choices'
    return schema.items?.type === 'string' ? 'lines' : 'json'
  }
  return schema.properties && Object.keys(schema.properties).length > 0 ? 'group' : 'json'
}

const WORDS: Readonly<Record<string, string>> = {
  url: 'URL',
  urls: 'URLs',
  html: 'HTML',
  pdf: 'PDF',
  tls: 'TLS',
  js: 'JS',
  javascript: 'JavaScript',
}

/** "Only main content" for `onlyMainContent`. */
export function labelOf(name: string): string {
  const words = name
    .split(/(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])/)
    .map((word) => WORDS[word.toLowerCase()] ?? word.toLowerCase())
  const [first = '', ...rest] = words
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
}

/** What it does and which values it accepts, in one line. */
export function hintOf({ description, minimum, maximum }: Schema): string {
  const bounds =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : maximum === undefined
        ? ''
        : `at most ${maximum}`
  return [description?.replaceAll('`', ''), bounds].filter(Boolean).join('. ')
}

/** Parameters that another one replaces: they get no field. */
const SYNONYM =
  /^(?:The same as|Accepted but has no effect)|The older name of|(?:^|; )`\w+` takes precedence(?:$|\. Default)/

export const isSynonym = ({ description = '' }: Schema) => SYNONYM.test(description)
