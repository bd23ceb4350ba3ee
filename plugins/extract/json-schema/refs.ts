import { decodePercent, isObject, type JsonObject } from 'weirjs/toolkit'
import { unescaped } from './json.ts'

/** The target of a local `$ref`: a JSON pointer after `#`, or the whole schema. Undefined if there is none. */
export const resolveRef = (root: JsonObject, ref: string): JsonObject | boolean | undefined => {
  let found: unknown = root
  for (const part of pointer(ref)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = (found as JsonObject)[part]
  }
  return isObject(found) || typeof found === 'boolean' ? found : undefined
}

const pointer = (ref: string): string[] => {
  const parts = ref.slice(1).split('/').slice(1)
  return parts.map((part) => unescaped(decodePercent(part)))
}

/** Whether the target is looked up in the schema itself: `#`, or a pointer. */
export const isPointer = (ref: string) => ref === '#' || ref.startsWith('#/')
