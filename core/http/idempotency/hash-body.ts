import { createHash } from 'node:crypto'
import { createPause } from '../../concurrency/pause.ts'
import { canonicalJson } from '../../json.ts'
import { isLarge } from '../body/json-stream.ts'

/** Bytes of a part of a body that is serialised at once. */
const PART = 4096

/** SHA-256 of a body, independent of the order of fields. Pauses in between, so that others are served. */
export async function hashBody(body: unknown): Promise<string> {
  const hash = createHash('sha256')
  const pause = createPause()
  for (const part of canonicalParts(body ?? null)) {
    hash.update(part)
    await pause()
  }
  return hash.digest('hex')
}

/** JSON with the fields of each object sorted by name, in parts. */
function* canonicalParts(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || !isLarge(value, PART)) return yield canonicalJson(value)
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      yield i === 0 ? '[' : ','
      yield* canonicalParts(value[i])
    }
    return yield ']'
  }
  let before = '{'
  for (const [name, inner] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    yield `${before}${JSON.stringify(name)}:`
    yield* canonicalParts(inner)
    before = ','
  }
  yield '}'
}
