/**
 * The part of the core's public API for code that runs on a thread or in a process of its own. Each thread and
 * process loads its modules again, and loading all of `weirjs` takes longer than most pages and documents do.
 */
export { ApiError, isApiError } from './errors.ts'
export { canonicalJson, isObject, type JsonObject, JsonText } from './json.ts'
export { LinearPattern } from './politeness/linear-pattern.ts'
export { releaseMemory } from './runtime/index.ts'
export { decodePercent } from './url/decode-percent.ts'
export { isTracking } from './url/normalise-url.ts'
