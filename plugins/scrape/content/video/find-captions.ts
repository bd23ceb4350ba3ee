import type { Source } from '../converted.ts'
import { decode } from '../decode.ts'
import { attr, baseOf, type Element, findAll, isElement, parse, resolve } from '../tree/index.ts'

/** A file of captions that a page names. */
export interface CaptionFile {
  url: URL
  language: string | undefined
  isDefault: boolean
}

/** Files of one page's captions that are looked at. */
const MOST_FILES = 50

/**
 * The captions of the first video of a page that has any: subtitles count as captions, descriptions and chapters do not. A
 * page without a `<track>` is not parsed for it.
 */
export function findCaptions({ body, headers, url }: Source): CaptionFile[] {
  if (!mentionsTrack(body)) return []
  const tree = parse(decode(body, headers.get('content-type')).text)
  const base = baseOf(tree, url)
  for (const name of ['video', 'audio'])
    for (const media of findAll(tree, tree.body, name)) {
      const files = filesOf(media, base).slice(0, MOST_FILES)
      if (files.length > 0) return files
    }
  return []
}

/** In bytes, whatever the page is written in: most pages have none. */
const mentionsTrack = ({ buffer, byteOffset, byteLength }: Uint8Array): boolean => {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  return bytes.includes('<track') || bytes.includes('<TRACK')
}

function filesOf(media: Element, base: URL): CaptionFile[] {
  const files: CaptionFile[] = []
  for (let node = media.first; node !== null; node = node.next) {
    if (!isElement(node) || node.name !== 'track') continue
    const kind = attr(node, 'kind')?.toLowerCase() ?? 'subtitles'
    const src = attr(node, 'src')
    const url = src === null || src.trim() === '' ? null : resolve(src, base)
    if ((kind !== 'captions' && kind !== 'subtitles') || !url || !/^https?:$/.test(url.protocol)) continue
    files.push({ url, language: attr(node, 'srclang') ?? undefined, isDefault: attr(node, 'default') !== null })
  }
  return files
}
