import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'

/** The label of a page. */
export interface Label {
  id: string
  url: string
  /** The site, whose pages are never split between training and test. */
  site: string
  /** The file with the page's markup, plain or compressed with zstd, relative to the folder. */
  file: string
  /** The collection of the page. */
  set?: string
  /** `article`, `product`, `forum` and so on. */
  type?: string
  /** The whole content as plain text; or strings that must, and must not, be in it. */
  text?: string
  with?: string[]
  without?: string[]
  /** The metadata of the page; null if it has none, missing if it is not labelled. */
  title?: string | null
  author?: string | null
  date?: string | null
}

/** Reads a folder of labelled pages: `labels.jsonl` or `labels.jsonl.zst`, with one label per line. */
export const readLabels = (folder: string): Label[] => {
  let text: string
  try {
    text = readText(folder, 'labels.jsonl')
  } catch {
    text = readText(folder, 'labels.jsonl.zst')
  }
  return text
    .trim()
    .split(/\n+/)
    .map((line) => JSON.parse(line) as Label)
}

/** Reads a file of the folder. */
export const readText = (folder: string, file: string): string => {
  const bytes = readFileSync(join(folder, file))
  return new TextDecoder().decode(file.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes)
}
