import { expect, test } from 'bun:test'
import { checkEngine, checkPage } from '../../../../core/host/shapes/check-page.ts'

const page = { url: new URL('http://a.example/'), status: 200, headers: new Headers(), body: new Uint8Array() }

test('a valid page is accepted, with its body whole or as a stream', () => {
  expect(checkPage(page)).toBe(page)
  const streamed = { ...page, body: new ReadableStream<Uint8Array>() }
  expect(checkPage(streamed)).toBe(streamed)
  // It is none of HTTP's, and sent all the same.
  const refused = { ...page, status: 999 }
  expect(checkPage(refused)).toBe(refused)
})

for (const [wrong, words] of [
  [undefined, 'url, a URL'],
  [new Response('<h1>Hi</h1>'), 'url, a URL'],
  [{ ...page, url: 'http://a.example/' }, 'url, a URL'],
  [{ ...page, status: '200' }, 'status, a whole number from 100 to 999'],
  [{ ...page, status: 1000 }, 'status, a whole number from 100 to 999'],
  [{ ...page, headers: { 'content-type': 'text/html' } }, 'headers, a Headers'],
  [{ ...page, body: '<h1>Hi</h1>' }, 'body, a Uint8Array or a ReadableStream'],
  [{ ...page, body: new ArrayBuffer(1) }, 'body, a Uint8Array or a ReadableStream'],
] as const)
  test(`the error for an invalid page names ${words}`, () => {
    expect(() => checkPage(wrong as never)).toThrow(`Its page lacks ${words}`)
  })

test('an engine without fetch is reported too', () => {
  for (const wrong of [undefined, {}, { fetch: 1 }])
    expect(() => checkEngine(wrong as never)).toThrow('Its open gives no engine: an object with a function fetch')
})
