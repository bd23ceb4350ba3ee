import type { Recorder } from '../../clean/recorder.ts'
import { attr, BLOCK, type Element, isElement, TEXT, type Tree, textContent } from '../../tree/index.ts'
import type { Blocks } from '../blocks/blocks.ts'
import { eachHolder } from '../containers/containers.ts'
import { BYLINE, COMMENT, DATE, namedKinds, POST, PROFILE } from '../containers/names.ts'
import type { PageStructure } from '../page-structure.ts'

/** Posts that make a thread, and the share of a sibling group that must have something that was chosen. */
const MIN_POSTS = 2
const MIN_SHARE = 0.4
/** Share of the group that must say who wrote them and when, where nothing names them posts. */
const MIN_SIGNED = 0.6
/** Characters of the name of who wrote a post, and of when; one letter stands for a picture. */
const MIN_NAME = 2
const MAX_NAME = 40
const MAX_TIME = 40
/** Nodes of a post that are looked at: bylines stand at its beginning or its end, most posts are short. */
const MAX_NODES = 400
/** Blocks of a post at least: who wrote it, and what. */
const MIN_BLOCKS = 2
/** Nodes within a name or a time. */
const MAX_PARTS = 3

/** Addresses of people. */
const personAddress =
  /\/(?:@\w|(?:users?|u|members?|profiles?|people|author)(?!-?[a-z_]|\/(?:login|register)\b))|[?&](?:u|user|uid|id)=|[?&;]action=profile\b/i
/** What is not a name: counts, ranks, what can be done. */
const noName = /^(?:reply|quote|report|share|like|member|guest|posts?|joined|edit|delete|permalink|\W*\d[\d.,\W]*)\b/i
/** When its author came to the place is not when a post was written. */
const noTime =
  /^(?:joined|join date|registered|member since|dabei seit|registriert|beigetreten|inscrit|miembro desde)\b/i
/** A day or a distance from now, in digits. */
const timeText = /\d/
/** A day that is written in full, with nothing but the hour beside it. */
const dayText =
  /^(?:[a-z]{3,9},? )?(?:[a-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? [a-z]{3,9}\.?,? \d{4}|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})(?:,? (?:at |- )?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?)?$/i

/**
 * Adds to the nodes that are kept who wrote each post of a thread, and when, where the page says so: to the model
 * these look like what stands around posts, and without them posts run together. Source: decisions 5.2.
 */
export const keepBylines = (page: PageStructure, chosen: Uint8Array, kept: Uint8Array, recorder?: Recorder): void => {
  for (const { posts, isNamed } of threadsOf(page, chosen)) {
    const bylines = posts.map((post) => readByline(page.tree, post))
    const signed = bylines.filter(({ author, time }) => author !== null && time !== null).length
    if (!isNamed && signed < posts.length * MIN_SIGNED) continue
    for (const { author, time } of bylines) {
      for (const element of [author, time]) {
        if (element === null) continue
        kept.fill(1, element.id, element.end + 1)
        recorder?.kept('who wrote a post, and when', element)
      }
      if (author !== null && time !== null && standInOneLine(page.blocks, author, time))
        kept.fill(1, Math.min(author.id, time.id), Math.max(author.end, time.end) + 1)
    }
  }
}

/** Whether what stands between two parts of a byline belongs to it: a second author, `on`, a separator. */
const standInOneLine = (blocks: Blocks, one: Element, other: Element): boolean =>
  blockAt(blocks, one.first!.id) === blockAt(blocks, other.first!.id)

/** The last block that begins at a node or before it. */
const blockAt = ({ count, start }: Blocks, id: number): number => {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (start[middle]! <= id) low = middle + 1
    else high = middle
  }
  return low - 1
}

interface Thread {
  /** Posts of which something was chosen. */
  posts: Element[]
  /** Whether they are named as posts are. */
  isNamed: boolean
}

/** The sibling groups of which enough elements hold something that was chosen. */
const threadsOf = ({ tree, containers }: PageStructure, chosen: Uint8Array): Thread[] => {
  const taken = sumsOf(chosen)
  const groups = new Map<number, { posts: Element[]; count: number; isNamed: boolean }>()
  eachHolder(tree, containers, (element, from, to) => {
    const at = containers.group[element.id]!
    if (containers.groups[at]!.count < MIN_POSTS || (element.tag.flags & BLOCK) === 0 || to - from < MIN_BLOCKS) return
    const group = groups.get(at) ?? { posts: [], count: 0, isNamed: false }
    groups.set(at, group)
    group.count++
    group.isNamed ||= (containers.ownKinds[element.id]! & (COMMENT | POST)) !== 0
    if (taken[to]! > taken[from]!) group.posts.push(element)
  })
  return [...groups.values()].filter(
    ({ posts, count }) => posts.length >= MIN_POSTS && posts.length >= count * MIN_SHARE,
  )
}

/** How many blocks were chosen before each. */
const sumsOf = (chosen: Uint8Array): Int32Array => {
  const sums = new Int32Array(chosen.length + 1)
  for (let i = 0; i < chosen.length; i++) sums[i + 1] = sums[i]! + chosen[i]!
  return sums
}

interface Byline {
  author: Element | null
  time: Element | null
}

/** The innermost elements that name who wrote a post, by what says so most clearly, and when. */
const readByline = (tree: Tree, post: Element): Byline => {
  const found: Byline = { author: null, time: null }
  let best = 0
  const last = Math.min(post.end, post.id + MAX_NODES)
  for (let id = post.id + 1; id <= last; id++) {
    const node = tree.nodes[id]!
    // Where one name is within another, the inner one is the name itself.
    if (!isElement(node) || node.first?.kind !== TEXT || node.end - node.id > MAX_PARTS) continue
    const text = textContent(tree, node).trim()
    if (found.time === null && text !== '' && text.length <= MAX_TIME && isTime(node, text)) found.time = node
    else if (best < SURE && isNameLike(text)) {
      const clarity = Math.max(clarityOf(node), node.parent === null ? 0 : clarityOf(node.parent))
      if (clarity <= best) continue
      best = clarity
      found.author = node
    }
  }
  return found
}

const isNameLike = (text: string) => text.length >= MIN_NAME && text.length <= MAX_NAME && !noName.test(text)

const isTime = (element: Element, text: string): boolean =>
  !noTime.test(text) &&
  (element.name === 'time' ||
    (timeText.test(text) && (namedKinds(element) & DATE) !== 0) ||
    // The link to a post is when it was written; elsewhere a day may be when its author joined.
    ((element.name === 'a' || element.parent?.name === 'a') && dayText.test(text)) ||
    // The time since then, such as `2y`, with the day behind it.
    (timeText.test(text) && dayText.test(attr(element, 'title') ?? '')))

/** What says that an element is who wrote something beyond doubt. */
const SURE = 3

/** How clearly an element says that it is who wrote something; 0 where it does not. */
const clarityOf = (element: Element): number => {
  if (attr(element, 'itemprop') === 'author' || attr(element, 'rel')?.includes('author')) return SURE
  if (element.name === 'a' && personAddress.test(attr(element, 'href') ?? '')) return 2
  // Letters that stand for the picture of who wrote it are no name.
  if (isAvatar(element)) return 0
  return (namedKinds(element) & (BYLINE | PROFILE)) !== 0 ? 1 : 0
}

const isAvatar = (element: Element): boolean => attr(element, 'class')?.toLowerCase().includes('avatar') ?? false
