import type { JsonObject } from 'weirjs/toolkit'
import type { Element } from '../../content/toolkit.ts'
import { readSchema } from '../json-schema/index.ts'
import type { ExtractionPage } from '../service.ts'
import { type Shape, shapesOf } from '../structured/shape.ts'
import { hasForm, type Recipe, type Rule, type Rules } from './recipe.ts'
import { TemplatePage } from './template-page.ts'

/** The share of a recipe's values that a page must yield, whatever the schema requires. */
const MIN_SHARE = 0.6

/**
 * What a recipe yields on a page; null if it does not hold: if the result does not match the schema, lacks a required
 * value, has a value that looks different from where it was learned, or is too incomplete.
 */
export const applyRecipe = (
  { rules }: Recipe,
  schema: Record<string, unknown>,
  page: ExtractionPage,
): JsonObject | null => {
  const [shape] = shapesOf(schema, schema)
  if (shape === undefined || !page.html) return null
  const reader = new Reader(schema, new TemplatePage(page))
  const data = reader.object(shape, rules, null)
  if (data === null || reader.found < MIN_SHARE * reader.wanted || reader.found === 0) return null
  return readSchema(schema).issues(data).length === 0 ? data : null
}

class Reader {
  readonly #root: JsonObject
  readonly #page: TemplatePage
  wanted = 0
  found = 0

  constructor(root: JsonObject, page: TemplatePage) {
    this.#root = root
    this.#page = page
  }

  /** Null if a required value is missing, or has another form. */
  object({ properties, schema }: Shape, rules: Rules, within: Element | null): JsonObject | null {
    const data: JsonObject = {}
    const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
    for (const [name, own] of properties) {
      const rule = rules[name]
      const given = rule === undefined ? undefined : this.#read(name, own, rule, within)
      if (given === null) return null
      if (given === undefined && required.includes(name)) {
        // What was null where the recipe was learned may be null again.
        if (rule !== undefined) return null
        data[name] = null
      } else if (given !== undefined) data[name] = given
    }
    return data
  }

  /** Undefined if the page does not state it, null if it states something else. */
  #read(name: string, schema: unknown, rule: Rule, within: Element | null): unknown {
    for (const shape of shapesOf(this.#root, schema)) {
      if (rule.kind === 'object' && shape.kind === 'object') return this.object(shape, rule.item, within)
      if (rule.kind === 'value' && shape.kind !== 'object' && shape.kind !== 'array') {
        const value = this.#value(name, shape, rule, within)
        if (value !== undefined) return value
      }
      if (shape.kind !== 'array') continue
      const [items] = shapesOf(this.#root, shape.schema.items ?? true)
      if (items !== undefined && rule.kind === 'list') return this.#list(name, items, rule, within)
      if (items !== undefined && rule.kind === 'objects') return this.#objects(items, rule)
    }
    return undefined
  }

  #value(name: string, shape: Shape, { field, form }: Rule & { kind: 'value' }, within: Element | null): unknown {
    this.wanted++
    const element = field.selector === null ? within : this.#page.first(field.selector, within)
    const value = element === null ? undefined : this.#page.value(element, field, name, shape)
    if (value === undefined) return undefined
    this.found++
    return hasForm(value, form) ? value : null
  }

  #list(
    name: string,
    items: Shape,
    { selector, field, form }: Rule & { kind: 'list' },
    within: Element | null,
  ): unknown {
    this.wanted++
    const values = this.#page.values(selector, within, field, name, items)
    if (values.length === 0) return undefined
    this.found++
    return values.every((value) => hasForm(value, form)) ? values : null
  }

  #objects(items: Shape, { selector, item }: Rule & { kind: 'objects' }): unknown {
    this.wanted++
    const given = this.#page.all(selector).map((each) => this.object(items, item, each))
    if (given.length === 0) return undefined
    this.found++
    return given.some((each) => each === null) ? null : given
  }
}
