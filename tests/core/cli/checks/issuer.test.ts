import { afterAll, beforeAll, expect, test } from 'bun:test'
import { tryIssuer } from '../../../../core/cli/checks/issuer.ts'
import { loadConfig } from '../../../../core/config.ts'
import { type Issuer, startIssuer } from '../../../plugins/dashboard/issuer.ts'

let issuer: Issuer
beforeAll(async () => {
  issuer = await startIssuer('a@b.example')
})
afterAll(() => issuer.stop())

const find = async (env: Record<string, string>) => tryIssuer((await loadConfig(env, import.meta.dir)).settings)

test('an identity provider is asked for its document and its keys', async () => {
  const WEIR_OIDC_AUDIENCE = 'weir'
  expect(await find({})).toEqual([])
  expect(await find({ WEIR_OIDC_ISSUER: issuer.url, WEIR_OIDC_AUDIENCE })).toEqual([
    { what: 'identity provider', works: true, detail: `${issuer.url} publishes its keys` },
  ])
  for (const [WEIR_OIDC_ISSUER, reason] of [
    [`${issuer.url}/`, `it calls itself "${issuer.url}": set WEIR_OIDC_ISSUER to that`],
    [`${issuer.url}/realm`, 'realm/.well-known/openid-configuration answered 404: see WEIR_OIDC_ISSUER'],
    ['http://127.0.0.1:9', 'see WEIR_OIDC_ISSUER'],
  ] as const)
    expect(await find({ WEIR_OIDC_ISSUER, WEIR_OIDC_AUDIENCE })).toEqual([
      { what: 'identity provider', works: false, detail: expect.stringContaining(reason) },
    ])
  expect(await find({ WEIR_OIDC_ISSUER: issuer.url })).toEqual([
    { what: 'identity provider', works: false, detail: expect.stringContaining('needs WEIR_OIDC_AUDIENCE') },
  ])
})
