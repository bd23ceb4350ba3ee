import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'

/** What is known of a page whose content somebody has marked. */
export interface Label {
  id: string
  url: string
  /** Pages of one site are never on both sides of a check. */
  site: string
  /** The page's markup, packed with zstd or plain; relative to the folder. */
  file: string
  /** The collection it comes from. */
  set?: string
  /** article, product, forum and so on. */
  type?: string
  /** All of the content as plain text; or strings that must, and must not, be in it. */
  text?: string
  with?: string[]
  without?: string[]
  /** What the page says of itself; null where it says nothing, missing where nobody has looked. */
  title?: string | null
  author?: string | null
  date?: string | null
}

/** Reads a folder of labelled pages: `labels.jsonl` or `labels.jsonl.zst`, one label a line. */
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

/** A file of the folder. */
export const readText = (folder: string, file: string): string => {
  const bytes = readFileSync(join(folder, file))
  return new TextDecoder().decode(file.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes)
}
