import type { Recorder } from '../../clean/recorder.ts'
import { attr, BLOCK, type Element, TEXT, type Tree, textContent } from '../../tree/index.ts'
import type { Blocks } from '../blocks/blocks.ts'
import { eachHolder } from '../containers/containers.ts'
import { BYLINE, COMMENT, DATE, namedKinds, POST, PROFILE } from '../containers/names.ts'
import type { PageStructure } from '../page-structure.ts'
import { pageTypeOf } from './page-type.ts'

/** The fewest posts of a thread, and the share of a sibling group that must contain something chosen. */
const MIN_POSTS = 2
const MIN_SHARE = 0.4
/** The share of the group that must have author and time, if nothing names them posts. */
const MIN_SIGNED = 0.6
/** Limits of an author's name and of a time in characters; a single letter stands for an avatar. */
const MIN_NAME = 2
const MAX_NAME = 40
const MAX_TIME = 40
/** The most nodes of a post that are searched: bylines are at its beginning or end, and most posts are short. */
const MAX_NODES = 400
/** The same of an opening post, which may be long, and have comments. */
const MAX_NODES_OF_OPENING = 4000
/** How many of these are read: answers and comments may come in groups of their own. */
const MAX_OPENINGS = 3
/** A time at most this many nodes before its author belongs to them; an earlier one may be that of an edit. */
const MAX_BETWEEN = 20
/** The fewest blocks of a post: its author and its text. */
const MIN_BLOCKS = 2
/** The most nodes within a name or a time. */
const MAX_PARTS = 3

/** URLs of people. */
const personAddress =
  /\/(?:@\w|(?:users?|u|members?|profiles?|people|author)(?!-?[a-z_]|\/(?:login|register)\b))|[?&](?:u|user|uid|id)=|[?&;]action=profile\b/i
/** What is not a name: counts, ranks, actions. */
const notName = /^(?:reply|quote|report|share|like|member|guest|posts?|joined|edit|delete|permalink|\W*\d[\d.,\W]*)\b/i
/** The time when an author joined is not the time of the post. */
const notTime =
  /^(?:joined|join date|registered|member since|dabei seit|registriert|beigetreten|inscrit|miembro desde)\b/i
/** What comes before who wrote another post and when, and before who edited this one; and its most characters. */
const ofAnother = /^(?:last|latest|most recent) (?:post|reply|message|edit|activity)/i
const ofEdit = /^edited/i
const MAX_LABEL = 60
/** A date or a relative time, in digits. */
const timeText = /\d/
/** A full date, with nothing but a time of day. */
const dayText =
  /^(?:[a-z]{3,9},? )?(?:[a-z]{3,9}\.? \d{1,2},? \d{4}|\d{1,2}\.? [a-z]{3,9}\.?,? \d{4}|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{4})(?:,? (?:at |- )?\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m|Z)?)?$/i

/**
 * Keeps the author and the time of each post in a thread, if the page shows them. The model takes them for
 * surroundings of the posts, but posts run together without them. Source: decisions 5.2.
 */
export const keepBylines = (page: PageStructure, chosen: Uint8Array, kept: Uint8Array, recorder?: Recorder): void => {
  const { isForum } = pageTypeOf(page)
  for (const { posts, isNamed } of threadsOf(page, chosen)) {
    const bylines = posts.map((post) => readByline(page.tree, post, MAX_NODES))
    const signed = bylines.filter(({ author, time }) => author !== null && time !== null).length
    if (!isNamed && signed < posts.length * MIN_SIGNED) continue
    if (isForum)
      for (const opening of openingsOf(page, chosen, posts[0]!))
        bylines.push(readByline(page.tree, opening, MAX_NODES_OF_OPENING))
    for (const { author, time } of bylines) {
      for (const element of [author, time]) {
        if (element === null) continue
        kept.fill(1, element.id, element.end + 1)
        recorder?.kept('who wrote a post, and when', element)
      }
      if (author !== null && time !== null && areInOneBlock(page.blocks, author, time))
        kept.fill(1, Math.min(author.id, time.id), Math.max(author.end, time.end) + 1)
    }
  }
}

/**
 * Whether two parts of a byline are in the same block; what is between them, such as `on` or a separator, then
 * belongs to it.
 */
const areInOneBlock = (blocks: Blocks, one: Element, other: Element): boolean =>
  blockAt(blocks, one.first!.id) === blockAt(blocks, other.first!.id)

/** The last block that begins at or before a node. */
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
  /** The posts in which something was chosen. */
  posts: Element[]
  /** Whether they have names typical of posts. */
  isNamed: boolean
}

/** The sibling groups in which enough elements contain something chosen. */
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

/** What contains the chosen texts before the posts of a thread: the question, and the answer that was accepted. */
const openingsOf = function* (page: PageStructure, chosen: Uint8Array, first: Element): Generator<Element> {
  let next = openingBefore(page, chosen, first)
  for (let count = 0; next !== null && count < MAX_OPENINGS; count++) {
    yield next
    next = openingBefore(page, chosen, next)
  }
}

/** The largest element before a post that contains the chosen text nearest to it. */
const openingBefore = ({ tree, blocks }: PageStructure, chosen: Uint8Array, post: Element): Element | null => {
  let at = blockAt(blocks, post.id)
  while (at >= 0 && (chosen[at] === 0 || blocks.end[at]! >= post.id)) at--
  if (at < 0) return null
  let found = tree.nodes[blocks.holder[at]!] as Element
  while (found.parent !== null && found.parent.end < post.id) found = found.parent
  return found.end < post.id ? found : null
}

/** The number of chosen blocks before each block. */
const sumsOf = (chosen: Uint8Array): Int32Array => {
  const sums = new Int32Array(chosen.length + 1)
  for (let i = 0; i < chosen.length; i++) sums[i + 1] = sums[i]! + chosen[i]!
  return sums
}

interface Byline {
  author: Element | null
  time: Element | null
}

/** The innermost elements with the author of a post, by the clearest sign, and with its time. */
const readByline = (tree: Tree, post: Element, most: number): Byline => {
  const found: Byline = { author: null, time: null }
  let best = 0
  let lastTime: Element | null = null
  let editTime: Element | null = null
  let editEnd = -1
  const last = Math.min(post.end, post.id + most)
  for (let id = post.id + 1; id <= last; id++) {
    const node = tree.nodes[id]!
    if (node.kind === TEXT) {
      const label = node.data.length <= MAX_LABEL && node.parent !== post ? node.data.trim() : ''
      if (ofAnother.test(label)) id = node.parent!.end
      else if (ofEdit.test(label)) editEnd = node.parent!.end
      continue
    }
    // If one name is within another, the inner one is the name itself.
    if (node.first?.kind !== TEXT || node.end - node.id > MAX_PARTS) continue
    const text = textContent(tree, node).trim()
    const mayBeTime = (found.time === null || best < SURE) && text !== '' && text.length <= MAX_TIME
    if (mayBeTime && isTime(node, text)) {
      if (id <= editEnd) {
        editTime ??= node
        continue
      }
      found.time ??= node
      // The time of day may be marked within a time.
      if (lastTime === null || id > lastTime.end) lastTime = node
    } else if (best < SURE && id > editEnd && isNameLike(text)) {
      const clarity = Math.max(clarityOf(node), node.parent === null ? 0 : clarityOf(node.parent))
      if (clarity <= best) continue
      best = clarity
      found.author = node
      if (best === SURE && lastTime !== null && id - lastTime.id <= MAX_BETWEEN) found.time = lastTime
    }
  }
  return { author: found.author, time: found.time ?? editTime }
}

const isNameLike = (text: string) => text.length >= MIN_NAME && text.length <= MAX_NAME && !notName.test(text)

const isTime = (element: Element, text: string): boolean =>
  !notTime.test(text) &&
  (element.name === 'time' ||
    (timeText.test(text) && (namedKinds(element) & DATE) !== 0) ||
    // The link to a post shows its time; elsewhere a date may be when its author joined.
    ((element.name === 'a' || element.parent?.name === 'a') && dayText.test(text)) ||
    // A relative time, such as `2y`, with the full date in its title.
    (timeText.test(text) && dayText.test(attr(element, 'title') ?? '')))

/** The clarity of an element that is certainly an author. */
const SURE = 3

/** How clearly an element is an author; 0 if it is not. */
const clarityOf = (element: Element): number => {
  if (attr(element, 'itemprop') === 'author' || attr(element, 'rel')?.includes('author')) return SURE
  if (element.name === 'a' && personAddress.test(attr(element, 'href') ?? '')) return 2
  // Letters in place of an avatar are not a name.
  if (isAvatar(element)) return 0
  return (namedKinds(element) & (BYLINE | PROFILE)) !== 0 ? 1 : 0
}

const isAvatar = (element: Element): boolean => attr(element, 'class')?.toLowerCase().includes('avatar') ?? false
