/** The notation for endpoints of the specification. */

export interface Parameter {
  type: 'string' | 'number' | 'boolean' | 'array' | 'object'
  required?: true
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  values?: readonly string[]
  /** Values beyond those of the specification. */
  added?: readonly string[]
}
export interface Endpoint {
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  body?: Readonly<Record<string, Parameter>>
  query?: readonly string[]
}

export const string: Parameter = { type: 'string' }
export const boolean: Parameter = { type: 'boolean' }
export const number: Parameter = { type: 'number' }
export const array: Parameter = { type: 'array' }
export const object: Parameter = { type: 'object' }
export const off: Parameter = { type: 'boolean', default: false }
export const on: Parameter = { type: 'boolean', default: true }
export const range = (minimum: number, maximum: number, fallback?: number): Parameter => ({
  type: 'number',
  minimum,
  maximum,
  ...(fallback === undefined ? {} : { default: fallback }),
})
export const choice = (values: readonly string[], fallback?: string): Parameter => ({
  type: 'string',
  values,
  ...(fallback === undefined ? {} : { default: fallback }),
})
export const required = (parameter: Parameter): Parameter => ({ ...parameter, required: true })
