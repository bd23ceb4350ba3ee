import type { ExtractionPage } from '../service.ts'
import { cutIntoChunks, estimateTokens } from './chunks.ts'

/** The token count below which a part is not split again if its answer was cut short. */
const MIN_CUT = 1000

/** A page, or a piece of one. */
export interface Excerpt {
  url: string
  text: string
}
/** What a model is given at once. */
export type Part = readonly Excerpt[]

/** Pages as parts with a token limit: pieces of a long page, or as many short pages as fit. */
export function partsOf(pages: readonly ExtractionPage[], tokens: number): Part[] {
  const parts: Part[] = []
  let room = 0
  for (const { url, markdown } of pages) {
    const pieces = cutIntoChunks(markdown, tokens).map((text) => ({ url, text }))
    const size = pieces.length === 1 ? estimateTokens(markdown) : Number.POSITIVE_INFINITY
    if (size <= room) parts.push([...(parts.pop() ?? []), ...pieces])
    else parts.push(...pieces.map((piece) => [piece]))
    room = size <= room ? room - size : tokens - size
  }
  return parts
}

/** Splits a part in two, between pages if it has several; empty if it is too short. */
export function halvesOf(part: Part): Part[] {
  const sizes = part.map(({ text }) => estimateTokens(text))
  const size = sizes.reduce((sum, each) => sum + each, 0)
  const [only] = part
  if (size < MIN_CUT || only === undefined) return []
  if (part.length > 1) {
    const middle = Math.ceil(part.length / 2)
    return [part.slice(0, middle), part.slice(middle)]
  }
  const chunks = cutIntoChunks(only.text, Math.ceil(size * 0.6))
  return [chunks[0] ?? '', chunks.slice(1).join('')].map((text) => [{ url: only.url, text }])
}
