import { expect, test } from 'bun:test'
import { docsPage } from '../../../../core/http/docs/page.ts'

const get = (path: string) => docsPage(path, new Request('http://localhost/'))

test('the documentation page and its files are served, each with its content type', async () => {
  for (const [path, type, cache] of [
    ['/docs', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/start.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/docs/swagger-ui.css', 'text/css; charset=utf-8', 'public, max-age=86400'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', 'public, max-age=86400'],
  ]) {
    const { status, headers, body } = (await get(path!))!
    const told = ['content-type', 'cache-control', 'x-content-type-options'].map((name) => headers.get(name))
    expect([path, status, ...told, body !== null] as unknown[]).toEqual([path, 200, type, cache, 'nosniff', true])
    expect(headers.get('content-security-policy')).toStartWith("default-src 'none'; script-src 'self';")
  }
})

test('its address has no trailing slash', async () => {
  const { status, headers } = (await get('/docs/'))!
  expect([status, headers.get('location')]).toEqual([308, '../docs'])
})

test('nothing else in the same folder is served', async () => {
  const others = ['/', '/doc', '/docs2', '/docs/x', '/docs/package.json', '/docs/../package.json', '/docs/constructor']
  for (const path of [...others, '/other/swagger-ui.css']) expect([path, await get(path)]).toEqual([path, undefined])
})
