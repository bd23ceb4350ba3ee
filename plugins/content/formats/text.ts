import { Room } from '../budget.ts'
import { Writer } from '../markdown/writer.ts'
import type { View } from '../view/view.ts'

/**
 * Writes what a view shows as plain text: a blank line between paragraphs, list items with their markers, cells
 * separated by tabs.
 */
export const toText = (view: View, room = new Room(Number.POSITIVE_INFINITY)): string =>
  new Writer(
    view,
    {
      plain: true,
      includeLinks: false,
      includeImages: false,
      describedImagesOnly: true,
      html: false,
      address: (href) => href,
      titles: false,
    },
    room,
  ).run()
