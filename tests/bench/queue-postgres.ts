/**
 * Measures the queue on Postgres (goal P4): items are claimed, run by an empty function, and completed with result
 * and charge in one transaction each, by one process and by three; against pg-boss, which claims 10 and completes
 * them one by one, with as many processes. In alternating rounds, with the CPU time per item.
 *
 * Twice: with unlimited processes, so that three compete with each other and Postgres for the same cores; and with
 * each process limited to a share of a core, like a machine, which leaves the rest to Postgres.
 * Usage: bun tests/bench/queue-postgres.ts [items] [rounds] [share of a core]
 */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { defineJob, t } from 'weirjs'
import { openPostgresStore } from '../../core/store/postgres/open.ts'
import { openJobs } from '../core/jobs/open-jobs.ts'
import { closePostgres, createDatabase, serverAddress } from '../postgres.ts'
import { openCoreShare } from './core-share.ts'
import { median, table } from './figures.ts'
import { cpuOf } from './usage.ts'

const JOBS = 8
const QUEUE = 'items'
const job = defineJob({
  name: 'test.small',
  input: t.Object({ items: t.Integer() }),
  item: t.Object({ number: t.Integer() }),
  seed: ({ items }) => Array.from({ length: items }, (_, number) => ({ key: `${number}`, value: { number } })),
  parallel: () => 64,
  run: async ({ item: { number } }) => ({ result: { number }, millicredits: 1000, pages: 1 }),
})

const [command, databaseUrl = '', share = ''] = process.argv.slice(2)
if (command === 'weir') {
  await openJobs([job], { databaseUrl, concurrency: 64 })
  process.stdout.write('ready\n')
  setInterval(() => {}, 1000)
} else if (command === 'pg-boss') await workAsPgBoss(databaseUrl)
else await measureAll(Number(command ?? 4000), Number(databaseUrl || 3), Number(share || 0.2))

async function openPgBoss(connectionString: string): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString, max: 10, schedule: false, supervise: false })
  await boss.start()
  return boss
}

/** Processes the queue each time it is told to. */
async function workAsPgBoss(connectionString: string) {
  const boss = await openPgBoss(connectionString)
  const work = async () => {
    for (let jobs = await boss.fetch(QUEUE, { batchSize: 10 }); jobs.length > 0; ) {
      await Promise.all(jobs.map(({ id }) => boss.complete(QUEUE, id)))
      jobs = await boss.fetch(QUEUE, { batchSize: 10 })
    }
  }
  process.stdout.write('ready\n')
  for await (const _ of process.stdin) {
    await Promise.all([work(), work(), work()])
    process.stdout.write('done\n')
  }
}

/** The number of processes, and the share of a core for each; unlimited without one. */
interface Processes {
  count: number
  share?: number
}

/** Processes that run this file's commands on one database. */
async function startWorkers(command: string, databaseUrl: string, { count, share }: Processes) {
  const workers = Array.from({ length: count }, () => {
    const child = Bun.spawn([process.execPath, import.meta.path, command, databaseUrl], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    return { child, said: child.stdout.getReader() }
  })
  for (const { said } of workers) await said.read()
  const shares = workers.map(({ child }) => {
    if (share === undefined) return undefined
    const own = openCoreShare(share, `${child.pid}`)
    own.add(child.pid)
    return own
  })
  return {
    cpu: () => workers.reduce((sum, { child }) => sum + cpuOf(child.pid), 0),
    async tell(word: string) {
      for (const { child } of workers) child.stdin.write(word)
      await Promise.all(workers.map(({ said }) => said.read()))
    },
    async stop() {
      for (const { child } of workers) child.kill('SIGKILL')
      await Promise.all(workers.map(({ child }) => child.exited))
      for (const one of shares) await one?.close()
    },
  }
}

interface Contender {
  name: string
  /** Enqueues items, and returns a promise that resolves once all are completed. */
  begin(items: number): Promise<() => Promise<void>>
  cpu(): number
  stop(): Promise<unknown>
}

/** Jobs of one account, run by other processes; this process only polls. */
async function throughWeir(processes: Processes): Promise<Contender> {
  const databaseUrl = await createDatabase()
  const world = await openJobs([job], { databaseUrl, works: false })
  const user = await world.addUser('enterprise', 1e9)
  const workers = await startWorkers('weir', databaseUrl, processes)
  return {
    name: 'Weir',
    async begin(items) {
      const each = Math.ceil(items / JOBS)
      const started = await Promise.all(
        Array.from({ length: JOBS }, () =>
          world.jobs.start(job, user, { items: each }, { millicredits: each * 1000, priority: 'medium' }),
        ),
      )
      return async () => {
        for (const one of started) {
          const { completed } = await world.ended(one, 300_000)
          if (completed !== each) throw new Error(`${completed} of ${each} items`)
        }
      }
    },
    cpu: workers.cpu,
    stop: () => workers.stop().then(() => world[Symbol.asyncDispose]()),
  }
}

async function throughPgBoss(processes: Processes): Promise<Contender> {
  const databaseUrl = await createDatabase()
  const boss = await openPgBoss(databaseUrl)
  await boss.createQueue(QUEUE)
  const workers = await startWorkers('pg-boss', databaseUrl, processes)
  return {
    name: 'pg-boss',
    async begin(items) {
      await boss.insert(
        QUEUE,
        Array.from({ length: items }, (_, number) => ({ data: { number } })),
      )
      return () => workers.tell('go\n')
    },
    cpu: workers.cpu,
    stop: () => workers.stop().then(() => boss.stop({ graceful: false })),
  }
}

/** Returns a function for the CPU seconds of all Postgres processes. Source: proc_pid_stat(5). */
async function postgresCpu(): Promise<() => number> {
  const store = await openPostgresStore({ url: await serverAddress() })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.db())
  const fields = (pid: number | string) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  }
  const server = fields(rows[0]!.pid)[1]!
  await store.close()
  return () => {
    const children = readFileSync(`/proc/${server}/task/${server}/children`, 'latin1').trim().split(' ')
    const ended = fields(server)
      .slice(13, 15)
      .reduce((sum, ticks) => sum + ticks, 0)
    return ended / 100 + [server, ...children.map(Number)].reduce((sum, pid) => sum + cpuOf(pid), 0)
  }
}

/** One process and three of each, in alternating rounds. */
async function measure(items: number, rounds: number, share: number | undefined, cpuOfPostgres: () => number) {
  const contenders = []
  for (const count of [1, 3])
    for (const open of [throughPgBoss, throughWeir])
      contenders.push({ ...(await open({ count, share })), count, speeds: [] as number[], own: 0, server: 0 })
  for (let round = 0; round <= rounds; round++)
    for (const one of contenders) {
      const ended = await one.begin(items)
      const [own, server] = [one.cpu(), cpuOfPostgres()]
      const begun = performance.now()
      await ended()
      // The first round is a warm-up.
      if (round === 0) continue
      one.speeds.push((items / (performance.now() - begun)) * 1000)
      one.own += one.cpu() - own
      one.server += cpuOfPostgres() - server
    }
  for (const { stop } of contenders) await stop()
  const [boss, one] = contenders.map(({ speeds }) => median(speeds)) as [number, number]
  const each = (seconds: number) => ((seconds * 1e6) / (items * rounds)).toFixed(0)
  return contenders.map(({ name, count, speeds, own, server }) => {
    const speed = median(speeds)
    const beside = count === 1 ? boss : name === 'Weir' ? one : boss
    const held = share === undefined ? '' : `, each ${share} of a core`
    const called = `${name}, processes: ${count}${held}`
    return [called, Math.round(speed), (speed / beside).toFixed(2), each(own), each(server)]
  })
}

async function measureAll(items: number, rounds: number, share: number) {
  const cpuOfPostgres = await postgresCpu()
  const rows = await measure(items, rounds, undefined, cpuOfPostgres)
  rows.push(...(await measure(items, rounds, share, cpuOfPostgres)))
  console.log(
    table([`${items} items, median of ${rounds}`, 'items/s', 'ratio', 'µs of CPU an item', 'of Postgres'], rows),
  )
  console.log('Ratio: of one process to one of pg-boss, of three to one of their own.')
  await closePostgres()
  process.exit(0)
}
