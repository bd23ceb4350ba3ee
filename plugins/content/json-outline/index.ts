import { Room } from '../budget.ts'
import type { View } from '../view/view.ts'
import type { Outline } from './blocks.ts'
import { readerOf } from './elements.ts'
import { type OutlineOptions, OutlineReader } from './reader.ts'

/**
 * Outlines what a view shows as data, for the format `json`: sections by their headings, which contain, in the order
 * of the page, paragraphs, lists, tables, code, images, quotes and links. URLs are absolute. What precedes the first
 * heading is in a section without one. The outline ends roughly where the room ends. Source: decisions 5.2.
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
