import { afterEach, expect, test } from 'bun:test'
import { createAddressCheck } from '../../../core/egress/address-check.ts'
import { createEgressRules } from '../../../core/egress-rules/egress-rules.ts'
import { createResolve } from '../../../core/egress-rules/resolve.ts'
import { createResolveAndCheck } from '../../../core/egress-rules/resolve-and-check.ts'
import { startFakeDns, type Zone } from '../egress-rules/fake-dns.ts'
import { failureOf } from '../fetch/open-fetch.ts'
import { startRawServer } from '../fetch/servers.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function open(zone: Zone, allow?: string) {
  const names = await startFakeDns(zone)
  ends.push(names.stop)
  return createAddressCheck(
    createResolveAndCheck(createEgressRules({ allow }), createResolve({ servers: [names.server] })),
  )
}
const to = (address: string) => (_: string, type: string) => (type === 'A' ? [address] : [])

test('an allowed address passes, and its host is not contacted', async () => {
  const site = await startRawServer(() => {})
  ends.push(site.stop)
  const check = await open(to('127.0.0.1'), '127.0.0.1')
  await check(`http://site.test:${site.port}/hook`)
  await check(new URL(`http://127.0.0.1:${site.port}/`))
  expect(site.connections.all).toBe(0)
})

test.each([
  ['http://10.1.2.3/', 'forbidden_address'],
  ['http://[::1]/', 'forbidden_address'],
  ['http://private.test/', 'forbidden_address'],
  ['http://93.184.216.34:25/', 'forbidden_address'],
  ['ftp://93.184.216.34/', 'unsupported_scheme'],
  ['http://a:b@93.184.216.34/', 'malformed'],
])('%s is refused as by fetch: %s', async (url, reason) => {
  const check = await open(to('192.168.0.1'))
  expect(await failureOf(check(url))).toEqual({ status: 400, code: 'invalid_url', reason })
})

test('a name without an address is refused', async () => {
  const check = await open(() => [])
  expect(await failureOf(check('http://nowhere.test/'))).toEqual({ status: 400, code: 'invalid_url', reason: 'dns' })
  await expect(check('http://nowhere.test/')).rejects.toThrow(
    /^The host name of the URL does not resolve to an address$/,
  )
})
