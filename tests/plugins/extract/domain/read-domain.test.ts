import { expect, test } from 'bun:test'
import { readDomain } from '../../../../plugins/extract/domain/read-domain.ts'

test.each([
  ['a.example', ['https://a.example/', 'http://a.example/']],
  ['a.example/*', ['https://a.example/', 'http://a.example/']],
  ['https://a.example/docs/**', ['https://a.example/docs/']],
  ['https://a.example/*/b', ['https://a.example/*/b']],
])('the site %p begins at %p', (domain, addresses) =>
  expect(readDomain(domain).map(({ href }) => href)).toEqual(addresses),
)

test.each([
  ['ftp://a.example', 'unsupported_scheme', 'other schemes are not fetched'],
  ['not a host', 'malformed', 'with a host'],
  ['a.example://b', 'unsupported_scheme', 'other schemes are not fetched'],
  ['1://b', 'malformed', 'with a host'],
])('%p is refused as %s', (domain, reason, told) => {
  try {
    readDomain(domain)
    expect.unreachable()
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_urls', details: { parameter: 'domain', reason } })
    expect((error as Error).message).toContain(told)
  }
})
