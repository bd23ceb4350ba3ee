import { escapeHtml } from '../escape-html.ts'
import { escapeAll } from '../markdown/inline/escape.ts'
import { type Segment, stampOf } from './transcript.ts'

/** Writes segments as Markdown: `[mm:ss] text`, each a paragraph, so that no renderer joins them. */
export const segmentsToMarkdown = (segments: readonly Segment[]): string =>
  segments.map(({ start, text }) => `[${stampOf(start)}] ${escapeAll(text)}`).join('\n\n')

/** Writes segments as HTML: paragraphs that begin with their time. */
export const segmentsToHtml = (segments: readonly Segment[]): string =>
  segments
    .map(({ start, text }) => `<p><time datetime="PT${start}S">[${stampOf(start)}]</time> ${escapeHtml(text)}</p>`)
    .join('\n')

/** Writes segments as text: `[mm:ss] text`, one per line. */
export const segmentsToText = (segments: readonly Segment[]): string =>
  segments.map(({ start, text }) => `[${stampOf(start)}] ${text}`).join('\n')

/** The non-empty lines of a text without times; each is a paragraph. */
export const paragraphsOf = (text: string): string[] => text.split(/\n+/).filter((line) => line.trim() !== '')

/** Writes paragraphs as Markdown. */
export const paragraphsToMarkdown = (paragraphs: readonly string[]): string => paragraphs.map(escapeAll).join('\n\n')

/** Writes paragraphs as HTML. */
export const paragraphsToHtml = (paragraphs: readonly string[]): string =>
  paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')
