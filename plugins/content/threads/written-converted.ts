import { JsonText } from 'weirjs'
import type { Converted } from '../converted.ts'

/** What was converted, its data as JSON: objects are dear to hand from thread to thread, and to write. */
export interface WrittenConverted {
  converted: Converted
  json: string | undefined
  structured: string | undefined
}

export const writeConverted = ({ json, structured, ...converted }: Converted): WrittenConverted => ({
  converted,
  json: JSON.stringify(json),
  structured: JSON.stringify(structured),
})

/** `json` and `structured` are of the class JsonText. */
export const readWritten = ({ converted, json, structured }: WrittenConverted): Converted => ({
  ...converted,
  ...(json !== undefined && { json: new JsonText(json) }),
  ...(structured !== undefined && { structured: new JsonText(structured) }),
})
