import type { CaptionFile } from '../converted.ts'
import { attr, type Element, findAll, isElement, resolve, type Tree } from '../tree/index.ts'

/** The most caption files of a page. */
const MAX_FILES = 50

/**
 * The caption files of the first video that has any, or else of the first audio: subtitles count as captions,
 * descriptions and chapters do not.
 */
export function findCaptions(tree: Tree, base: URL): CaptionFile[] {
  for (const name of ['video', 'audio'])
    for (const media of findAll(tree, tree.body, name)) {
      const files = filesOf(media, base).slice(0, MAX_FILES)
      if (files.length > 0) return files
    }
  return []
}

function filesOf(media: Element, base: URL): CaptionFile[] {
  const files: CaptionFile[] = []
  for (let node = media.first; node !== null; node = node.next) {
    if (!isElement(node) || node.name !== 'track') continue
    const kind = attr(node, 'kind')?.toLowerCase() ?? 'subtitles'
    const src = attr(node, 'src')
    const url = src === null || src.trim() === '' ? null : resolve(src, base)
    if ((kind !== 'captions' && kind !== 'subtitles') || !url || !/^https?:$/.test(url.protocol)) continue
    files.push({
      url: url.href,
      language: attr(node, 'srclang') ?? undefined,
      isDefault: attr(node, 'default') !== null,
    })
  }
  return files
}
