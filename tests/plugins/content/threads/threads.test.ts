import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { JsonText } from 'weirjs'
import type { ConvertContext } from '../../../../plugins/content/service.ts'
import { threads } from '../../../../plugins/content/threads/index.ts'
import { threadTask } from '../../../../plugins/content/threads/task.ts'
import { deno } from '../../../deno/program.ts'
import { content, convert } from '../convert.ts'
import { contentOptions } from '../options.ts'
import type { whichThread } from './tasks.ts'

const tasks = new URL('./tasks.ts', import.meta.url)

const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
const run = (html: string, context?: ConvertContext) =>
  convert(
    { url: new URL('https://site.example/page'), headers, body: new TextEncoder().encode(html) },
    contentOptions({}, 'markdown'),
    context,
  )

/** A page that takes a second. */
const long = `<title>Long</title>${'<div class="row"><p>A <b>kettle</b> whistles <a href="/x">here</a>.</p></div>'.repeat(120_000)}`

/** The signal of an item of a job. */
const job: ConvertContext = { yieldToEventLoop: async () => {} }

test('a page that takes long blocks neither the server nor other pages', async () => {
  // Both threads are started for others: on a busy machine that takes longer than the long pages.
  const account = { id: 'first', email: 'first@example.com', plan: 'pro', role: 'user' } as const
  await Promise.all([run('<p>One</p>', { account }), run('<p>Two</p>', { account, ...job })])
  let longIsDone = false
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()]
  const longs = [run(long, job), run(long, job)].map((each) => each.finally(() => (longIsDone = true)))
  const { markdown } = await run('<h1>Short</h1>')
  expect(markdown?.trim()).toBe('# Short')
  expect(longIsDone).toBe(false)
  await Promise.all(longs)
  const spent = ({ user, system }: { user: number; system: number }) => user + system
  expect(spent(process.threadCpuUsage(own))).toBeLessThan(spent(process.cpuUsage(all)) / 3)
}, 120_000)

test('a page whose caller has gone is aborted, and the next ones are read', async () => {
  const reason = new Error('the caller has gone')
  const controller = new AbortController()
  const reading = run(long.repeat(4), { signal: controller.signal })
  setTimeout(() => controller.abort(reason), 100)
  await expect(reading).rejects.toBe(reason)
  await expect(run(long, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  const pages = await Promise.all(Array.from({ length: 8 }, (_, i) => run(`<h1>Page ${i}</h1>`)))
  expect(pages.map(({ markdown }) => markdown?.trim())).toEqual(pages.map((_, i) => `# Page ${i}`))
}, 120_000)

test('pages that wait for a thread behind an aborted one are read by another', async () => {
  const reason = new Error('the caller has gone')
  const controller = new AbortController()
  const readings = [run(long.repeat(4), { signal: controller.signal, ...job }), run('<h1>Behind</h1>', job)]
  setTimeout(() => controller.abort(reason), 100)
  const [given, behind] = await Promise.allSettled(readings)
  expect(given).toEqual({ status: 'rejected', reason })
  expect(behind?.status === 'fulfilled' && behind.value.markdown?.trim()).toBe('# Behind')
}, 120_000)

test('a task that cannot be made takes no thread', async () => {
  const account = { key: 'a' }
  // Tasks of this kind never wait behind another.
  const run = <T>(make: () => ReturnType<typeof threadTask<() => T>>) => threads.run(make, account, () => {})
  const which = () => run(() => threadTask<typeof whichThread>(tasks, 'whichThread', undefined, []))
  const before = await which()
  const failing = run(() => {
    throw new RangeError('Out of memory')
  })
  await expect(failing).rejects.toThrow('Out of memory')
  expect(await which()).toBe(before)
})

test('a part of a buffer is transferred without the rest of it', async () => {
  const bytes = new TextEncoder().encode('<h1>Secret</h1><h1>Public</h1>')
  const source = { url: new URL('https://site.example/x'), headers, body: bytes.subarray(15) }
  const { markdown } = await convert(source, contentOptions({}, 'markdown'))
  expect(markdown?.trim()).toBe('# Public')
})

test('the links of a page are text, which needs no cloning', async () => {
  const body = new TextEncoder().encode('<a href="/one">1</a><a href="/two">2</a>')
  const options = contentOptions({ pageLinks: true }, 'links')
  const { links, pageLinks } = await content.convert(
    { url: new URL('https://site.example/x'), headers, body },
    options,
    {},
  )
  const addresses = ['https://site.example/one', 'https://site.example/two']
  expect(links).toEqual(new JsonText(JSON.stringify(addresses)))
  expect(pageLinks!.pages).toBe(addresses.join('\n'))
  const none = await convert({ url: new URL('https://site.example/x'), headers, body: new Uint8Array() }, options, {})
  expect([none.links, none.pageLinks!.pages]).toEqual([[], ''])
})

/** CPU ticks, and how many of them were at low priority. */
interface Ticks {
  all: number
  behind: number
}

/** The CPU use of each thread of this process by id. That of an ended thread is lost. Source: proc_pid_stat(5). */
function ticks(): Map<string, Ticks> {
  const used = new Map<string, Ticks>()
  for (const id of readdirSync('/proc/self/task')) {
    const stat = statOf(id)
    if (stat === undefined) continue
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const all = fields[11]! + fields[12]!
    used.set(id, { all, behind: fields[16]! > getPriority() ? all : 0 })
  }
  return used
}

/** The CPU use since then. */
function ticksSince(before: ReadonlyMap<string, Ticks>): Ticks {
  const sum = { all: 0, behind: 0 }
  for (const [id, { all, behind }] of ticks()) {
    sum.all += all - (before.get(id)?.all ?? 0)
    sum.behind += behind - (before.get(id)?.behind ?? 0)
  }
  return sum
}

/** The status of a thread; undefined if it has ended since it was listed. */
function statOf(id: string): string | undefined {
  try {
    return readFileSync(`/proc/self/task/${id}/stat`, 'latin1')
  } catch {
    return undefined
  }
}

/** Waits until aborted work has ended, and threads have started in its place. */
async function untilAtRest(): Promise<void> {
  for (let before = ticks(); ; before = ticks()) {
    await Bun.sleep(200)
    if (ticksSince(before).all === 0) return
  }
}

/** Reads a page for an account until enough CPU time was used, and returns the share at low priority. */
async function partBehind(id: string, isEnough: (used: ReturnType<typeof ticksSince>) => boolean): Promise<number> {
  await untilAtRest()
  const controller = new AbortController()
  const before = ticks()
  let part = 0
  const watch = setInterval(() => {
    const used = ticksSince(before)
    part = used.behind / used.all
    if (isEnough(used)) controller.abort(new Error('It has taken long'))
  }, 50)
  const account = { id, email: `${id}@example.com`, plan: 'pro', role: 'user' } as const
  await expect(run(long.repeat(4), { account, signal: controller.signal })).rejects.toThrow('It has taken long')
  clearInterval(watch)
  return part
}
/** A second of work, which has 100 ticks. The page takes more. */
const isLong = ({ all }: { all: number }) => all > 100
/** Half a second at low priority, for which a busy machine takes its time. */
const isBehind = ({ behind }: { behind: number }) => behind > 50

// Tests that run at that priority already cannot tell.
test.if(process.platform === 'linux' && getPriority() < constants.priority.PRIORITY_BELOW_NORMAL)(
  'pages of an account with slow ones are read at a lower priority than all others',
  async () => {
    expect(await partBehind('slow', isLong)).toBeLessThan(0.15)
    // Otherwise the page would have been read before; an assertion inside checks that it was not.
    await partBehind('slow', isBehind)
    expect(await partBehind('prompt', isLong)).toBeLessThan(0.15)
  },
  120_000,
)

const runtimes = [process.execPath, deno].filter((path) => path !== undefined)
test.each(runtimes)(
  'the threads do not keep a program running (%s)',
  async (runtime) => {
    const script = `${import.meta.dir}/portable.ts`
    const command = runtime === process.execPath ? [runtime, script] : [runtime, 'run', '-A', script]
    const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'inherit' })
    expect(await new Response(child.stdout).text()).toBe('# On a thread\n')
    expect(await child.exited).toBe(0)
  },
  120_000,
)

test('a Buffer is copied to the thread, and stays unchanged', async () => {
  const body = Buffer.from('<p>Kept</p>')
  const { markdown } = await convert({ url: new URL('https://site.example/'), headers, body }, contentOptions())
  expect([markdown?.trim(), body.toString()]).toEqual(['Kept', '<p>Kept</p>'])
})
