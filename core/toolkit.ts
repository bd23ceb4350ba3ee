/**
 * What code on a thread or in a process of its own imports: the subset of the core's public names that it needs. Each
 * thread and process loads them again, and loading all of `weirjs` takes longer than most pages and documents do.
 */

export { ApiError, isApiError } from './errors.ts'
export { canonicalJson, isObject, type JsonObject, JsonText } from './json.ts'
export { LinearPattern } from './politeness/linear-pattern.ts'
export { releaseMemory } from './runtime/index.ts'
export { asciiDigits } from './text/ascii-digits.ts'
export { withoutMarks } from './text/without-marks.ts'
export { decodePercent } from './url/decode-percent.ts'
export { isTracking } from './url/normalise-url.ts'
