import type { Notice } from '../../monitors/service.ts'
import { wordsOf } from '../words.ts'
import type { Mail } from './mail-server.ts'

/** The most characters of the difference in a mail. */
const MAX_EXCERPT = 20_000

/** A notice as a mail, with equivalent text and HTML parts. */
export function mailOf(notice: Notice, { from, to }: { from: string; to: string }): Mail {
  const { title, summary, excerpt } = wordsOf(notice, MAX_EXCERPT)
  const { page, history } = notice.links
  return {
    from,
    to,
    // The same at each attempt, so that mail programs recognise a duplicate.
    messageId: `<${notice.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    subject: withoutEncodedWords(title),
    text: [summary, `Page: ${page}`, `Checked: ${notice.at}`, `History: ${history}`, excerpt]
      .filter(Boolean)
      .join('\n\n'),
    html: htmlOf({ title, summary, excerpt }, notice),
  }
}

/** Mail programs would decode a name that looks like an encoded word, so its author could make it show anything. */
const withoutEncodedWords = (text: string) => text.replaceAll('=?', '= ?').replaceAll('?=', '? =')

function htmlOf(words: { title: string; summary: string; excerpt: string }, { at, links }: Notice): string {
  const link = (url: string) => `<a href="${escape(url)}">${escape(url)}</a>`
  const excerpt =
    words.excerpt && `<pre style="white-space: pre-wrap">${words.excerpt.split('\n').map(line).join('\n')}</pre>`
  return [
    '<!doctype html><meta charset="utf-8">',
    `<title>${escape(words.title)}</title>`,
    `<h1 style="font-size: 1.2em">${escape(words.title)}</h1>`,
    `<p>${escape(words.summary)}</p>`,
    `<p>Page: ${link(links.page)}<br>Checked: ${escape(at)}<br>History: ${link(links.history)}</p>`,
    excerpt,
  ].join('\n')
}

function line(text: string): string {
  const colour = text.startsWith('+') ? '#116329' : text.startsWith('-') ? '#a40e26' : undefined
  return colour ? `<span style="color: ${colour}">${escape(text)}</span>` : escape(text)
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
