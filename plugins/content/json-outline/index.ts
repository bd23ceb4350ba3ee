import { Room } from '../budget.ts'
import type { View } from '../view/view.ts'
import type { Outline } from './blocks.ts'
import { readerOf } from './elements.ts'
import { type OutlineOptions, OutlineReader } from './reader.ts'

/**
 * What a view shows as data, which is the format `json`: sections by their headings, and in them, in the page's
 * order, paragraphs, lists, tables, code, images, quotes and links. Addresses are absolute. What stands before the
 * first heading is in a section without one. It ends about where the room does. Source: decisions 5.2.
 */
export const outline = (
  view: View,
  about: Pick<Outline, 'title' | 'url' | 'language'>,
  options: OutlineOptions,
  room = new Room(Number.POSITIVE_INFINITY),
): Outline => {
  const { title, url, language } = about
  return { title, url, language, sections: new OutlineReader(view, options, room, readerOf).read() }
}
