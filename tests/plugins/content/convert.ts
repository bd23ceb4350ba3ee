import { valueOf } from 'weirjs'
import { createContent } from '../../../plugins/content/content.ts'
import type { Content, Converted } from '../../../plugins/content/service.ts'
import { readers } from '../../../plugins/documents/readers.ts'

/** Content with Weir's own readers. */
export const content = createContent(Object.values(readers))

/** A page or document in the formats that were asked for, with `json`, `structured` and `links` as what they say. */
export async function convert(...given: Parameters<Content['convert']>): Promise<Converted> {
  const { json, structured, links, ...converted } = await content.convert(...given)
  return {
    ...converted,
    ...(json !== undefined && { json: valueOf(json) }),
    ...(structured !== undefined && { structured: valueOf(structured) }),
    ...(links !== undefined && { links: valueOf(links) }),
  }
}
