import { toText } from '../../../../plugins/content/formats/text.ts'
import type { WriterOptions } from '../../../../plugins/content/markdown/blocks/flow.ts'
import { toMarkdown } from '../../../../plugins/content/markdown/writer.ts'
import { parse } from '../../../../plugins/content/tree/index.ts'
import { type View, viewOf } from '../../../../plugins/content/view/view.ts'

const view = (html: string): View =>
  viewOf(parse(html), new URL('https://site.example/page'), {
    onlyMainContent: false,
    removeAds: true,
    includeTags: [],
    excludeTags: [],
  })

/** The Markdown of a whole page. */
export const markdownOf = (html: string, options: Partial<WriterOptions> = {}): string =>
  toMarkdown(view(html), {
    includeLinks: true,
    includeImages: true,
    describedImagesOnly: false,
    html: true,
    titles: true,
    address: (href) => href,
    ...options,
  })

/** The plain text of a whole page. */
export const textOf = (html: string): string => toText(view(html))
