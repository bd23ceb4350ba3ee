import { isObject, type JsonObject } from 'weirjs/toolkit'
import { attr, type Element } from '../../content/toolkit.ts'
import type { ExtractionPage } from '../service.ts'
import { type Shape, shapesOf } from '../structured/shape.ts'
import { type Field, formOf, type Recipe, type Rule, type Rules } from './recipe.ts'
import { isSameValue } from './same-value.ts'
import { selectorsFor, selectorsForAll, selectorsInEntry } from './selectors.ts'
import { isWithin, TemplatePage } from './template-page.ts'

/** Attributes that hold values; after the text, the first that fits is taken. */
const ATTRIBUTES = ['content', 'datetime', 'href', 'src', 'value', 'title', 'alt', 'data-value', 'data-price']
/** How many elements that hold a value are tried, and the most values of one recipe. */
const MAX_HOLDERS = 5
const MAX_VALUES = 100
/** How many levels below an entry its parts may be. */
const MAX_LEVELS = 8
/** The most characters of an element whose text is compared. */
const MAX_TEXT = 20_000

/**
 * Derives how a schema was filled from a page, as selectors that yield the same values in the page's spelling; null
 * if some have none. What the page did not state is not looked for on others either.
 */
export const deriveRecipe = (schema: Record<string, unknown>, data: unknown, page: ExtractionPage): Recipe | null => {
  const [shape] = shapesOf(schema, schema)
  if (shape === undefined || !isObject(data) || !page.html) return null
  const rules = new Deriver(schema, new TemplatePage(page)).object(shape, data, null)
  return rules === null || Object.keys(rules).length === 0 ? null : { rules }
}

/** An element that holds a value, and how. */
interface Holder {
  element: Element
  field: Omit<Field, 'selector'>
}

class Deriver {
  readonly #root: JsonObject
  readonly #page: TemplatePage
  #values = 0

  constructor(root: JsonObject, page: TemplatePage) {
    this.#root = root
    this.#page = page
  }

  object(shape: Shape, data: JsonObject, within: Element | null): Rules | null {
    const rules: Rules = {}
    for (const [name, value] of Object.entries(data)) {
      if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) continue
      const schema = shape.properties.find(([own]) => own === name)?.[1]
      const rule = schema === undefined ? null : this.#rule(name, schema, value, within)
      if (rule === null) return null
      rules[name] = rule
    }
    return rules
  }

  #rule(name: string, schema: unknown, value: unknown, within: Element | null): Rule | null {
    if (++this.#values > MAX_VALUES) return null
    for (const shape of shapesOf(this.#root, schema)) {
      if (shape.kind === 'array' && Array.isArray(value)) return this.#list(name, shape, value, within)
      if (shape.kind === 'object' && isObject(value)) {
        const item = this.object(shape, value, within)
        return item === null ? null : { kind: 'object', item }
      }
      const field = shape.kind === 'object' || shape.kind === 'array' ? null : this.#field(name, shape, value, within)
      if (field !== null) return { kind: 'value', field, form: formOf(value) }
    }
    return null
  }

  /** The first selector that leads to the value. */
  #field(name: string, shape: Shape, value: unknown, within: Element | null): Field | null {
    for (const { element, field } of this.#holders(name, shape, value, within)) {
      const selectors = within === null ? selectorsFor(element, this.#page, field.after) : selectorsInEntry(element)
      for (const selector of selectors) {
        const found = this.#page.first(selector, within)
        if (found !== null && isSameValue(this.#page.value(found, field, name, shape), value))
          return { selector, ...field }
      }
    }
    return null
  }

  /** Elements that hold a value: those that hold nothing else first, the innermost of them. */
  #holders(name: string, shape: Shape, value: unknown, within: Element | null): Holder[] {
    const holders: Holder[] = []
    const rest: Holder[] = []
    for (const element of this.#page.elements) {
      if (holders.length >= MAX_HOLDERS) break
      if (within !== null && !isWithin(element, within)) continue
      for (const field of this.#fieldsOf(element, value)) {
        const given = this.#page.value(element, field, name, shape)
        if (!isSameValue(given, value)) continue
        // What a model spelled differently is found in the page's spelling; exact matches come first.
        const list = field.after === undefined && given === value ? holders : rest
        // A parent that holds nothing else is no better than its child.
        const outer = list.findIndex(
          (other) => isWithin(element, other.element) && other.field.attribute === field.attribute,
        )
        if (outer >= 0) list[outer] = { element, field }
        else list.push({ element, field })
      }
    }
    return [...holders, ...rest.slice(0, MAX_HOLDERS)]
  }

  *#fieldsOf(element: Element, value: unknown): Generator<Omit<Field, 'selector'>> {
    for (const attribute of ATTRIBUTES) if (attr(element, attribute)) yield { attribute }
    // Elements around much of the page hold no single value.
    if (element.end - element.id > (typeof value === 'string' ? 1_000 : 50)) return
    const text = this.#page.textOf(element)
    if (text === '' || text.length >= MAX_TEXT) return
    yield {}
    const label = /^[^:：]{1,40}[:：]/.exec(text)?.[0]
    if (label !== undefined) yield { after: label }
  }

  #list(name: string, shape: Shape, values: readonly unknown[], within: Element | null): Rule | null {
    const [items] = shapesOf(this.#root, shape.schema.items ?? true)
    if (items === undefined || items.kind === 'array') return null
    if (items.kind === 'object') return this.#objects(items, values)
    for (const { element, field } of this.#holders(name, items, values[0], within)) {
      for (const selector of selectorsForAll(element)) {
        const given = this.#page.values(selector, within, field, name, items)
        if (given.length === values.length && given.every((each, i) => isSameValue(each, values[i])))
          return { kind: 'list', selector, field: { ...field, selector: null }, form: formOf(values[0]) }
      }
    }
    return null
  }

  /**
   * Entries that are objects: elements of one selector, as many as there are entries, which all hold their values in
   * the same way.
   */
  #objects(items: Shape, values: readonly unknown[]): Rule | null {
    const objects = values.filter(isObject)
    const [first] = objects
    if (first === undefined || objects.length !== values.length) return null
    for (const container of this.#containers(items, first)) {
      for (const selector of selectorsForAll(container)) {
        const found = this.#page.all(selector)
        if (found.length !== objects.length) continue
        const item = this.#alike(items, objects, found)
        if (item !== null) return { kind: 'objects', selector, item }
      }
    }
    return null
  }

  /** The rules of the fullest entry, if they also yield all the others. */
  #alike(items: Shape, objects: readonly JsonObject[], found: readonly Element[]): Rules | null {
    const sizeOf = (object: JsonObject) => Object.values(object).filter((value) => value !== null).length
    const fullest = objects.reduce((most, object, i) => (sizeOf(object) > sizeOf(objects[most]!) ? i : most), 0)
    const rules = this.object(items, objects[fullest]!, found[fullest]!)
    if (rules === null) return null
    const isGiven = (object: JsonObject, within: Element) =>
      Object.entries(rules).every(([name, rule]) => {
        if (rule.kind !== 'value' || rule.field.selector === null) return false
        const schema = items.properties.find(([own]) => own === name)?.[1]
        const element = this.#page.first(rule.field.selector, within)
        const given =
          element && shapesOf(this.#root, schema).map((shape) => this.#page.value(element, rule.field, name, shape))
        return (given ?? [null]).some((value) => isSameValue(value ?? null, object[name] ?? null))
      })
    return objects.every((object, i) => isGiven(object, found[i]!)) ? rules : null
  }

  /** Elements around a value of an entry, one of which may be the entry. */
  #containers(items: Shape, entry: JsonObject): Element[] {
    for (const [name, schema] of items.properties) {
      const value = entry[name]
      if (value === null || value === undefined || typeof value === 'object') continue
      const holders = shapesOf(this.#root, schema).flatMap((shape) => this.#holders(name, shape, value, null))
      if (holders.length === 0) continue
      return holders.flatMap(({ element }) => {
        const around: Element[] = []
        for (
          let each = element.parent;
          each !== null && each.name !== 'body' && around.length < MAX_LEVELS;
          each = each.parent
        )
          around.push(each)
        return around
      })
    }
    return []
  }
}
