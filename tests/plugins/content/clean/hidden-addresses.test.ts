import { expect, test } from 'bun:test'
import { readSource } from '../../../../plugins/content/read/read.ts'
import { contentOptions } from '../options.ts'
import { pageOf, pageUrl } from '../page.ts'

/** An address as Cloudflare writes it: each byte XOR the first one. */
const hide = (text: string): string =>
  [0, ...new TextEncoder().encode(text)].map((byte) => (byte ^ 0x5a).toString(16).padStart(2, '0')).join('')

const read = (body: string) =>
  readSource(
    {
      url: pageUrl,
      headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
      body: new TextEncoder().encode(pageOf('', body)),
      parserName: 'html',
      mime: 'text/html',
    },
    contentOptions({}, 'markdown', 'text', 'html', 'links', 'rawHtml'),
  )

const path = '/cdn-cgi/l/email-protection'
const shown = (address: string) =>
  `<span class="__cf_email__" data-cfemail="${hide(address)}">[email&#160;protected]</span>`

test('an address that Cloudflare hides is shown and linked to, as in a browser', async () => {
  const { markdown, text, html, links, rawHtml } = await read(
    `<p>Write to ${shown('ada@böotes.example')} or <a href="${path}#${hide('bo@site.example')}">${shown('bo@site.example')}</a>,
    <a href="${path}" class="__cf_email__" data-cfemail="${hide('cy@site.example')}">[email&#160;protected]</a>,
    <a href="${path}#${hide('?subject=Hello')}">Share</a>, <a href="${path}#${hide('di@site.example')}">[email&#160;protected]</a></p>`,
  )
  expect(markdown).toBe(
    'Write to ada@böotes.example or [bo@site.example](mailto:bo@site.example), <cy@site.example>, [Share](mailto:?subject=Hello), <di@site.example>',
  )
  expect(text).toBe('Write to ada@böotes.example or bo@site.example, cy@site.example, Share, di@site.example')
  expect(html).toContain('href="mailto:bo@site.example"')
  expect(links).toEqual([])
  expect(rawHtml).toContain(hide('bo@site.example'))
})

test('other texts are unchanged', async () => {
  const { markdown } = await read(
    `<p><span data-cfemail="zz">a</span> <span data-cfemail="${hide('no address')}">b</span> <a href="${path}#12">c</a></p>`,
  )
  expect(markdown).toBe(`a b [c](${path}#12)`)
})

test('an attribute whose value is the name of another is not confused with it', async () => {
  const { markdown } = await read(`<p><a class="href" href="${path}#${hide('bo@site.example')}">Bo</a></p>`)
  expect(markdown).toBe('[Bo](mailto:bo@site.example)')
})
