import { intern } from './intern.ts'

/** The properties of a tag. Compare `tag` objects or names; test `flags` with the constants below. */
export interface TagInfo {
  readonly name: string
  readonly flags: number
  /** From 1 up, the same for a name in every tree; 0 for all names that HTML does not define. */
  readonly code: number
}

/** Has no content and no end tag. */
export const VOID = 1 << 0
/** Ends an open paragraph. */
export const CLOSES_P = 1 << 1
/** The standard's "special": an unknown end tag does not reach past it. */
export const SPECIAL = 1 << 2
/** Reopened after a block that interrupts it: `b`, `i`, `a` and the like. */
export const FORMATTING = 1 << 3
/** Its end tag may be omitted. */
export const IMPLIED_END = 1 << 4
/** Bounds the search for an open element. */
export const SCOPE = 1 << 5
/** Part of a table; ignored elsewhere. */
export const TABLE_PART = 1 << 6
/** Its content is text without markup. */
export const RAW = 1 << 7
/** Its content is text without markup, but with character references. */
export const RAW_ENTITIES = 1 << 8
/** Belongs in the head, without opening the body. */
export const HEAD = 1 << 9
/** A block in a browser's default style: its text is on lines of its own. */
export const BLOCK = 1 << 10
export const HEADING = 1 << 11
/** Takes no text and few elements; others are moved before the table. */
export const TABLE_CONTEXT = 1 << 12
/** Ends `svg` and `math`, in which it is not allowed. */
export const ENDS_FOREIGN = 1 << 13
/** Never shown as text: `script`, `style`, `template`, … */
export const UNSEEN = 1 << 14
/** May contain a URL, of a link or of something that the page refers to. */
export const LEADS = 1 << 15

/** Form fields, drawings and fallbacks; text in them is not text of the page. */
export const wordless: ReadonlySet<string> = new Set('canvas map meter object progress select svg textarea'.split(' '))

const byName = new Map<string, TagInfo>()
const give = (flags: number, names: string) => {
  for (const name of names.split(' ')) {
    const known = byName.get(name)
    byName.set(name, { name: intern(name), flags: flags | (known?.flags ?? 0), code: known?.code ?? byName.size + 1 })
  }
}

give(VOID, 'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr')
give(
  CLOSES_P,
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer header hgroup ' +
    'main menu nav ol p search section summary ul h1 h2 h3 h4 h5 h6 pre listing form table hr xmp plaintext li dd dt',
)
give(
  SPECIAL,
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd ' +
    'details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
    'hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ' +
    'ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot ' +
    'th thead title tr track ul wbr xmp',
)
give(FORMATTING, 'a b big code em font i nobr s small strike strong tt u')
give(IMPLIED_END, 'dd dt li optgroup option p rb rp rt rtc')
give(SCOPE, 'applet caption html table td th marquee object template #document')
give(TABLE_PART, 'caption col colgroup tbody td tfoot th thead tr')
give(RAW, 'script style xmp iframe noembed noframes plaintext')
give(RAW_ENTITIES, 'title textarea')
give(HEAD, 'base basefont bgsound link meta title noframes style script template noscript')
give(
  BLOCK,
  'address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup ' +
    'option p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp',
)
give(HEADING, 'h1 h2 h3 h4 h5 h6')
give(TABLE_CONTEXT, 'table tbody tfoot thead tr')
give(
  ENDS_FOREIGN,
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
)
give(LEADS, 'a area iframe frame link meta')
give(UNSEEN, 'script style template noembed noframes iframe head title meta link base datalist')
give(
  0,
  'abbr acronym audio bdi bdo button canvas cite data del dfn image ins kbd label map mark math meter mjx-container object ' +
    'output picture progress q ruby samp select slot span sub sup svg time var video amp-img',
)

/** The tag of a known name; undefined for others. */
export const knownTag = (name: string): TagInfo | undefined => byName.get(name)

/** The number of codes, including 0. */
export const TAG_CODES = byName.size + 1

/** The tag of any name in lower case. */
export const tagOf = (name: string): TagInfo => byName.get(name) ?? { name, flags: 0, code: 0 }

// Tags are looked up in the source by hash, because a Map would need a new string for every tag.
const slots: (TagInfo | undefined)[] = new Array(1024)
for (const tag of byName.values()) {
  let hash = 0
  for (let i = 0; i < tag.name.length; i++) hash = (Math.imul(hash, 31) + tag.name.charCodeAt(i)) | 0
  let slot = hash & 1023
  while (slots[slot] !== undefined) slot = (slot + 1) & 1023
  slots[slot] = tag
}

/**
 * The known tag whose name is from `start` to `end` of the source, in either case. `hash` is the hash of its
 * lower-case characters.
 */
export const tagAt = (source: string, start: number, end: number, hash: number): TagInfo | undefined => {
  for (let slot = hash & 1023; ; slot = (slot + 1) & 1023) {
    const tag = slots[slot]
    if (tag === undefined) return undefined
    const { name } = tag
    if (name.length !== end - start) continue
    let i = 0
    while (i < name.length && (source.charCodeAt(start + i) | 32) === name.charCodeAt(i)) i++
    if (i === name.length) return tag
  }
}
