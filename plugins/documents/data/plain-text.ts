import { addressesIn, answer, decode, preformatted, type ReadOnThread } from '../../content/toolkit.ts'
import { firstOf } from './first-of.ts'
import { markdownLinks } from './markdown-links.ts'

/** Reads plain text, and any other text, as it is. Blank lines separate paragraphs. */
export const read: ReadOnThread = async (source, options, budget) => {
  const raw = firstOf(decode(source.body, source.headers.get('content-type')).text, budget)
  const text = raw.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  const inMarkdown = isMarkdown(source.mime, source.url)
  const title = inMarkdown ? headingOf(text) : null
  const paragraphs = paragraphsOf(text)
  return answer(source, options, {
    title,
    markdown: () => text,
    html: () => preformatted(text),
    text: () => text,
    rawHtml: () => raw,
    json: () => ({ title, paragraphs }),
    links: () => (inMarkdown ? markdownLinks(text, source.url) : addressesIn(text)),
    contentSource: 'document',
    quality: { paragraphCount: paragraphs.length },
  })
}

const isMarkdown = (mime: string, { pathname }: URL) =>
  mime.includes('markdown') || /\.(?:md|markdown)$/i.test(pathname)

const headingOf = (text: string): string | null => /^#[ \t]+(\S[^\n]*)/m.exec(text)?.[1]?.trim() ?? null

const paragraphsOf = (text: string): string[] => {
  const paragraphs: string[] = []
  let lines: string[] = []
  const end = () => {
    if (lines.length > 0) paragraphs.push(lines.join('\n'))
    lines = []
  }
  for (const line of text.split('\n')) {
    if (line.trim() === '') end()
    else lines.push(line.trimEnd())
  }
  end()
  return paragraphs
}
