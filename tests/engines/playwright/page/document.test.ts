import { describe, expect, test } from 'bun:test'
import type { PageRequest } from 'weirjs'
import { originalBytes } from '../../../../engines/playwright/page/document.ts'
import type { Navigation } from '../../../../engines/playwright/page/navigation.ts'
import type { Tab } from '../../../../engines/playwright/page/tab.ts'

const url = new URL('https://site.test/data')
const request: PageRequest = { url, timeout: 1000, maxBytes: 1000, headers: new Headers({ 'x-key': 'KEY' }) }

/** The result for a document that a browser got with this answer, and what was fetched outside the browser. */
async function give(answer: {
  type: string
  status?: number
  body?: () => Promise<Buffer>
  download?: boolean
  at?: string
  cookies?: { name: string; value: string }[]
}) {
  const { type, status = 200, body = async () => Buffer.from('READ'), download = false, at = url.href } = answer
  const fetched: { url: string; headers: Record<string, string> }[] = []
  const navigation = {
    url: new URL(at),
    download,
    response: {
      url: () => at,
      status: () => status,
      headers: () => ({ 'content-type': type }),
      headersArray: async () => [{ name: 'content-type', value: type }],
      body,
    },
  }
  const tab = { context: { cookies: async () => answer.cookies ?? [{ name: 'a', value: '1' }] } }
  const { body: bytes, ...page } = await originalBytes(tab as unknown as Tab, request, {
    navigation: navigation as unknown as Navigation,
    signal: new AbortController().signal,
    async fetch(target, options = {}) {
      fetched.push({ url: String(target), headers: Object.fromEntries(new Headers(options.headers)) })
      return {
        url: new URL(target),
        status: 200,
        headers: new Headers(),
        bytes: async () => Buffer.from('FETCHED'),
      } as never
    },
  })
  return { ...page, text: new TextDecoder().decode(bytes), fetched }
}

describe('the bytes of a document that is not a page', () => {
  test('are those that the browser has, and nothing is fetched again', async () => {
    const { headers, ...given } = await give({ type: 'application/json', status: 418 })
    expect(given).toEqual({ url, status: 418, text: 'READ', fetched: [] })
    expect(headers.get('content-type')).toBe('application/json')
    const body = () => Promise.reject(new Error('no body'))
    for (const status of [204, 205, 304])
      expect(await give({ type: 'application/json', status, body })).toMatchObject({ status, text: '', fetched: [] })
    // The page has made this document itself.
    const made = await give({ type: 'application/json', at: 'blob:https://site.test/d78a3311-38cd-4849-a694' })
    expect([made.url.href, made.text, made.fetched]).toEqual([url.href, 'READ', []])
  })

  test('are fetched if the browser shows a viewer, saves a file or has lost them', async () => {
    const lost = () => Promise.reject(new Error('No resource with given identifier found'))
    for (const answer of [
      { type: 'application/pdf' },
      { type: 'image/png' },
      { type: 'application/json', download: true },
      { type: 'application/json', body: lost },
    ]) {
      const { text, fetched } = await give(answer)
      expect(text).toBe('FETCHED')
      expect(fetched).toEqual([{ url: url.href, headers: expect.objectContaining({ 'x-key': 'KEY', cookie: 'a=1' }) }])
    }
  })

  test('are fetched from another origin without the headers that the caller sends to its own', async () => {
    const { fetched } = await give({ type: 'application/pdf', at: 'https://files.test/data' })
    expect(fetched).toEqual([{ url: 'https://files.test/data', headers: { cookie: 'a=1' } }])
    const bare = await give({ type: 'application/pdf', at: 'https://files.test/data', cookies: [] })
    expect(bare.fetched).toEqual([{ url: 'https://files.test/data', headers: {} }])
  })
})
