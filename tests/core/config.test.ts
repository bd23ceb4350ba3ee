import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extensionConfig, loadConfig, unknownSettings } from '../../core/config.ts'
import { t } from '../../core/schema.ts'

const folders: string[] = []
/** A folder, with a configuration file if one is given. */
function folder(file?: string) {
  const path = mkdtempSync(join(tmpdir(), 'weir-config-'))
  folders.push(path)
  if (file !== undefined) writeFileSync(join(path, 'weir.config.ts'), file)
  return path
}
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true })
})
const load = (env: Record<string, string>, file?: string) => loadConfig(env, folder(file))

describe('settings', () => {
  test('have defaults', async () => {
    const { settings } = await load({})
    expect(settings).toMatchObject({
      WEIR_HOST: '127.0.0.1',
      WEIR_PORT: 3000,
      WEIR_DATA_DIR: './data',
      WEIR_RETENTION_DAYS: 30,
      WEIR_PLUGINS: ['*'],
      WEIR_LOG: 'text',
    })
  })

  test('come from the file, and the environment takes precedence', async () => {
    const file = `export default { WEIR_PORT: 8080, WEIR_HOST: '0.0.0.0', WEIR_PLUGINS: ['scrape', './own.ts'] }`
    const { settings } = await load({ WEIR_HOST: '::1' }, file)
    expect(settings).toMatchObject({ WEIR_PORT: 8080, WEIR_HOST: '::1', WEIR_PLUGINS: ['scrape', './own.ts'] })
  })

  test('take an IPv6 address in brackets too', async () => {
    expect((await load({ WEIR_HOST: '[::1]' })).settings.WEIR_HOST).toBe('::1')
  })

  for (const [name, value, why] of [
    ['WEIR_PORT', 'seventy', 'must be a whole number from 0 to 65535'],
    ['WEIR_PORT', '70000', 'must be a whole number from 0 to 65535'],
    ['WEIR_LOG', 'xml', 'must be text or json'],
    ['WEIR_CONCURRENCY', '0', 'must be a whole number from 1 to 10000'],
    ['WEIR_RETENTION_DAYS', '-1', 'must be a whole number'],
    ['WEIR_AUDIT_DAYS', 'all', 'must be a whole number'],
    ['WEIR_PUBLIC_URL', 'nonsense', 'must be an http or https URL'],
    ['WEIR_S3_ENDPOINT', 'http://127.0.0.1:0', 'without the port 0'],
    ['WEIR_PORT', '3000\n', 'WEIR_PORT="3000\\n": must'],
    ['WEIR_LOG', ' json', 'WEIR_LOG=" json": must'],
    [
      'WEIR_PUBLIC_URL',
      'https://a.test ',
      'WEIR_PUBLIC_URL="https://a.test ": must be an http or https URL without spaces',
    ],
    ['WEIR_PUBLIC_URL', 'https://a.test/?b=c', 'without credentials, a query or a fragment'],
    ['WEIR_PUBLIC_URL', 'https://a.test/weir#b', 'without credentials, a query or a fragment'],
    ['WEIR_PUBLIC_URL', 'https://me:word@a.test', 'without credentials, a query or a fragment'],
    ['WEIR_S3_BUCKET', 'No_Bucket', 'must begin with the name of a bucket'],
    ['WEIR_S3_BUCKET', 'bucket/../up', 'may have a prefix'],
    ['WEIR_S3_ENDPOINT', 'https://example.com/path', 'must be an http or https URL without a path'],
    ['WEIR_DATABASE_URL', 'mysql://127.0.0.1/x', 'must be an address like postgres://'],
    ['WEIR_METERING', 'maybe', 'must be on or off'],
    ['WEIR_EGRESS_ALLOW', '10.0.0.0/99', '10.0.0.0/99'],
    ['WEIR_TRUSTED_PROXIES', 'nobody', 'nobody'],
    ['WEIR_CORS_ORIGINS', 'app.example.com', 'https://app.example.com'],
    ['WEIR_PLANS', '/nowhere/plans.json', '/nowhere/plans.json'],
    ['WEIR_PROXIES', 'not a url', 'WEIR_PROXIES'],
  ] as const) {
    test(`${name}=${value} is refused in one line that names it`, async () => {
      const failure = await load({ [name]: value }).catch((error: Error) => error)
      expect(failure).toBeInstanceOf(Error)
      const { message } = failure as Error
      expect(message).toContain(name)
      expect(message).toContain(why)
      expect(message).not.toContain('\n')
    })
  }

  test('a secret is not repeated in the error', async () => {
    const failure = (await load({ WEIR_SECRET: 'too-short-secret' }).catch((error: Error) => error)) as Error
    expect(failure.message).toContain('WEIR_SECRET')
    expect(failure.message).not.toContain('too-short-secret')
  })

  test('a database is accepted only with a secret, and its password is never shown', async () => {
    const url = 'postgres://weir:never-shown@127.0.0.1/weir'
    const failure = (await load({ WEIR_DATABASE_URL: url }).catch((error: Error) => error)) as Error
    expect(failure.message).toStartWith('WEIR_SECRET must be set with WEIR_DATABASE_URL')
    const { settings } = await load({ WEIR_DATABASE_URL: url, WEIR_SECRET: 'x'.repeat(32) })
    expect(settings.WEIR_DATABASE_URL).toBe(url)
    const wrong = (await load({ WEIR_DATABASE_URL: url.replace('postgres', 'mysql') }).catch(
      (error: Error) => error,
    )) as Error
    expect(wrong.message).toContain('WEIR_DATABASE_URL')
    expect(wrong.message).not.toContain('never-shown')
  })

  test('an unknown setting in the file is refused', async () => {
    await expect(load({}, 'export default { port: 80 }')).rejects.toThrow('port in weir.config.ts is not a setting')
  })
})

const extension = {
  name: 'sample',
  config: t.Object({
    base: t.String({ default: 'https://example.com', env: 'WEIR_SAMPLE_URL' }),
    most: t.Integer({ default: 5, minimum: 1, env: 'WEIR_SAMPLE_MOST' }),
    open: t.Boolean({ default: false, env: 'WEIR_SAMPLE_OPEN' }),
    prices: t.Object({ page: t.Number({ default: 1 }) }, { default: {} }),
  }),
}

describe("a plugin's settings", () => {
  test('are the defaults of its schema, including nested ones', async () => {
    expect(extensionConfig(extension, await load({}))).toEqual({
      base: 'https://example.com',
      most: 5,
      open: false,
      prices: { page: 1 },
    })
  })

  test('come from config in the file, and from the environment by type', async () => {
    const config = await load(
      { WEIR_SAMPLE_MOST: '9', WEIR_SAMPLE_OPEN: 'on' },
      'export default { config: { sample: { most: 7, prices: { page: 0 } } } }',
    )
    expect(extensionConfig(extension, config)).toEqual({
      base: 'https://example.com',
      most: 9,
      open: true,
      prices: { page: 0 },
    })
  })

  test('stop the start if they are invalid, under the name by which they were given', async () => {
    const fromEnv = await load({ WEIR_SAMPLE_MOST: 'many' })
    expect(() => extensionConfig(extension, fromEnv)).toThrow('WEIR_SAMPLE_MOST must be a whole number of at least 1')
    const fromFile = await load({}, 'export default { config: { sample: { prices: { page: "x" } } } }')
    expect(() => extensionConfig(extension, fromFile)).toThrow('config.sample.prices.page must be a number')
    const wanting = {
      name: 'sample',
      config: t.Object({ token: t.String({ env: 'WEIR_SAMPLE_TOKEN' }), at: t.String() }),
    }
    const missing = async (settings: Record<string, string>) => extensionConfig(wanting, await load(settings))
    await expect(missing({})).rejects.toThrow('WEIR_SAMPLE_TOKEN must be set: a string')
    await expect(missing({ WEIR_SAMPLE_TOKEN: 'a' })).rejects.toThrow('config.sample.at must be set: a string')
  })

  test('are told from unknown ones', async () => {
    const config = await load(
      { WEIR_SAMPLE_MOST: '9', WEIR_TYPO: '1' },
      'export default { config: { sample: {}, other: {} } }',
    )
    expect(unknownSettings(config, [extension])).toEqual(['WEIR_TYPO', 'config.other'])
  })
})
