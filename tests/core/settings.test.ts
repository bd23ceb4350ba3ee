import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extensionConfig, loadConfig, refuseSetting, SettingError, unknownSettings } from '../../core/config.ts'
import { t } from '../../core/schema.ts'

const home = mkdtempSync(join(tmpdir(), 'weir-settings-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let made = 0
/** A folder whose configuration file has this content. */
const withFile = (content: string) => {
  const folder = mkdtempSync(join(home, `${++made}-`))
  writeFileSync(join(folder, 'weir.config.ts'), content)
  return folder
}
const load = (env: Record<string, string> = {}, folder = home) => loadConfig(env, folder)
const said = async (env: Record<string, string>, folder?: string) =>
  load(env, folder).then(
    () => 'fine',
    (error) => [error instanceof SettingError, error.message],
  )

test('these are the defaults', async () => {
  const { settings } = await load()
  expect(settings).toEqual({
    WEIR_HOST: '127.0.0.1',
    WEIR_PORT: 3000,
    WEIR_PUBLIC_URL: undefined,
    WEIR_DATA_DIR: './data',
    WEIR_DATABASE_URL: undefined,
    WEIR_SECRET: undefined,
    WEIR_S3_BUCKET: undefined,
    WEIR_S3_ENDPOINT: undefined,
    WEIR_S3_REGION: 'us-east-1',
    WEIR_S3_ADDRESSING: 'path',
    WEIR_S3_ACCESS_KEY_ID: undefined,
    WEIR_S3_SECRET_ACCESS_KEY: undefined,
    WEIR_ADMIN_EMAIL: undefined,
    WEIR_ADMIN_PASSWORD: undefined,
    WEIR_ADMIN_API_KEY: undefined,
    WEIR_OIDC_ISSUER: undefined,
    WEIR_OIDC_AUDIENCE: undefined,
    WEIR_PLUGINS: ['*'],
    WEIR_ENGINES: ['*'],
    WEIR_PLANS: undefined,
    WEIR_METERING: 'on',
    WEIR_RETENTION_DAYS: 30,
    WEIR_AUDIT_DAYS: 365,
    WEIR_EGRESS_ALLOW: '',
    WEIR_PROXIES: [],
    WEIR_TRUSTED_PROXIES: [],
    WEIR_CORS_ORIGINS: [],
    WEIR_CONCURRENCY: 32,
    WEIR_LOG: 'text',
  })
})

test.each([
  ['WEIR_PORT', 0, 65_535],
  ['WEIR_RETENTION_DAYS', 0, 36_500],
  ['WEIR_AUDIT_DAYS', 0, 36_500],
  ['WEIR_CONCURRENCY', 1, 10_000],
])('%s is a whole number from %i to %i', async (name, least, most) => {
  for (const value of [least, most]) expect((await load({ [name]: `${value}` })).given.get(name)).toBe(`${value}`)
  for (const value of [`${least - 1}`, `${most + 1}`, '1.5', 'x'])
    expect(await said({ [name]: value })).toEqual([
      true,
      `${name}=${value}: must be a whole number from ${least} to ${most}`,
    ])
})

describe('a setting', () => {
  test('that is an address must be http or https', async () => {
    const read = async (name: 'WEIR_PUBLIC_URL' | 'WEIR_S3_ENDPOINT' | 'WEIR_OIDC_ISSUER', value: string) =>
      (await load({ [name]: value })).settings[name]
    expect(await read('WEIR_PUBLIC_URL', 'https://a.test/weir//')).toBe('https://a.test/weir')
    expect(await read('WEIR_S3_ENDPOINT', 'http://a.test:9000/')).toBe('http://a.test:9000')
    expect(await read('WEIR_OIDC_ISSUER', 'https://a.test/')).toBe('https://a.test/')
    const web = 'must be an http or https URL'
    for (const name of ['WEIR_PUBLIC_URL', 'WEIR_S3_ENDPOINT', 'WEIR_OIDC_ISSUER'])
      for (const value of ['ftp://a.test', 'a.test'])
        expect(await said({ [name]: value })).toEqual([true, `${name}=${value}: ${web}`])
    expect(await said({ WEIR_S3_ENDPOINT: 'http://a.test/x' })).toEqual([
      true,
      `WEIR_S3_ENDPOINT=http://a.test/x: ${web} without a path`,
    ])
  })

  test('that is a secret has 32 characters, and is required with a database', async () => {
    const secret = 'x'.repeat(32)
    const database = 'postgres://u:hidden@a.test/weir'
    expect(await said({ WEIR_SECRET: secret.slice(1) })).toEqual([
      true,
      'WEIR_SECRET: must have at least 32 characters',
    ])
    expect(await said({ WEIR_SECRET: `hex:${'0a'.repeat(32)}` })).toBe('fine')
    for (const copied of ['0a'.repeat(31), '0A'.repeat(32), `${'0a'.repeat(32)} `])
      expect(await said({ WEIR_SECRET: `hex:${copied}` })).toEqual([
        true,
        'WEIR_SECRET: must have the whole text of a file `secret` after hex:, at least 64 of 0-9 and a-f',
      ])
    expect(await said({ WEIR_SECRET: secret, WEIR_DATABASE_URL: database })).toBe('fine')
    expect(await said({ WEIR_SECRET: secret, WEIR_DATABASE_URL: database.replace('postgres', 'postgresql') })).toBe(
      'fine',
    )
    const read = async (query: string) =>
      (await load({ WEIR_SECRET: secret, WEIR_DATABASE_URL: `${database}?${query}` })).settings.WEIR_DATABASE_URL
    for (const mode of ['require', 'verify-ca', 'verify-full'])
      expect(await read(`sslmode=${mode}&a=b`)).toBe(`${database}?sslmode=verify-full&a=b`)
    for (const query of ['sslmode=no-verify', 'sslmode=require&uselibpqcompat=true'])
      expect(await read(query)).toBe(`${database}?${query}`)
    expect(await said({ WEIR_DATABASE_URL: database })).toEqual([
      true,
      'WEIR_SECRET must be set with WEIR_DATABASE_URL, to the same 32 characters or more for all that use the database',
    ])
    for (const value of ['mysql://hidden@a.test', 'postgres://a:b:hidden:c'])
      expect(await said({ WEIR_DATABASE_URL: value })).toEqual([
        true,
        'WEIR_DATABASE_URL: must be an address like postgres://user:password@host:5432/database',
      ])
  })

  test('that is one of several words, or a list, is read as such', async () => {
    for (const [name, words] of [
      ['WEIR_LOG', ['text', 'json']],
      ['WEIR_METERING', ['on', 'off']],
      ['WEIR_S3_ADDRESSING', ['path', 'host']],
    ] as const) {
      for (const word of words) expect(await said({ [name]: word })).toBe('fine')
      expect(await said({ [name]: 'x' })).toEqual([true, `${name}=x: must be ${words.join(' or ')}`])
    }
    expect((await load({ WEIR_PLUGINS: ' a , ,b' })).settings.WEIR_PLUGINS).toEqual(['a', 'b'])
    expect((await load({ WEIR_S3_BUCKET: 'pages/x' })).settings.WEIR_S3_BUCKET).toBe('pages/x')
    expect((await load({ WEIR_EGRESS_ALLOW: '127.0.0.1' })).settings.WEIR_EGRESS_ALLOW).toBe('127.0.0.1')
  })

  test('that is empty is left out, and so is one of another program', async () =>
    expect([...(await load({ WEIR_HOST: '', PATH: '/bin', WEIR_X: '1' })).given]).toEqual([['WEIR_X', '1']]))

  test('that is invalid is repeated up to sixty characters, and never if it is secret', async () => {
    const long = 'x'.repeat(61)
    expect(await said({ WEIR_LOG: long })).toEqual([true, `WEIR_LOG=${long.slice(1)}…: must be text or json`])
    expect(await said({ WEIR_LOG: long.slice(1) })).toEqual([true, `WEIR_LOG=${long.slice(1)}: must be text or json`])
    const given = new Map([
      ['WEIR_PORT', '5'],
      ['WEIR_PROXIES', 'hidden'],
    ])
    const refused = (name: 'WEIR_PORT' | 'WEIR_PROXIES' | 'WEIR_LOG') =>
      refuseSetting({ given }, name, 'is taken').message
    expect([refused('WEIR_PORT'), refused('WEIR_PROXIES'), refused('WEIR_LOG')]).toEqual([
      'WEIR_PORT=5: is taken',
      'WEIR_PROXIES: is taken',
      'WEIR_LOG=: is taken',
    ])
  })
})

describe('the configuration file', () => {
  test('may have numbers, booleans, lists and objects, which the environment overrides', async () => {
    const folder = withFile(
      `export default { WEIR_PORT: 5, WEIR_METERING: false, WEIR_PLUGINS: ['a', 'b'], WEIR_LOG: 'json', WEIR_X: true, config: { a: { b: 1 } } }`,
    )
    const { settings, given, entries, folder: at } = await load({ WEIR_LOG: 'text' }, folder)
    expect([settings.WEIR_PORT, settings.WEIR_METERING, settings.WEIR_PLUGINS, settings.WEIR_LOG]).toEqual([
      5,
      'off',
      ['a', 'b'],
      'text',
    ])
    expect([given.get('WEIR_X'), entries, at]).toEqual(['on', { a: { b: 1 } }, folder])
    const plans = withFile(`export default { WEIR_X: { a: [1] } }`)
    expect((await load({}, plans)).given.get('WEIR_X')).toBe('{"a":[1]}')
  })

  test.each([
    ['export const a = 1', 'weir.config.ts must export an object by default'],
    ['export default null', 'weir.config.ts must export an object by default'],
    ['export default []', 'weir.config.ts must export an object by default'],
    ['export default { config: [] }', '`config` in weir.config.ts must be an object'],
    ['export default { config: 5 }', '`config` in weir.config.ts must be an object'],
    ['export default { config: null }', '`config` in weir.config.ts must be an object'],
    [
      'export default { PORT: 5 }',
      'PORT in weir.config.ts is not a setting: names begin with WEIR_, and the settings of plugins belong under `config`',
    ],
    [
      'export default { WEIR_PORT: undefined }',
      'WEIR_PORT in weir.config.ts must be text, a number, a switch, a list or an object',
    ],
    [
      'export default { WEIR_PORT: null }',
      'WEIR_PORT in weir.config.ts must be text, a number, a switch, a list or an object',
    ],
  ])('%s is refused', async (content, message) => expect(await said({}, withFile(content))).toEqual([true, message]))

  test('that cannot be loaded is reported with its place', async () => {
    const [isSetting, message] = (await said({}, withFile('export default {'))) as [boolean, string]
    expect([isSetting, message.startsWith('weir.config.ts could not be loaded: ')]).toEqual([true, true])
  })
})

describe('the settings of a plugin', () => {
  const extension = {
    name: 'things',
    config: t.Object({
      url: t.Optional(t.String({ env: 'WEIR_THINGS_URL' })),
      most: t.Integer({ default: 3, maximum: 9, env: 'WEIR_THINGS_MOST' }),
      share: t.Optional(t.Number({ env: 'WEIR_THINGS_SHARE' })),
      on: t.Optional(t.Boolean({ env: 'WEIR_THINGS_ON' })),
      list: t.Optional(t.Array(t.String(), { env: 'WEIR_THINGS_LIST' })),
      deep: t.Optional(t.Object({ a: t.Integer() })),
    }),
  }
  const read = (given: Record<string, string>, entry?: unknown) =>
    extensionConfig(extension, {
      given: new Map(Object.entries(given)),
      entries: entry === undefined ? {} : { things: entry },
    } as never)
  const refusal = (...given: Parameters<typeof read>) => {
    try {
      return read(...given)
    } catch (error) {
      return [error instanceof SettingError, (error as Error).message]
    }
  }

  test('are its defaults, its entry in the file, and the environment by type', () => {
    expect(read({})).toEqual({ most: 3 })
    expect(read({}, { most: 5, url: 'u' })).toEqual({ most: 5, url: 'u' })
    expect(
      read({ WEIR_THINGS_MOST: '7', WEIR_THINGS_SHARE: '0.5', WEIR_THINGS_LIST: 'a, b', WEIR_OTHER: 'x' }, { most: 5 }),
    ).toEqual({ most: 7, share: 0.5, list: ['a', 'b'] })
    for (const [word, value] of [
      ['on', true],
      ['true', true],
      ['off', false],
      ['false', false],
    ] as const)
      expect(read({ WEIR_THINGS_ON: word })).toEqual({ most: 3, on: value })
    expect(extensionConfig({ name: 'none' }, { given: new Map(), entries: {} } as never)).toEqual({})
  })

  test('are called as they were given if they are invalid', () => {
    expect(refusal({ WEIR_THINGS_MOST: '10' })).toEqual([true, 'WEIR_THINGS_MOST must be a whole number of at most 9'])
    expect(refusal({ WEIR_THINGS_MOST: ' ' })).toEqual([true, 'WEIR_THINGS_MOST must be a whole number of at most 9'])
    expect(refusal({ WEIR_THINGS_ON: 'yes' })).toEqual([true, 'WEIR_THINGS_ON must be on or off'])
    expect(refusal({}, { most: 10 })).toEqual([true, 'config.things.most must be a whole number of at most 9'])
    expect(refusal({}, { deep: { a: 'x' } })).toEqual([true, 'config.things.deep.a must be a whole number'])
    for (const entry of [5, null, []])
      expect(refusal({}, entry)).toEqual([true, 'config.things in weir.config.ts must be an object'])
  })

  test('do not change the entry that they were read from', () => {
    const entry = { deep: { a: 1 } }
    const config = read({}, entry) as typeof entry
    config.deep.a = 2
    expect(entry).toEqual({ deep: { a: 1 } })
  })

  test('and unknown names are reported', () => {
    const given = new Map(['WEIR_PORT', 'WEIR_THINGS_URL', 'WEIR_THIGNS_URL'].map((name) => [name, 'x']))
    const entries = { things: { most: 5, mots: 6 }, thigns: {} }
    expect(unknownSettings({ given, entries } as never, [extension])).toEqual([
      'WEIR_THIGNS_URL',
      'config.things.mots',
      'config.thigns',
    ])
  })
})
