import { JsonText } from 'weirjs'
import type { Converted } from '../converted.ts'

/** What was converted, its data as text: objects and lists are dear to hand from thread to thread, and to write. */
export interface WrittenConverted {
  converted: Omit<Converted, 'json' | 'structured' | 'links' | 'forModel'>
  json: string | undefined
  structured: string | undefined
  links: string | undefined
  forModel: string | undefined
}

export const writeConverted = ({ json, structured, links, forModel, ...converted }: Converted): WrittenConverted => ({
  converted,
  json: JSON.stringify(json),
  structured: JSON.stringify(structured),
  links: JSON.stringify(links),
  forModel: JSON.stringify(forModel),
})

/** `json`, `structured` and `links` are of the class JsonText. */
export const readWritten = ({ converted, json, structured, links, forModel }: WrittenConverted): Converted => ({
  ...converted,
  ...(json !== undefined && { json: new JsonText(json) }),
  ...(structured !== undefined && { structured: new JsonText(structured) }),
  ...(links !== undefined && { links: new JsonText(links) }),
  ...(forModel !== undefined && { forModel: JSON.parse(forModel) }),
})
