import type { ContentOptions } from 'weirjs/schemas'
import { type ContentFormat, dataFormats, textFormats } from 'weirjs/schemas/formats'
import type { Budget } from '../budget.ts'
import type { Converted } from '../converted.ts'
import { cutData } from './data.ts'
import { cutHtml } from './html.ts'
import { jsonLength, MAX_BYTES } from './json-length.ts'
import { cutMetadata } from './metadata.ts'
import { cutText } from './text.ts'

/**
 * The most bytes of JSON of all formats together. An answer may have 64 MiB, and contains metadata, files and more
 * beside them.
 */
const MAX_TOTAL = 48 * 1024 * 1024

/**
 * Cuts a conversion so that each format, and all of them together, stay within the budget of its source. Writers stop
 * by themselves; this makes it exact, and covers every reader. Adds warnings about what was cut.
 */
export function cutToBudget(converted: Converted, options: ContentOptions, budget: Budget): Converted {
  const cut: Converted = { ...converted }
  const sizes = new Map<ContentFormat, number>()
  for (const format of textFormats) {
    const text = cut[format]
    if (text === undefined) continue
    if (text.length > budget.maxLength) {
      cut[format] = cutTextOf(format, text, budget.maxLength, options)
      budget.warnOfCut(format, budget.maxLength)
    }
    sizes.set(format, cut[format]!.length)
  }
  const maxDataLength = converted.parserName === 'html' ? budget.maxLength : budget.maxDataLength
  for (const format of dataFormats) {
    if (cut[format] === undefined) continue
    const found = cutData(cut[format], maxDataLength)
    if (found.isCut) {
      Object.assign(cut, { [format]: found.data })
      budget.warnOfCut(format, maxDataLength)
    }
    sizes.set(format, found.length)
  }
  const about = cutMetadata(cut.metadata, budget.maxLength)
  if (about.isCut) budget.warn('The metadata was cut: its values are too long')
  cut.metadata = about.metadata
  cutTotal(cut, sizes, options, budget)
  return cut
}

/** Closes the open elements of cut HTML; the source of a page is cut as it is. */
const cutTextOf = (format: ContentFormat, text: string, maxLength: number, options: ContentOptions): string =>
  format === 'html' && options.htmlFormat !== 'raw' && !options.stripHtml
    ? cutHtml(text, maxLength)
    : cutText(text, maxLength)

/** Cuts the largest formats until all of them together fit. */
function cutTotal(
  cut: Converted,
  lengths: ReadonlyMap<ContentFormat, number>,
  options: ContentOptions,
  budget: Budget,
): void {
  let most = 0
  for (const length of lengths.values()) most += length * MAX_BYTES * 2
  if (most <= MAX_TOTAL) return

  const repeated = formatOfContent(lengths, options)
  const weightOf = (format: ContentFormat) => (format === repeated ? 2 : 1)
  const parts = [...lengths.keys()].map((format) => ({ format, bytes: bytesOf(cut[format]) * weightOf(format) }))
  const share = fairShare(
    parts.map(({ bytes }) => bytes),
    MAX_TOTAL,
  )
  for (const { format, bytes } of parts) {
    if (bytes <= share) continue
    const maxBytes = Math.floor(share / weightOf(format))
    const value = cut[format]
    const fitting =
      typeof value === 'string'
        ? cutTextOf(format, value, lengthOfBytes(value, maxBytes), options)
        : cutData(value, maxBytes, jsonLength).data
    Object.assign(cut, { [format]: fitting })
    budget.warn(`The ${format} was cut, since all formats together may have no more than ${MAX_TOTAL >> 20} MiB`)
  }
}

/** The format that `content` of the answer repeats. */
const formatOfContent = (
  lengths: ReadonlyMap<ContentFormat, number>,
  { formats }: ContentOptions,
): ContentFormat | undefined => {
  const given = [...formats].filter((format) => lengths.has(format))
  return given.find((format) => (textFormats as readonly string[]).includes(format)) ?? given[0]
}

const bytesOf = (value: unknown): number =>
  typeof value === 'string' ? jsonLength(value) : cutData(value, Number.MAX_SAFE_INTEGER, jsonLength).length

/** The most that each format may have so that all fit; small ones need less than their share. */
function fairShare(sizes: readonly number[], total: number): number {
  let left = total
  const sorted = sizes.toSorted((one, other) => one - other)
  for (const [i, size] of sorted.entries()) {
    const share = left / (sorted.length - i)
    if (size > share) return share
    left -= size
  }
  return Number.POSITIVE_INFINITY
}

/** The number of characters of a text whose JSON has at most `maxBytes` bytes. */
function lengthOfBytes(text: string, maxBytes: number): number {
  let low = 0
  let high = Math.min(text.length, maxBytes)
  // Measured in steps, so that each character is read at most twice.
  let bytes = 0
  for (const step of [65_536, 4096, 256, 16, 1]) {
    while (low + step <= high) {
      const more = jsonLength(text.slice(low, low + step))
      if (bytes + more > maxBytes) break
      bytes += more
      low += step
    }
    high = Math.min(high, low + step)
  }
  return low
}
