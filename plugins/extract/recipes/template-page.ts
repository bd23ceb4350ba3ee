import { isApiError } from 'weirjs/toolkit'
import { attr, type Element, isElement, matcherOf, parse, type Tree, textContent } from '../../content/toolkit.ts'
import type { ExtractionPage } from '../service.ts'
import { usesComma } from '../structured/facts.ts'
import type { Shape } from '../structured/shape.ts'
import { convert } from '../structured/values/convert.ts'
import { wordsOf } from '../structured/words.ts'
import type { Field } from './recipe.ts'

/** Selectors tried on a page, elements that one may match, and characters of one value. */
const MAX_SELECTORS = 2_000
const MAX_ELEMENTS = 1_000
const MAX_TEXT = 20_000

/** A page as recipes see it: its elements, and the values that they hold. */
export class TemplatePage {
  readonly elements: readonly Element[]
  readonly #tree: Tree
  readonly #url: string
  readonly #commaIsPoint: boolean
  readonly #language: string | null
  readonly #selected = new Map<string, readonly Element[]>()
  readonly #texts = new Map<Element, string>()

  constructor({ url, html = '', metadata }: ExtractionPage) {
    this.#tree = parse(html)
    this.#url = url
    this.#commaIsPoint = usesComma(metadata?.language)
    this.#language = typeof metadata?.language === 'string' ? metadata.language : null
    this.elements = this.#tree.nodes.filter(isElement).filter(({ name }) => name !== '#document')
  }

  /** The elements that a selector matches, in document order; empty if it takes too long. */
  all(selector: string): readonly Element[] {
    const known = this.#selected.get(selector)
    if (known) return known
    const found = this.#selected.size < MAX_SELECTORS ? this.#select(selector) : []
    this.#selected.set(selector, found)
    return found
  }

  #select(selector: string): Element[] {
    const found: Element[] = []
    try {
      const matches = matcherOf(this.#tree, 'recipe', [selector])
      for (const element of this.elements) if (found.length < MAX_ELEMENTS && matches(element)) found.push(element)
      return found
    } catch (error) {
      if (isApiError(error)) return []
      throw error
    }
  }

  /** The first match of a selector, within an element if one is given. */
  first(selector: string, within: Element | null): Element | null {
    return this.all(selector).find((element) => within === null || isWithin(element, within)) ?? null
  }

  /** The values of a property in all elements that a selector matches, within an element if one is given. */
  values(
    selector: string,
    within: Element | null,
    field: Omit<Field, 'selector'>,
    name: string,
    shape: Shape,
  ): unknown[] {
    return this.all(selector)
      .filter((element) => within === null || isWithin(element, within))
      .map((element) => this.value(element, field, name, shape))
      .filter((value) => value !== undefined)
  }

  textOf(element: Element): string {
    const known = this.#texts.get(element) ?? evenly(textContent(this.#tree, element).slice(0, MAX_TEXT))
    this.#texts.set(element, known)
    return known
  }

  /** An element's content as the value of a property; undefined if it is not one. */
  value(element: Element, { attribute, after }: Omit<Field, 'selector'>, name: string, shape: Shape): unknown {
    const whole = attribute === undefined ? this.textOf(element) : (attr(element, attribute) ?? '').trim()
    if (after !== undefined && !whole.startsWith(after)) return undefined
    const text = whole.slice(after?.length ?? 0).trim()
    if (text === '') return undefined
    return convert(text, shape, {
      url: this.#url,
      words: wordsOf(name),
      commaIsPoint: this.#commaIsPoint && attribute === undefined,
      language: this.#language,
    })
  }
}

export const isWithin = (element: Element, within: Element) => element.id >= within.id && element.id <= within.end

const evenly = (text: string) => text.replace(/\s+/g, ' ').trim()
