import { createRequire } from 'node:module'
import type { compile } from 'css-select'
import { ApiError } from 'weirjs/toolkit'
import type { Element, Node } from '../tree/index.ts'

/** Whether an element matches the selectors. */
export type Matcher = (element: Element) => boolean

/** The adapter through which css-select reads a tree. */
export type Adapter = NonNullable<NonNullable<Parameters<typeof compile<Node, Element>>[1]>['adapter']>

const require = createRequire(import.meta.url)
/** Loaded with the first selector, because few requests have one. */
const loadCompiler = () => (require('css-select') as typeof import('css-select')).compile

const tagName = /^[a-z][a-z\d]*$/i
export const isTagName = (selector: string): boolean => tagName.test(selector)

export const refused = (parameter: string, reason: string): ApiError =>
  new ApiError('invalid_options', `${parameter} ${reason}`, { parameter })

/** Compiles a CSS selector for a tree; without an adapter, only checks it. Throws ApiError `invalid_options`. */
export const compileSelector = (selector: string, parameter: string, adapter?: Adapter): Matcher => {
  if (selector === '') throw refused(parameter, 'takes tag names and CSS selectors, and one of them is empty')
  // The compiler accepts a trailing combinator as if anything followed.
  if (/[>+~]$/.test(selector)) throw refused(parameter, 'has a selector that ends in a combinator')
  const compile = loadCompiler()
  try {
    return compile<Node, Element>(selector, { adapter, cacheResults: false, relativeSelector: false })
  } catch (cause) {
    throw new ApiError(
      'invalid_options',
      `${parameter} takes tag names and CSS selectors, and "${selector.slice(0, 60)}" is neither`,
      { parameter },
      { cause },
    )
  }
}

/** Checks selectors without a page. Throws ApiError `invalid_options`, naming the parameter, for an invalid one. */
export const checkSelectors = (parameter: string, selectors: readonly string[]): void => {
  for (const selector of selectors.map((each) => each.trim()))
    if (!isTagName(selector)) compileSelector(selector, parameter)
}
