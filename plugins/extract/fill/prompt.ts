import { linkTargets } from '../link-targets.ts'
import { fence } from './fence.ts'
import type { Part } from './parts.ts'

/** What is said about a page, to whatever fills the schema. */
export interface PromptParts {
  /** In markdown. */
  part: Part
  prompt: string | undefined
  systemPrompt: string | undefined
}

const ROLE = `You extract data from the text of web pages, as JSON.
Take each value from the text; give what the text does not say as null, or leave it out. Never guess.`

/** The instructions to the model. */
export function promptOf({ part, prompt, systemPrompt }: PromptParts): { system: string; user: string } {
  const { rule, wrap } = fence()
  const system = [ROLE, ...(systemPrompt ? [systemPrompt] : []), rule].join('\n\n')
  const texts = part.map(({ url, text }) => wrap(url, visibleText(text)))
  return { system, user: [prompt || 'Fill in the schema from this page.', ...texts].join('\n\n') }
}

/** Invisible characters in which words can be hidden: zero-width ones, tags, and direction marks. */
const UNSEEN = /[\u200b\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu

/**
 * Markdown without what a reader does not see: image descriptions, link titles, invisible characters. URLs stay, as
 * they may be asked for.
 */
export const visibleText = (markdown: string): string =>
  withoutTitles(withoutDescriptions(markdown.replace(UNSEEN, '')))

function withoutTitles(markdown: string): string {
  let shown = ''
  let from = 0
  for (const { urlEnd, to } of linkTargets(markdown)) {
    shown += markdown.slice(from, urlEnd)
    from = to - 1
  }
  return shown + markdown.slice(from)
}

/** Every image as `![](address)`. */
function withoutDescriptions(markdown: string): string {
  let shown = ''
  let from = 0
  for (let at = markdown.indexOf('![', from); at >= 0; at = markdown.indexOf('![', from)) {
    const end = endOfDescription(markdown, at + 2)
    shown += markdown.slice(from, at)
    shown += markdown.startsWith('](', end) ? '![' : markdown.slice(at, end)
    from = end
  }
  return shown + markdown.slice(from)
}

/** The position of the next `](`, or of the end of the line: what starts in between is not an image either then. */
function endOfDescription(markdown: string, begin: number): number {
  let at = begin
  while (at < markdown.length && markdown[at] !== '\n' && !markdown.startsWith('](', at)) {
    at += markdown[at] === '\\' && markdown[at + 1] !== '\n' ? 2 : 1
  }
  return Math.min(at, markdown.length)
}
