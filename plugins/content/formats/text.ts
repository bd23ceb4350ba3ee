import { Room } from '../budget.ts'
import { Writer } from '../markdown/writer.ts'
import type { View } from '../view/view.ts'

/**
 * What a view shows as plain text: a blank line between paragraphs, list items with their marks, cells parted by
 * tabs.
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
