import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from '../../../core/cli/context.ts'
import { loadConfig } from '../../../core/config.ts'
import { openStore } from '../../../core/store/index.ts'
import { createDatabase } from '../../postgres.ts'
import { type Running, startWeir } from '../../weir.ts'
import { captureCommand } from '../cli/capture-command.ts'

export type Kind = 'sqlite' | 'postgres'

const root = mkdtempSync(join(tmpdir(), 'weir-backup-'))
export const removeFolders = () => rmSync(root, { recursive: true, force: true })
let places = 0
/** A path at which nothing exists. */
export const newPath = () => join(root, String(++places))
/** Unsets these variables: undefined ones are not passed on. */
const NO_DATABASE = { WEIR_DATABASE_URL: undefined, WEIR_SECRET: undefined } as unknown as Record<string, string>
const SECRET = 'a secret of more than 32 characters, for tests'

/** The settings of a service that was never started, with its own store. */
export async function newSettings(kind: Kind, more: Record<string, string> = {}): Promise<Record<string, string>> {
  return {
    WEIR_DATA_DIR: newPath(),
    WEIR_PLUGINS: 'account,jobs,results,./fixtures/workshop.ts',
    WEIR_ENGINES: 'lightweight',
    // Whichever store the tests run on.
    ...(kind === 'sqlite' && NO_DATABASE),
    ...(kind === 'postgres' && { WEIR_DATABASE_URL: await createDatabase(), WEIR_SECRET: SECRET }),
    ...more,
  }
}

/** `WEIR_SECRET` of a service that takes over the secret of a data directory. */
export const secretOf = (dataDir: string) => `hex:${readFileSync(join(dataDir, 'secret'), 'utf8')}`

export const open = (settings: Record<string, string>, options?: Parameters<typeof startWeir>[2]) =>
  startWeir(settings, import.meta.dir, options)

/** Runs a command in this process, with the settings of a service. */
export async function run(command: Command, args: string[], settings: Record<string, string>) {
  const outcome = await captureCommand(undefined as never, command, args, await loadConfig(settings, import.meta.dir))
  return outcome
}

/** Runs the command line in its own process. */
export async function runProcess(args: string[], settings: Record<string, string>) {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, '../../../core/cli/main.ts'), ...args], {
    cwd: import.meta.dir,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, noted, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { said, noted, code }
}

/** Starts a job that makes this many pieces. */
export async function make(weir: Running, name: string, pieces: number): Promise<string> {
  const answer = await weir.post('/v1/workshop', { name, pieces })
  if (answer.status !== 202) throw new Error(answer.text)
  return answer.body.data.jobId
}

/** Holds back what gated jobs make after their first pieces, until it is opened. */
export function closeGate(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(globalThis, { workshopGate: promise })
  return resolve
}

interface Piece {
  name: string
  n: number
  files: { id: string; url: string }[]
}

/** An ended job as a service reports it, with the contents of its files. */
export async function describeJob(weir: Running, id: string) {
  const { status, total, completed, creditsUsed, createdAt } = await weir.ended(id)
  const results = (await weir.results(id)) as Piece[]
  const pieces = results.map(({ name, n, files }) => ({ name, n, files: files.map((file) => file.id) }))
  const contents = await Promise.all(
    results.map(async ({ files: [file] }) => (await weir.get(file!.url, { key: null })).text),
  )
  return { status, total, completed, creditsUsed, createdAt, pieces, contents }
}

/** The ledger of a stopped service: all must add up. */
export async function readLedger({
  WEIR_DATA_DIR: dataDir = '',
  WEIR_DATABASE_URL: databaseUrl,
}: Record<string, string>) {
  const store = await openStore({ dataDir, databaseUrl })
  try {
    const db = store.db<{ ledger: Record<string, number>; balances: Record<string, number> }>()
    const sums = await db
      .selectFrom('ledger')
      .select((of) => [of.fn.sum('amount').as('amount'), of.fn.sum('held').as('held')])
      .executeTakeFirstOrThrow()
    const balance = await db
      .selectFrom('balances')
      .select((of) => (['monthly', 'used', 'held', 'spent'] as const).map((name) => of.fn.sum(name).as(name)))
      .executeTakeFirstOrThrow()
    const { monthly, used, held, spent } = balance
    return {
      addsUp: Number(sums.amount) === Number(monthly) - Number(used) && Number(sums.held) === Number(held),
      spent: Number(spent),
    }
  } finally {
    await store.close()
  }
}
