import { micromark } from 'micromark'
import { gfmStrikethrough, gfmStrikethroughHtml } from 'micromark-extension-gfm-strikethrough'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/** HTML of markdown. Markup in it becomes text, and addresses of other schemes than the web's and mail's go. */
export const renderMarkdown = (text: string): string =>
  micromark(text, {
    extensions: [gfmTable(), gfmStrikethrough()],
    htmlExtensions: [gfmTableHtml(), gfmStrikethroughHtml()],
  })
