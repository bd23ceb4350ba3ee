import { expect, test } from 'bun:test'
import type { ContentOptions } from 'weirjs/schemas'
import { readSource } from '../../../../plugins/content/read/read.ts'
import { contentOptions } from '../options.ts'

const says = (who: string, at: number) =>
  `${who} has tried kettle number ${at} for three weeks now, and found that it boils a litre of water in four minutes, which is slower than the last one was, though it makes less noise and its handle stays cool all the while.`
const post = (who: string, at: number) =>
  `<div class="post" id="post-${at}"><div class="author">${who}</div><time datetime="2024-03-0${at}">${at} March 2024</time>
<div class="body"><p>${says(who, at)}</p></div>
<div class="actions"><button>Reply</button> <button type="button">Quote</button> <a href="/report/${at}">Report</a>
<input type="submit" value="Like"> <span role="button">Share</span></div></div>`
const page = `<!doctype html><html lang="en"><head><title>Kettles that last - Forum</title></head><body><nav><a href="/">Forum</a></nav>
<main><h1>Kettles that last</h1>${['Ada', 'Bo', 'Cy', 'Di'].map((who, i) => post(who, i + 1)).join('')}</main></body></html>`

const formats = ['markdown', 'text', 'html'] as const
const read = async (changes: Partial<ContentOptions>) => {
  const url = new URL('https://forum.example/t/1')
  const body = new TextEncoder().encode(page)
  const source = { url, headers: new Headers(), body, parserName: 'html' as const, mime: 'text/html' }
  return readSource(source, contentOptions(changes, ...formats))
}
const count = (text: string | undefined, word: string) => text!.split(new RegExp(`\\b${word}\\b`)).length - 1

test('each post of a whole page keeps its buttons, separate from its text', async () => {
  const whole = await read({})
  for (const format of formats)
    expect([format, ...['Reply', 'Quote', 'Report', 'Share'].map((word) => count(whole[format], word))]).toEqual([
      format,
      ...[4, 4, 4, 4],
    ])
  expect(whole.markdown).toContain('handle stays cool all the while.\n\nReply')
  expect(whole.text).toContain('handle stays cool all the while.\n\nReply')
  expect(whole.html).toContain('<button>Reply</button>')
})

test('for a language model buttons are removed, and all text stays', async () => {
  const short = await read({ llmOptimization: true })
  for (const format of formats) {
    expect([format, ...['Reply', 'Quote'].map((word) => count(short[format], word))]).toEqual([format, 0, 0])
    for (const [i, who] of ['Ada', 'Bo', 'Cy', 'Di'].entries()) expect(short[format]).toContain(says(who, i + 1))
  }
})
