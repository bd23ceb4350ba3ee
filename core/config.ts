import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Value } from '@sinclair/typebox/value'
import type { Proxy } from './contracts/proxy.ts'
import { createEgressRules } from './egress-rules/egress-rules.ts'
import { loadFailure } from './host/load-failure.ts'
import { type Cidr, parseCidrs } from './http/client-address.ts'
import { parseOrigins } from './http/cors.ts'
import { parsePlans, type UncheckedPlans } from './plans/plans.ts'
import { parseProxies } from './proxy/parse-proxies.ts'
import { parseBucket } from './s3/address.ts'
import { allowed, dotted, type TSchema, unknownNames } from './schema.ts'
import { secretOfFile } from './secrets/secret-of-file.ts'

/** A setting that prevents the start. The operator sees its message as a single line. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

interface Setting<T> {
  /** The default value. */
  fallback: T
  /** Throws an Error that says what is allowed. */
  parse(text: string): T
  /** Whether the value is never shown, not even in errors. */
  secret?: boolean
}
const setting = <T>(fallback: T, parse: (text: string) => T, secret = false): Setting<T> => ({
  fallback,
  parse,
  secret,
})

const text = (value: string) => value
const choice =
  <const T extends readonly string[]>(...values: T) =>
  (value: string): T[number] => {
    if (!values.includes(value)) throw new Error(`must be ${values.join(' or ')}`)
    return value
  }
const whole = (minimum: number, maximum: number) => (value: string) => {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= minimum && number <= maximum)) throw new Error(`must be a whole number from ${minimum} to ${maximum}`)
  return number
}
const webAddress = (value: string) => {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be an http or https URL')
  // Parsing removes them, but the value is used as written.
  if (/\s/.test(value)) throw new Error('must be an http or https URL without spaces')
  if (url.port === '0') throw new Error('must be an http or https URL without the port 0')
  return value.replace(/\/+$/, '')
}
/** A URL that paths are appended to. */
const publicAddress = (value: string) => {
  const address = webAddress(value)
  const { username, password, search, hash } = new URL(address)
  if (username || password || search || hash)
    throw new Error('must be an http or https URL without credentials, a query or a fragment')
  return address
}
const webOrigin = (value: string) => {
  const address = webAddress(value)
  if (new URL(address).origin !== address) throw new Error('must be an http or https URL without a path')
  return address
}
/** Kept as written: issuers are compared literally. */
const issuer = (value: string) => {
  webAddress(value)
  return value
}
const databaseAddress = (value: string) => {
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value))
    throw new Error('must be an address like postgres://user:password@host:5432/database')
  // The driver means the same by these, and says so at length at each start.
  return value.includes('uselibpqcompat=true')
    ? value
    : value.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}
const names = (value: string) =>
  value
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
const none = undefined as string | undefined

/** The core's settings. Plugins and engines add theirs. Source: decisions 13, and the sections that name more. */
const settings = {
  // URLs write IPv6 addresses in brackets too.
  WEIR_HOST: setting('127.0.0.1', (value) => /^\[(.+)\]$/.exec(value)?.[1] ?? value),
  WEIR_PORT: setting(3000, whole(0, 65535)),
  WEIR_PUBLIC_URL: setting(none, publicAddress),
  WEIR_DATA_DIR: setting('./data', text),
  WEIR_DATABASE_URL: setting(none, databaseAddress, true),
  WEIR_SECRET: setting(
    none,
    (value) => {
      if (value.length < 32) throw new Error('must have at least 32 characters')
      // Otherwise a mistake in a copied secret would make it another one, with which a new store starts.
      if (value.startsWith('hex:') && secretOfFile(value) === undefined)
        throw new Error('must have the whole text of a file `secret` after hex:, at least 64 of 0-9 and a-f')
      return value
    },
    true,
  ),
  WEIR_S3_BUCKET: setting(none, (value) => {
    parseBucket(value)
    return value
  }),
  WEIR_S3_ENDPOINT: setting(none, webOrigin),
  WEIR_S3_REGION: setting('us-east-1', text),
  WEIR_S3_ADDRESSING: setting('path', choice('path', 'host')),
  WEIR_S3_ACCESS_KEY_ID: setting(none, text, true),
  WEIR_S3_SECRET_ACCESS_KEY: setting(none, text, true),
  WEIR_ADMIN_EMAIL: setting(none, text),
  WEIR_ADMIN_PASSWORD: setting(none, text, true),
  WEIR_ADMIN_API_KEY: setting(none, text, true),
  WEIR_OIDC_ISSUER: setting(none, issuer),
  WEIR_OIDC_AUDIENCE: setting(none, text),
  WEIR_PLUGINS: setting<readonly string[]>(['*'], names),
  WEIR_ENGINES: setting<readonly string[]>(['*'], names),
  WEIR_PLANS: setting<UncheckedPlans | undefined>(undefined, parsePlans),
  WEIR_METERING: setting('on', choice('on', 'off')),
  WEIR_RETENTION_DAYS: setting(30, whole(0, 36500)),
  WEIR_AUDIT_DAYS: setting(365, whole(0, 36500)),
  WEIR_EGRESS_ALLOW: setting('', (value) => {
    createEgressRules({ allow: value })
    return value
  }),
  WEIR_PROXIES: setting<readonly Proxy[]>([], parseProxies, true),
  WEIR_TRUSTED_PROXIES: setting<readonly Cidr[]>([], parseCidrs),
  WEIR_CORS_ORIGINS: setting<readonly string[]>([], parseOrigins),
  WEIR_CONCURRENCY: setting(32, whole(1, 10_000)),
  WEIR_LOG: setting('text', choice('text', 'json')),
} satisfies Record<string, Setting<unknown>>

/** The core's settings, by name. */
export type Settings = { [K in keyof typeof settings]: (typeof settings)[K]['fallback'] }

export interface Config {
  settings: Settings
  /** The folder that relative paths and package names are resolved from. */
  folder: string
  /** The given settings by name; the environment takes precedence over the file. For `extensionConfig`. */
  given: ReadonlyMap<string, string>
  /** The entries of `config` in the file, by plugin or engine. */
  entries: Readonly<Record<string, unknown>>
}

const shown = (name: string, value: string, secret?: boolean) => {
  if (secret) return name
  const start = value.length > 60 ? `${value.slice(0, 60)}…` : value
  // Quoted, spaces at an end are seen and a line break starts no new line.
  return `${name}=${start.trim() === start && !start.includes('\n') ? start : JSON.stringify(start)}`
}

/** The error for a setting whose value turns out to be wrong once more is known than the settings. */
export const refuseSetting = ({ given }: Pick<Config, 'given'>, name: keyof Settings, reason: string) =>
  new SettingError(`${shown(name, given.get(name) ?? '', settings[name].secret)}: ${reason}`)

/**
 * Values in the file may be numbers, booleans, arrays and objects; they are parsed like their text in the environment
 * would be.
 */
function asText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw new SettingError(`${name} in weir.config.ts must be text, a number, a switch, a list or an object`)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

async function readFile(folder: string): Promise<{ given: [string, string][]; entries: Record<string, unknown> }> {
  const path = join(folder, 'weir.config.ts')
  if (!existsSync(path)) return { given: [], entries: {} }
  const { default: content } = (await import(pathToFileURL(path).href).catch((error: unknown) => {
    throw new SettingError(`weir.config.ts could not be loaded: ${loadFailure(error, path)}`)
  })) as { default?: unknown }
  if (!isRecord(content)) throw new SettingError('weir.config.ts must export an object by default')
  const { config = {}, ...rest } = content
  if (!isRecord(config)) throw new SettingError('`config` in weir.config.ts must be an object')
  for (const name of Object.keys(rest)) {
    if (!name.startsWith('WEIR_'))
      throw new SettingError(
        `${name} in weir.config.ts is not a setting: names begin with WEIR_, and the settings of plugins belong under \`config\``,
      )
  }
  return {
    given: Object.entries(rest).map(([name, value]) => [name, asText(name, value)]),
    entries: config,
  }
}

/**
 * Reads the settings from the environment and from `weir.config.ts` in the folder. Throws SettingError for the first
 * invalid value.
 */
export async function loadConfig(
  env: Record<string, string | undefined> = process.env,
  folder = process.cwd(),
): Promise<Config> {
  const file = await readFile(folder)
  const fromEnv = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[0].startsWith('WEIR_') && !!entry[1],
  )
  const given = new Map([...file.given, ...fromEnv])
  const read = ([name, { fallback, parse, secret }]: [string, Setting<unknown>]) => {
    const value = given.get(name)
    if (value === undefined) return [name, fallback]
    try {
      return [name, parse(value)]
    } catch (error) {
      throw new SettingError(`${shown(name, value, secret)}: ${(error as Error).message}`)
    }
  }
  const found = Object.fromEntries(Object.entries(settings).map(read)) as Settings
  if (found.WEIR_DATABASE_URL !== undefined && found.WEIR_SECRET === undefined)
    throw new SettingError(
      'WEIR_SECRET must be set with WEIR_DATABASE_URL, to the same 32 characters or more for all that use the database',
    )
  return {
    settings: found,
    folder: resolve(folder),
    given,
    entries: file.entries,
  }
}

/** The part of a plugin or engine that matters for its settings. */
interface Configurable {
  name: string
  config?: TSchema
}
const fieldsOf = ({ config }: Configurable) =>
  Object.entries((config?.properties ?? {}) as Record<string, TSchema & { env?: string }>)

/** Converts the text from the environment to the field's type. */
function fromText(schema: TSchema, value: string): unknown {
  if (schema.type === 'number' || schema.type === 'integer') return value.trim() === '' ? value : Number(value)
  if (schema.type === 'boolean')
    return value === 'on' || value === 'true' ? true : value === 'off' || value === 'false' ? false : value
  if (schema.type === 'array') return names(value)
  return value
}

/**
 * The settings of a plugin or engine: its entry in the file, overridden by the environment, and completed by its
 * defaults.
 */
export function extensionConfig(extension: Configurable, { entries, given }: Config): unknown {
  const schema = extension.config
  if (!schema) return {}
  const entry = entries[extension.name]
  if (entry !== undefined && !isRecord(entry))
    throw new SettingError(`config.${extension.name} in weir.config.ts must be an object`)
  const fromEnv = fieldsOf(extension).flatMap(([field, { env, ...rest }]) => {
    const value = env === undefined ? undefined : given.get(env)
    return value === undefined ? [] : [[field, fromText(rest as TSchema, value)]]
  })
  const value = Value.Default(schema, structuredClone({ ...entry, ...Object.fromEntries(fromEnv) }))
  for (const { path, schema: broken, value: found } of Value.Errors(schema, value)) {
    const field = dotted(path)
    const env = fieldsOf(extension).find(([name]) => name === field.split('.')[0])?.[1].env
    const isMissing = found === undefined
    const name = env && (given.has(env) || isMissing) ? env : `config.${extension.name}${field ? `.${field}` : ''}`
    // A switch is parsed from words, also in the file.
    const what = name === env && broken.type === 'boolean' ? 'on or off' : allowed(broken)
    throw new SettingError(`${name} must be ${isMissing ? 'set: ' : ''}${what}`)
  }
  return value
}

/** Names that no loaded extension knows: a typo, or the setting of a plugin that is switched off. */
export function unknownSettings({ given, entries }: Config, extensions: readonly Configurable[]): string[] {
  const known = new Set([
    ...Object.keys(settings),
    ...extensions.flatMap((extension) => fieldsOf(extension).map(([, { env }]) => env)),
  ])
  const schemas = new Map(extensions.map(({ name, config }) => [name, config]))
  return [
    ...[...given.keys()].filter((name) => !known.has(name)),
    ...Object.entries(entries).flatMap(([name, entry]) => {
      const schema = schemas.get(name)
      return schema ? unknownNames(schema, entry, `config.${name}`) : [`config.${name}`]
    }),
  ]
}
