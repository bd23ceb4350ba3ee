import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { loadConfig } from '../core/config.ts'
import { createLog } from '../core/log.ts'
import { type OpenOptions, openWeir, type Weir } from '../core/weir/index.ts'
import { passwords } from './passwords.ts'
import { addAllTables } from './ready-tables.ts'
import { isSqlite, storeSettings } from './store.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
  body: any
}

export interface CallOptions {
  key?: string | null
  headers?: Record<string, string>
  /** Sent as it is, instead of a JSON body. */
  raw?: BodyInit
}

/** A complete Weir in this process with its own store, and the calls that tests make. */
export interface Running {
  weir: Weir
  /** The lines of its log. */
  log: string[]
  adminKey: string
  dataDir: string
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  get(path: string, options?: CallOptions): Promise<Answer>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  /** Waits for the end of a job and returns its record. */
  // biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
  ended(jobId: string, options?: CallOptions): Promise<any>
  /** All results of a job, page by page. */
  // biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
  results(jobId: string, options?: CallOptions): Promise<any[]>
  /** Creates a user, with a key. */
  user(
    plan?: string,
    changes?: Record<string, unknown>,
  ): Promise<{ id: string; email: string; password: string; key: string; session: string }>
  close(): Promise<void>
}

const digits = (n: number) => Array.from({ length: n }, () => Math.floor(Math.random() * 10)).join('')

const ROOT = join(import.meta.dirname, '..')

/** Creates a data directory whose store already has all tables. */
async function makeDataDir(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-test-'))
  if (isSqlite) {
    await addAllTables(dataDir)
    // An empty file in place of the 16 MB that are reserved for a full disk.
    writeFileSync(join(dataDir, 'reserve'), '')
    truncateSync(join(dataDir, 'reserve'), 16 * 2 ** 20)
  }
  return dataDir
}

/** Starts one; settings are environment names. Loopback may be fetched, because the tests' sites are there. */
export async function startWeir(
  settings: Record<string, string> = {},
  folder = ROOT,
  options: Pick<OpenOptions, 'works' | 'clock'> = {},
): Promise<Running> {
  const dataDir = settings.WEIR_DATA_DIR ?? (await makeDataDir())
  const adminKey = settings.WEIR_ADMIN_API_KEY ?? `wr_${digits(5)}_${digits(40)}`
  const env = {
    WEIR_DATA_DIR: dataDir,
    ...(await storeSettings(dataDir)),
    WEIR_EGRESS_ALLOW: '127.0.0.0/8',
    WEIR_ADMIN_EMAIL: 'admin@example.com',
    WEIR_ADMIN_PASSWORD: 'correct horse battery',
    WEIR_ADMIN_API_KEY: adminKey,
    ...settings,
  }
  const log: string[] = []
  const config = await loadConfig(env, folder)
  const weir = await openWeir(config, { passwords, ...options, log: createLog('text', (line) => void log.push(line)) })

  const call: Running['call'] = async (method, path, body, { key = adminKey, headers = {}, raw } = {}) => {
    const sent: Record<string, string> = {
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body !== undefined || raw !== undefined ? { 'content-type': 'application/json' } : {}),
      ...headers,
    }
    const response = await weir.server.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: sent,
        body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
      }),
    )
    const text = await response.text()
    const json = text !== '' && /\bjson\b/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined }
  }
  const get: Running['get'] = (path, options) => call('GET', path, undefined, options)
  const read: Running['ended'] = async (path, options) => {
    const answer = await get(path, options)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return answer.body.data
  }
  const post: Running['post'] = (path, body, options) => call('POST', path, body, options)

  return {
    weir,
    log,
    adminKey,
    dataDir,
    call,
    get,
    post,
    async ended(jobId, options) {
      // Polls less and less often: a long job must not use up the account's requests per minute.
      for (let pause = 10; ; pause = Math.min(500, pause * 1.2)) {
        const job = await read(`/v1/jobs/${jobId}`, options)
        if (job.completedAt !== null) return job
        await setTimeout(pause)
      }
    },
    async results(jobId, options) {
      const all = []
      for (let cursor = ''; ; ) {
        const { results, nextCursor } = await read(`/v1/jobs/${jobId}/results?limit=100${cursor}`, options)
        all.push(...results)
        if (nextCursor === null) return all
        cursor = `&cursor=${nextCursor}`
      }
    },
    async user(plan = 'enterprise', changes) {
      const email = `user-${digits(12)}@example.com`
      const password = `password-${digits(8)}`
      const added = await post('/v1/admin/users', { email, password, plan })
      if (added.status !== 201) throw new Error(`The user was not added: ${added.status} ${added.text}`)
      const { id } = added.body.data
      if (changes) await call('PUT', `/v1/admin/users/${id}`, changes)
      const session = (await post('/v1/auth/login', { email, password }, { key: null })).body.data.token
      const { key } = (await post('/v1/auth/api-keys', { name: 'test' }, { key: session })).body.data
      return { id, email, password, key, session }
    },
    async close() {
      await weir.close()
      if (settings.WEIR_DATA_DIR === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
