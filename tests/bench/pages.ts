import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Generator } from '../plugins/content/markdown/generate.ts'

/**
 * The pages of a folder (`.html` or `.html.zst`), or generated ones of about 200 KB; at most `most` of them, evenly
 * spread.
 */
export const readPages = (folder: string | undefined, most: number): Uint8Array[] =>
  folder === undefined ? generated(Math.min(most, 40)) : evenly(filesIn(folder), most).map(read)

/** At most `most` entries of a list, evenly spread. */
export function evenly<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most)
  return Array.from({ length: Math.min(all.length, Math.floor(most)) }, (_, i) => all[Math.floor(i * step)]!)
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.html?(?:\.zst)?$/.test(name))
    .sort()
    .map((name) => join(folder, name))
}

function read(file: string): Uint8Array {
  const bytes = readFileSync(file)
  return file.endsWith('.zst') ? Bun.zstdDecompressSync(bytes) : bytes
}

/** Generated text in the markup of the test pages. */
function generated(count: number): Uint8Array[] {
  const kinds = ['news', 'docs', 'forum', 'shop'].map((name) =>
    readFileSync(new URL(`../plugins/content/pages/${name}.html`, import.meta.url), 'utf8'),
  )
  return Array.from({ length: count }, (_, i) => {
    const generator = new Generator(i)
    const [head = '', body = ''] = kinds[i % kinds.length]!.split(/(?<=<body[^>]*>)/)
    let page = head
    while (page.length < 200_000)
      page += `${body}<section class="part-${i}"><div class="inner" id="s${page.length}">${generator.page(3)}</div></section>`
    return new TextEncoder().encode(page)
  })
}
