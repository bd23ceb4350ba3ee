import { readdirSync, readFileSync } from 'node:fs'

/** Set in the environment of every process that a test run starts, directly or not. */
export const RUN_VARIABLE = 'WEIR_TEST_RUN'

/** Milliseconds that processes may take to end after the tests. */
export const GRACE = 3000

/** All process ids with the content of a file of theirs in `/proc`. Linux only. */
function* processes(file: 'environ' | 'stat'): Generator<[pid: number, text: string]> {
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) {
      const text = contentOf(`/proc/${name}/${file}`)
      if (text !== '') yield [Number(name), text]
    }
}

const contentOf = (path: string): string => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // The process has ended or belongs to another user.
    return ''
  }
}

const commandOf = (pid: number) => `${pid} ${contentOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 200)}`

/** The processes that a test run has left, whatever their parents are now. */
const ofRun = (run: string): string[] =>
  [...processes('environ')]
    .filter(([pid, environment]) => pid !== process.pid && environment.split('\0').includes(`${RUN_VARIABLE}=${run}`))
    .map(([pid]) => commandOf(pid))

/** The children of this process that are still running. Source: proc_pid_stat(5). */
const ownChildren = (): string[] =>
  [...processes('stat')]
    .filter(([, stat]) => {
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(parent) === process.pid && state !== 'Z'
    })
    .map(([pid]) => commandOf(pid))

/** The children of this process that are still running after the grace period. */
export const leftChildren = (): Promise<string[]> => untilNone(ownChildren)

async function untilNone(find: () => string[]): Promise<string[]> {
  if (process.platform !== 'linux') return []
  let found = find()
  for (const end = Date.now() + GRACE; found.length > 0 && Date.now() < end; found = find()) await Bun.sleep(50)
  return found
}

/** The processes of a test run that are still running after the grace period. */
export const leftBehind = (run: string): Promise<string[]> => untilNone(() => ofRun(run))
