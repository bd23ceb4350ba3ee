import { markInessential } from '../clean/llm-optimization.ts'
import { CUT, HIDDEN } from '../clean/visibility.ts'
import { mendMojibake } from '../encoding/mojibake/mend.ts'
import { readBlocks } from '../main/blocks/read-blocks.ts'
import { PageOfSite } from '../main/site-frame/page-of-site.ts'
import { SiteFrame } from '../main/site-frame/site-frame.ts'
import { readMetadata } from '../metadata/index.ts'
import { type Element, parse, TEXT, type Tree, UNSEEN } from '../tree/index.ts'
import { withOwnHeading } from '../view/own-heading.ts'
import { type View, viewOf } from '../view/view.ts'
import { evenSpaces } from '../white-space.ts'
import { Recording } from './recording.ts'

/** A block of a page, or a part of one: whether it is main content, and by which rule. */
export interface ExplainedBlock {
  /** The innermost block element around it, with its classes. */
  element: string
  text: string
  isShown: boolean
  rule: string
  /** The model's chance that it is content, 0 to 1; null if the model was not used. */
  chance: number | null
}

/** Why the blocks of a page are main content, or are not. */
export interface Explanation {
  url: string
  /** `model`, or `landmarks` for pages with few or very many blocks. */
  by: 'model' | 'landmarks'
  contentSource: 'main' | 'body'
  /** As judged with the model; null by landmarks, like the threshold. */
  pageType: string | null
  /** The chance from which on a block is chosen. */
  threshold: number | null
  headline: string | null
  blocks: ExplainedBlock[]
}

interface ExplainOptions {
  /** Whether to include what `llmOptimization` drops. */
  llm?: boolean
  /** Other pages of the site: texts that repeat on them count, as in a crawl. */
  beside?: readonly string[]
}

const options = { onlyMainContent: true, removeAds: true, includeTags: [], excludeTags: [] }

/** Explains the main content of an HTML page. */
export function explainPage(source: string, url: URL, { llm = false, beside = [] }: ExplainOptions = {}): Explanation {
  const tree = parse(mendMojibake(source))
  const recording = new Recording()
  const narrowed = viewOf(tree, url, options, recording, new PageOfSite(textsBeside(beside, url)))
  const { headline } = readMetadata(tree, { url, headers: new Headers(), markupLength: source.length })
  const view = withOwnHeading(narrowed, headline, recording)
  if (llm) markInessential(view, recording)
  const shown = shownNodes(tree, view)
  const { judgement } = recording
  const blocks = readBlocks(tree, new Uint8Array(tree.nodes.length))
  return {
    url: url.href,
    by: judgement === null ? 'landmarks' : 'model',
    contentSource: view.contentSource,
    pageType: judgement?.pageType ?? null,
    threshold: judgement?.cut ?? null,
    headline,
    blocks: Array.from({ length: blocks.count }, (_, i) => {
      const element = describe(tree.nodes[blocks.holder[i]!] as Element)
      return partsOf(tree, blocks.start[i]!, blocks.end[i]!, shown, recording).map((part) => ({ element, ...part }))
    }).flat(),
  }
}

/** The hashes of texts that repeat on pages of a site. */
function textsBeside(pages: readonly string[], url: URL): Int32Array {
  const frame = new SiteFrame()
  for (const page of pages) {
    const other = new PageOfSite([])
    viewOf(parse(mendMojibake(page)), url, options, undefined, other)
    frame.learn(other.texts)
  }
  return frame.repeated
}

/** Splits a block into the parts that different rules have kept or dropped; usually it is a single part. */
function partsOf({ nodes }: Tree, from: number, to: number, shown: Uint8Array, recording: Recording) {
  const parts: Omit<ExplainedBlock, 'element'>[] = []
  for (let id = from; id <= to; id++) {
    const node = nodes[id]!
    if (node.kind !== TEXT) {
      if ((node.tag.flags & UNSEEN) !== 0) id = node.end
      else if (node.name === 'br' && parts.length > 0) parts.at(-1)!.text += ' '
      continue
    }
    if (node.data.trim() === '') {
      if (parts.length > 0) parts.at(-1)!.text += ' '
      continue
    }
    const isShown = shown[id] === 1
    const rule = isShown ? recording.whyShown(id) : recording.whyDropped(id)
    const last = parts.at(-1)
    if (last?.isShown === isShown && last.rule === rule) last.text += node.data
    else parts.push({ text: node.data, isShown, rule, chance: recording.chanceOf(id) })
  }
  return parts.map((part) => ({ ...part, text: evenSpaces(part.text).trim() }))
}

/** 1 for each node that a view shows. */
function shownNodes({ nodes }: Tree, { roots, marks }: View): Uint8Array {
  const shown = new Uint8Array(nodes.length)
  for (const root of roots)
    for (let id = root.id; id <= Math.min(root.end, nodes.length - 1); id++) {
      const node = nodes[id]!
      if ((marks[id]! & (CUT | HIDDEN)) === 0) shown[id] = 1
      else if (node.kind !== TEXT) id = node.end
    }
  return shown
}

function describe({ name, attrs }: Element): string {
  const at = attrs.indexOf('class')
  const classes = at >= 0 && at % 2 === 0 ? evenSpaces(attrs[at + 1]!).trim() : ''
  return classes === '' ? name : `${name}.${classes.replaceAll(' ', '.')}`
}
