import type { Needs, PageRequest, Priority } from 'weirjs'
import type { ContentOptions, Format } from 'weirjs/schemas'

/** The options of a page in their normal form, with all defaults filled in. */
export interface PageOptions {
  /** In the requested order, each once. */
  formats: readonly Format[]
  engine: string | undefined
  request: Omit<PageRequest, 'url' | 'proxy'>
  content: ContentOptions
  includeMetadata: boolean
  priority: Priority
  /** Maximum age in days of an answer from the cache; 0 bypasses the cache. */
  maxAge: number
  /** Minimum age in days of an answer, which must be from the cache; undefined if the page may be fetched. */
  minAge: number | undefined
  storeInCache: boolean
  /** With change tracking: only versions with the same tag are compared. */
  tag: string | undefined
  /** Whether nothing of the page may be stored after the answer. */
  zeroRetention: boolean
  /** What to extract, if extraction is requested. */
  extract: { schema?: Record<string, unknown>; systemPrompt?: string; prompt?: string; model?: string } | undefined
  /** The parameters that ask for files, which errors name. */
  fileParameters: Pick<Needs, 'screenshot' | 'pdf'>
  /** What the price depends on besides the page request. */
  asked: { proxy: boolean; browserEngine: boolean; stealthEngine: boolean }
}
