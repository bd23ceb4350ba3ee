import { expect, test } from 'bun:test'
import { parseCidrs } from '../../../core/http/client-address.ts'
import { forwardedScheme, linkOrigin, withScheme } from '../../../core/http/forwarded-scheme.ts'

const trusted = parseCidrs('10.0.0.0/8')
const of = (said: string, peer = '10.1.2.3') =>
  forwardedScheme(new Headers({ 'x-forwarded-proto': said }), peer, trusted)

test('a trusted proxy sets the scheme of the request, with the nearest proxy last', () => {
  expect([of('https'), of('HTTP'), of('http, https')]).toEqual(['https', 'http', 'https'])
  expect(forwardedScheme(new Headers(), '10.1.2.3', trusted)).toBeUndefined()
})

test('nobody else does, and other schemes are ignored', () => {
  expect([of('https', '192.0.2.1'), of('https', ''), of('javascript'), of('')]).toEqual(Array(4).fill(undefined))
})

test('links made during the request have the scheme, links of other requests do not', async () => {
  const make = async () => {
    await Promise.resolve()
    return linkOrigin('http://weir.example:3000')
  }
  const both = await Promise.all([withScheme('https', make), make()])
  expect(both).toEqual(['https://weir.example:3000', 'http://weir.example:3000'])
})
