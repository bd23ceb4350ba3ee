import { Parser } from 'htmlparser2'
import { TextBuilder } from '../../content/sandbox-toolkit.ts'
import { pictureOf } from '../drawingml/picture.ts'
import { escape, linkOf, startTag } from '../html-writer/markup.ts'
import { resolvePart } from '../opc/relationships.ts'
import { fileOf } from './item.ts'

/** Elements that are dropped with their content. */
const dropped = new Set([
  'head',
  'script',
  'style',
  'svg',
  'audio',
  'video',
  'iframe',
  'object',
  'button',
  'select',
  'textarea',
  'template',
  'nav',
])

/** Elements that are dropped without their content. */
const unwrapped = new Set(['html', 'body', 'form', 'input', 'label', 'span', 'font', 'small', 'big', 'center', 'bdo'])

/** Maximum nesting of elements. A chapter is cut where it nests deeper. */
const MAX_DEPTH = 256

const empty = new Set(['br', 'hr', 'wbr', 'col'])

/** Attributes that carry meaning, and are kept. */
const kept = [
  'colspan',
  'rowspan',
  'start',
  'value',
  'lang',
  'dir',
  'title',
  'datetime',
  'display',
  'alttext',
  'encoding',
]

/** ARIA roles for the values of `epub:type`. */
const roles: Readonly<Record<string, string>> = {
  noteref: 'doc-noteref',
  footnote: 'doc-footnote',
  rearnote: 'doc-endnote',
  endnote: 'doc-endnote',
  endnotes: 'doc-endnotes',
  footnotes: 'doc-endnotes',
  backlink: 'doc-backlink',
}

/**
 * The body of a chapter without styling. As all chapters share one page, ids and links to them are prefixed with the
 * chapter's number.
 */
export function chapterHtml(source: string, name: string, chapters: ReadonlyMap<string, number>): string {
  const html = new TextBuilder()
  let depth = 0
  /** The depth of the dropped element that the parser is in. */
  let outside: number | undefined
  const ends: string[] = []
  /** The element that was opened last, while it is empty. */
  let last = ''
  const parser = new Parser(
    {
      onopentag: (element, attributes) => {
        depth++
        if (depth > MAX_DEPTH) return parser.pause()
        if (outside === undefined && dropped.has(element)) outside = depth
        if (outside !== undefined || unwrapped.has(element)) {
          ends.push('')
          return
        }
        if (element === 'img' || element === 'image') {
          const part = attributes.src === undefined ? undefined : resolvePart(name, attributes.src)
          html.add(pictureOf(attributes.alt, part))
          ends.push('')
        } else if (empty.has(element)) {
          html.add(startTag(element))
          ends.push('')
        } else {
          const isNote = roleOf(attributes) === 'doc-noteref' && last !== 'sup'
          const start = startTag(element, attributesOf(attributes, name, chapters))
          last = element
          html.add(isNote ? `<sup>${start}` : start)
          ends.push(isNote ? `</${element}></sup>` : `</${element}>`)
        }
      },
      ontext: (text) => {
        if (text.trim() !== '') last = ''
        if (outside === undefined) html.add(escape(text))
      },
      onclosetag: () => {
        last = ''
        html.add(ends.pop() ?? '')
        if (outside === depth) outside = undefined
        depth--
      },
    },
    { recognizeSelfClosing: true, recognizeCDATA: true },
  )
  parser.write(source)
  // Closes the elements that are open where a chapter is cut.
  if (depth > MAX_DEPTH) html.add(ends.reverse().join(''))
  else parser.end()
  return html.toString().trim()
}

const roleOf = (attributes: Readonly<Record<string, string>>): string | undefined => {
  const type = attributes['epub:type']?.split(/\s+/).find((word) => Object.hasOwn(roles, word))
  return type === undefined ? attributes.role : roles[type]
}

const attributesOf = (
  attributes: Readonly<Record<string, string>>,
  name: string,
  chapters: ReadonlyMap<string, number>,
): Record<string, string | undefined> => {
  const { id, href } = attributes
  const found: Record<string, string | undefined> = { role: roleOf(attributes) }
  if (id !== undefined) found.id = `chapter${chapters.get(name)}-${id}`
  if (href !== undefined) found.href = targetOf(href, name, chapters)
  if (/(^|\s)language-/.test(attributes.class ?? '')) found.class = attributes.class
  for (const each of kept) if (attributes[each] !== undefined) found[each] = attributes[each]
  return found
}

/** A place in the book or an absolute address; undefined for other files of the book. */
const targetOf = (href: string, name: string, chapters: ReadonlyMap<string, number>): string | undefined => {
  const fragment = href.split('#')[1]
  if (href.startsWith('#')) return `#chapter${chapters.get(name)}-${fragment}`
  const external = linkOf(href)
  if (external !== undefined) return external
  const chapter = chapters.get(fileOf(resolvePart(name, href)))
  if (chapter === undefined) return undefined
  return fragment ? `#chapter${chapter}-${fragment}` : `#chapter${chapter}`
}
