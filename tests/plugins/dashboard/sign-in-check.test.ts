import { afterAll, beforeAll, expect, test } from 'bun:test'
import { tryPlugins } from '../../../core/cli/checks/plugin-checks.ts'
import { loadConfig } from '../../../core/config.ts'
import dashboard from '../../../plugins/dashboard/index.ts'
import { client, type Issuer, startIssuer } from './issuer.ts'

let issuer: Issuer
beforeAll(async () => {
  issuer = await startIssuer('admin@example.com')
})
afterAll(() => issuer.stop())

const find = async (settings: Record<string, string>) => {
  const [finding] = await tryPlugins([dashboard], await loadConfig(settings, import.meta.dir))
  return [finding!.works, finding!.detail]
}

test('the identity provider is tried with an invalid code and the secret of the client', async () => {
  const ours = {
    WEIR_OIDC_ISSUER: issuer.url,
    WEIR_OIDC_AUDIENCE: client.id,
    WEIR_OIDC_CLIENT_ID: client.id,
    WEIR_OIDC_CLIENT_SECRET: client.secret,
  }
  expect(await find(ours)).toEqual([true, `by ${new URL(issuer.url).host}`])
  expect(issuer.exchanges.map(({ grant_type, code }) => [grant_type, code])).toEqual([['authorization_code', 'none']])
  const [works, detail] = await find({ ...ours, WEIR_OIDC_CLIENT_SECRET: 'hidden-word' })
  expect([works, detail]).toEqual([
    false,
    expect.stringMatching(/does not accept this client\. See WEIR_OIDC_CLIENT_ID/),
  ])
  expect(detail).not.toContain('hidden-word')
  expect(await find({ ...ours, WEIR_OIDC_AUDIENCE: 'other' })).toEqual([
    false,
    'An ID token is issued to WEIR_OIDC_CLIENT_ID. Set WEIR_OIDC_AUDIENCE to the same',
  ])
  expect(await find({ ...ours, WEIR_OIDC_ISSUER: `${issuer.url}/` })).toEqual([
    false,
    expect.stringMatching(/calls itself .*See WEIR_OIDC_ISSUER$/),
  ])
  expect(await find({ WEIR_OIDC_CLIENT_ID: client.id })).toEqual([
    false,
    expect.stringContaining('Set WEIR_OIDC_ISSUER'),
  ])
  expect(await find({})).toEqual([null, 'Set WEIR_OIDC_CLIENT_ID, for the identity provider'])
})
