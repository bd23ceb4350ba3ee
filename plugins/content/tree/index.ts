/**
 * The tree of a page: parsed once per request, and read by metadata, cleaning, main content and every converter.
 *
 * @example
 * const tree = parse(html)
 * for (const a of findAll(tree, tree.body, 'a')) console.log(attr(a, 'href'), collapse(textContent(tree, a)))
 */
export * from './base.ts'
export * from './node.ts'
export { type ParseOptions, parse } from './parse.ts'
export { resolver } from './resolver.ts'
export type { TagInfo } from './tags.ts'
export { BLOCK, HEADING, tagOf, UNSEEN, VOID, wordless } from './tags.ts'
export * from './walk.ts'
