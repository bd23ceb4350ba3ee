import type { Recorder } from '../../clean/recorder.ts'
import { isPixel } from '../../links/image.ts'
import { attr, closest, type Element, findAll, isElement, type Tree } from '../../tree/index.ts'
import type { PageStructure } from '../page-structure.ts'

/** Names under which a page declares its lead picture. */
const declared = /^(?:og:image(?::(?:secure_)?url)?|twitter:image(?::src)?)$/i
/** The fewest characters of a file name that identify a picture. */
const MIN_NAME = 6
/** The most names that are looked for in each image. */
const MAX_NAMES = 4
/** Sizes that copies of a picture have after their name. */
const size = /[-_](?:\d{2,4}x\d{2,4}|scaled|\d{3,4}w?)$/i
/** Names of pictures that stand for a site rather than one page, or for any picture. */
const ofSite = /logo|icon|avatar|default|placeholder|share|social|brand|fallback|banner/i

/**
 * Keeps the picture that a page declares as its own if it is shown above the end of the content: much of what lies
 * between title and text is dropped, and the picture with it.
 */
export const keepLeadPicture = (
  { tree, blocks }: PageStructure,
  chosen: Uint8Array,
  kept: Uint8Array,
  recorder?: Recorder,
): void => {
  const names = namesOf(tree)
  const last = chosen.lastIndexOf(1)
  if (names.length === 0 || last < 0) return
  let found: Element | null = null
  for (let id = tree.body.id + 1; id <= blocks.end[last]!; id++) {
    const node = tree.nodes[id]!
    if (!isElement(node) || node.name !== 'img' || !isNamed(node, names) || isPixel(node)) continue
    if (kept[id] === 1) return
    if (closest(node, 'nav', 'footer', 'aside') === null) found ??= node
  }
  if (found === null) return
  const picture = found.parent?.name === 'picture' ? found.parent : found
  kept.fill(1, picture.id, picture.end + 1)
  recorder?.kept('the picture of the page', picture)
}

const namesOf = (tree: Tree): string[] => {
  const names = findAll(tree, tree.head, 'meta').flatMap((meta) => {
    if (!declared.test(attr(meta, 'property') ?? attr(meta, 'name') ?? '')) return []
    const path = (attr(meta, 'content') ?? '').split(/[?#]/, 1)[0]!
    const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w{2,5}$/, '')
    const name = file.replace(size, '')
    return name.length >= MIN_NAME && !ofSite.test(name) ? name : []
  })
  return [...new Set(names)].slice(0, MAX_NAMES)
}

/** Whether one of the URLs of an image contains such a name. */
const isNamed = ({ attrs }: Element, names: readonly string[]): boolean => {
  for (let i = 0; i < attrs.length; i += 2) {
    if (!/src|data-/.test(attrs[i]!)) continue
    for (const name of names) if (attrs[i + 1]!.includes(name)) return true
  }
  return false
}
