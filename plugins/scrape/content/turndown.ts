import type TurndownService from 'turndown'

/** Characters of HTML that Turndown is given: it takes some ten times as long as our own writer, and more for deep pages. */
export const MAX_TURNDOWN_LENGTH = 2 * 1024 * 1024

/**
 * Markdown of HTML by Turndown, with its plugin for GitHub's tables, task lists and strikethrough. It takes about ten times
 * as long as our own writer, and is there for those whose rules are written for it: `plugins` are applied last. The package
 * is loaded on first use.
 */
export const turndown = async (html: string, plugins: readonly TurndownService.Plugin[] = []): Promise<string> => {
  const [{ default: Turndown }, { gfm }] = await Promise.all([
    import('turndown'),
    import('@joplin/turndown-plugin-gfm'),
  ])
  const service = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  service.use([gfm, ...plugins])
  service.remove(['script', 'style', 'template', 'noscript', 'title'])
  return service.turndown(html)
}
