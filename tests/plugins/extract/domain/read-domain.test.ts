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
