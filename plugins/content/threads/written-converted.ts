import { JsonText } from 'weirjs'
import type { Converted } from '../converted.ts'

/** What was converted, its data as text: objects and lists are dear to hand from thread to thread, and to write. */
export interface WrittenConverted {
  converted: Omit<Converted, 'json' | 'structured' | 'links'>
  json: string | undefined
  structured: string | undefined
  links: string | undefined
}

export const writeConverted = ({ json, structured, links, ...converted }: Converted): WrittenConverted => ({
  converted,
  json: JSON.stringify(json),
  structured: JSON.stringify(structured),
  links: JSON.stringify(links),
})

/** `json`, `structured` and `links` are of the class JsonText. */
export const readWritten = ({ converted, json, structured, links }: WrittenConverted): Converted => ({
  ...converted,
  ...(json !== undefined && { json: new JsonText(json) }),
  ...(structured !== undefined && { structured: new JsonText(structured) }),
  ...(links !== undefined && { links: new JsonText(links) }),
})
