import { createRequire } from 'node:module'
import type { compile } from 'css-select'
import { ApiError } from 'weirjs/toolkit'
import type { Element, Node } from '../tree/index.ts'

/** Tells whether an element is one of those that were named. */
export type Matcher = (element: Element) => boolean

/** A tree as css-select sees it. */
export type Adapter = NonNullable<NonNullable<Parameters<typeof compile<Node, Element>>[1]>['adapter']>

const require = createRequire(import.meta.url)
/** Loaded with the first selector: few requests have one. */
const loadCompiler = () => (require('css-select') as typeof import('css-select')).compile

const tagName = /^[a-z][a-z\d]*$/i
export const isTagName = (selector: string): boolean => tagName.test(selector)

export const refused = (parameter: string, reason: string): ApiError =>
  new ApiError('invalid_options', `${parameter} ${reason}`, { parameter })

/** A CSS selector as a question to a tree, or without one, only checked. Throws ApiError `invalid_options`. */
export const compileSelector = (selector: string, parameter: string, adapter?: Adapter): Matcher => {
  if (selector === '') throw refused(parameter, 'takes tag names and CSS selectors, and one of them is empty')
  // The compiler takes what would follow as anything.
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

/** Throws ApiError `invalid_options`, which names the parameter, for what is not a selector. It needs no page. */
export const checkSelectors = (parameter: string, selectors: readonly string[]): void => {
  for (const selector of selectors.map((each) => each.trim()))
    if (!isTagName(selector)) compileSelector(selector, parameter)
}
