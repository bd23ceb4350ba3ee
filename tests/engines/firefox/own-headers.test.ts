import { expect, test } from 'bun:test'
import { marked, unmarked } from '../../../engines/firefox/own-headers.ts'

const command = (headers: Record<string, string>) =>
  JSON.stringify({
    id: 1,
    method: 'network.continueRequest',
    params: {
      request: '7',
      headers: Object.entries(headers).map(([name, value]) => ({ name, value: { type: 'string', value } })),
    },
  })

test('the headers of the caller replace those of the browser, but for its newer cookies', () => {
  const own = marked({ cookie: 'a=b; seen=0', referer: 'https://before.test/', 'x-key': 'KEY' })
  const sent = command({ Host: 'site.test', Cookie: 'seen=1; c=d=e', Referer: 'https://site.test/', ...own })
  expect(unmarked(sent)).toBe(
    command({
      Host: 'site.test',
      cookie: 'a=b; seen=1; c=d=e',
      referer: 'https://before.test/',
      'x-key': 'KEY',
    }),
  )
})

test('a command without headers of the caller is unchanged', () => {
  const sent = command({ Host: 'site.test', Cookie: 'a=b' })
  expect(unmarked(sent)).toBe(sent)
})
