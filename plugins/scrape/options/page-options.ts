import type { PageRequest, Priority } from 'weirjs'
import type { ContentOptions, Format } from 'weirjs/schemas'

/** What was asked for, in one form: however it was said in the request, and with nothing left open. */
export interface PageOptions {
  /** In the order in which they were asked for, each once. */
  formats: readonly Format[]
  engine: string | undefined
  request: Omit<PageRequest, 'url' | 'proxy'>
  content: ContentOptions
  includeMetadata: boolean
  priority: Priority
  /** Days. How old an answer from the cache may be; 0 for none from there. */
  maxAge: number
  /** Days. Only an answer from the cache that is at least as old will do; undefined where the page may be got. */
  minAge: number | undefined
  storeInCache: boolean
  /** Tells looks apart that are compared, where changes are asked for. */
  tag: string | undefined
  /** Whether nothing of the page is to be kept when it has been answered. */
  zeroRetention: boolean
  /** What to fill from the page, where extraction is asked for. */
  extract: { schema?: Record<string, unknown>; systemPrompt?: string; prompt?: string; model?: string } | undefined
  /** What the price goes by and the page request does not say. */
  asked: { proxy: boolean; browserEngine: boolean; stealthEngine: boolean }
}
