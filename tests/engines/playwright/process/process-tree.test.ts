import { afterAll, expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import {
  followTree,
  killBrowser,
  killProcess,
  processorTimeOf,
  processTree,
  usageOf,
} from '../../../../engines/playwright/process/process-tree.ts'

const started: ReturnType<typeof spawn>[] = []
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
})
/** A shell that waits, with a child that waits too. */
async function start() {
  const child = spawn('sh', ['-c', 'sleep 60 & echo $!; wait'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  started.push(child)
  const [inner] = await new Promise<number[]>((resolve) =>
    child.stdout!.once('data', (chunk) => resolve([Number(chunk)])),
  )
  return { child, pid: child.pid!, inner: inner! }
}
const ended = ({ child }: Awaited<ReturnType<typeof start>>) =>
  child.exitCode === null && child.signalCode === null
    ? new Promise<void>((resolve) => child.once('exit', () => resolve()))
    : Promise.resolve()
/** Whether a process runs. One that has ended has no command any more, even before its parent reaps it. */
const isThere = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1') !== ''
  } catch {
    return false
  }
}
/** Only Linux has this information about processes. */
const onLinux = test.if(existsSync('/proc/self/stat'))

onLinux('a process is told with its descendants, itself first, and others are not', async () => {
  const [one, other] = [await start(), await start()]
  const follow = followTree(one.pid)
  const tree = [
    { pid: one.pid, parent: process.pid },
    { pid: one.inner, parent: one.pid },
  ]
  expect(await follow()).toEqual(tree)
  expect(await follow()).toEqual(tree)
  expect(await processTree(other.inner)).toEqual([{ pid: other.inner, parent: other.pid }])
  // A child that has ended is left out.
  killProcess(one.inner)
  await ended(one)
  expect(await follow()).toEqual([])
  killBrowser(other.pid)
  await ended(other)
})

onLinux('a browser is ended with all of its group, and one that has ended is no matter', async () => {
  const one = await start()
  killBrowser(one.pid)
  await ended(one)
  for (let i = 0; i < 1000 && isThere(one.inner); i++) await new Promise((resolve) => setTimeout(resolve, 1))
  expect([isThere(one.pid), isThere(one.inner)]).toEqual([false, false])
  killBrowser(one.pid)
  expect([await processTree(one.pid), await usageOf(one.pid), await processorTimeOf(one.pid)]).toEqual([
    [],
    { bytes: 0, threads: 0 },
    0,
  ])
})

onLinux('memory and processor time are those that the process has for itself', async () => {
  const { rss } = process.memoryUsage()
  const { bytes: memory } = await usageOf(process.pid)
  expect(memory).toBeGreaterThan(10e6)
  expect(memory).toBeLessThan(rss * 1.5)
  const { user, system } = process.cpuUsage()
  const one = await start()
  expect((await usageOf(one.pid)).threads).toBe(1)
  // In ticks of ten milliseconds, with the time of the child, and of children that other tests have left.
  const told = await processorTimeOf(process.pid)
  const later = process.cpuUsage()
  const [, ...descendants] = await processTree(process.pid)
  const times = await Promise.all(descendants.map(({ pid }) => processorTimeOf(pid)))
  const ofOthers = times.reduce((sum, time) => sum + time, 0)
  expect(told).toBeGreaterThanOrEqual(Math.floor((user + system) / 10_000) * 10 - 20)
  expect(told).toBeLessThanOrEqual((later.user + later.system) / 1000 + ofOthers + 40)
  killBrowser(one.pid)
})
