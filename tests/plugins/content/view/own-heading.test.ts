import { describe, expect, test } from 'bun:test'
import { readSource } from '../../../../plugins/content/read/read.ts'
import { contentOptions } from '../options.ts'
import { pageOf, pageUrl, prose } from '../page.ts'

const title = 'Town buys two electric ferries'
const head = `<title>${title} | Harbour Times</title><meta property="og:title" content="${title}">`
const nav = '<nav><a href="/news">NAVIGATION</a></nav>'
const body = `<p>BODY ${prose(6)}</p><h2>What it costs</h2><p>${prose(6)}</p>`

const run = (page: string, changes = {}) =>
  readSource(
    {
      url: pageUrl,
      headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
      body: new TextEncoder().encode(pageOf(head, page)),
      parserName: 'html',
      mime: 'text/html',
    },
    contentOptions({ onlyMainContent: true, ...changes }, 'markdown', 'html', 'text'),
  )
const times = (text: string | undefined, part: string) => (text ?? '').split(part).length - 1

describe("the main content begins with the page's own heading", () => {
  for (const [where, page] of Object.entries({
    'outside of it': `${nav}<div class="hero"><h1>${title}</h1></div><main><article>${body}</article></main>`,
    'behind a picture': `${nav}<main><img src="/a.jpg" alt="A boat"><h1>${title}</h1>${body}</main>`,
    'on another level': `${nav}<main><article><p>KICKER</p><h2>${title}</h2>${body}</article></main>`,
    'in no heading at all': `${nav}<main><article><div class="title"><b>${title}</b></div>${body}</article></main>`,
    'nowhere but in the head': `${nav}<main><article>${body}</article></main>`,
    'where it should be': `${nav}<main><article><h1>${title}</h1>${body}</article></main>`,
  }))
    test(`that is ${where}, once`, async () => {
      const { markdown, html, text } = await run(page)
      expect(markdown?.split('\n')[0]).toBe(`# ${title}`)
      expect(html?.replace(/<[^>]+>/g, '').trim()).toStartWith(title)
      expect(text).toStartWith(title)
      expect([markdown, html, text].map((format) => times(format, title))).toEqual([1, 1, 1])
      expect(markdown).toContain('BODY')
      expect(markdown).not.toContain('NAVIGATION')
    })

  test('with its markup', async () => {
    const { markdown } = await run(`<main><h1>Town <em>buys</em> two electric ferries</h1>${body}</main>`)
    expect(markdown?.split('\n')[0]).toBe('# Town *buys* two electric ferries')
  })

  test('unless it is excluded', async () => {
    for (const excludeTags of [['h1'], ['header']]) {
      const page = `${nav}<main><header><h1>${title}</h1></header>${body}</main>`
      const { markdown } = await run(page, { excludeTags })
      expect([excludeTags, times(markdown, title), times(markdown, 'BODY')]).toEqual([excludeTags, 0, 1])
    }
  })

  test('and keeps a section heading that is similar', async () => {
    const { markdown } = await run(`<main><h1>${title}</h1>${body}<h2>${title} this year</h2><p>MORE</p></main>`)
    expect(markdown).toContain(`## ${title} this year`)
  })

  test('and keeps the first words of a sentence that are the same', async () => {
    for (const lead of [`<em>${title}</em> from next year on.`, `<a href="/boats">${title}</a> from next year on.`]) {
      const { markdown } = await run(`${nav}<main><article><p>${lead}</p>${body}</article></main>`)
      expect([lead, times(markdown, title)]).toEqual([lead, 2])
    }
    const { markdown } = await run(`${nav}<main><article><p><b>${title}</b><br>LEAD</p>${body}</article></main>`)
    expect(times(markdown, title)).toBe(1)
  })

  test('and does not repeat one that the page has twice, for two screen sizes', async () => {
    const { markdown } = await run(`<main><h1>${title}</h1><h1 class="small">${title}</h1>${body}</main>`)
    expect(times(markdown, title)).toBe(1)
  })

  test('and does not repeat one that is written on two lines, or has hidden parts', async () => {
    const [one, ...rest] = title.split(' ')
    const heading = `<h1>${one}<br>${rest.join('<br>')}<i hidden>Save this page to read it later, on all your devices</i></h1>`
    const { markdown } = await run(`<main><p>KICKER</p>${heading}${body}</main>`)
    expect([markdown?.split('\n')[0], markdown?.match(/^# /gm)?.length]).toEqual([`# ${title}`, 1])
  })

  test('and does not repeat one below a smaller one, nor lose a price beside that', async () => {
    const small = `<div><div><h2>${title}</h2></div><b>$5</b></div>`
    const { markdown } = await run(`<main>${small}<h1>${title}</h1>${body}</main>`)
    expect([times(markdown, title), markdown?.includes('$5')]).toEqual([1, true])
  })

  test('without controls in it', async () => {
    const copied = `<h1>${title} <button>Copy the path of the item</button></h1>`
    const { markdown } = await run(`<main>${copied}${body}</main>`)
    expect([markdown?.split('\n')[0], times(markdown, title)]).toEqual([`# ${title}`, 1])
  })

  test('without losing another heading', async () => {
    const { markdown } = await run(`<main><h1>${title}</h1>${body}<h1>The boats of the other town</h1>${body}</main>`)
    expect(markdown).toContain('# The boats of the other town')
    expect(times(markdown, '## What it costs')).toBe(2)
  })
})

describe('the heading is not moved', () => {
  const page = `${nav}<div class="hero"><h1>${title}</h1></div><main><article>${body}</article></main>`

  test('if the whole page is requested: its order is kept', async () => {
    const { markdown, html } = await run(page, { onlyMainContent: false })
    expect(markdown!.indexOf('NAVIGATION')).toBeLessThan(markdown!.indexOf(`# ${title}`))
    expect(html).toStartWith('<!doctype html>')
  })

  test('if parts are selected', async () => {
    const { markdown } = await run(page, { includeTags: ['h2'] })
    expect(markdown?.trim()).toBe('## What it costs')
  })
})
