import { decodePercent, isObject, type JsonObject } from 'weirjs/toolkit'
import { unescaped } from './json.ts'

/** What a local `$ref` leads to: a JSON pointer behind `#`, or the whole schema. Undefined where there is nothing. */
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

/** True for what is looked for in the schema itself: `#`, or a pointer. */
export const isPointer = (ref: string) => ref === '#' || ref.startsWith('#/')
