import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { machineMemory } from '../../../engines/playwright/machine-memory.ts'

const GIB = 1024 ** 3

test('only a limit below the memory of the machine counts', () => {
  expect(machineMemory(8 * GIB, 2 * GIB)).toBe(2 * GIB)
  expect(machineMemory(8 * GIB, 0)).toBe(8 * GIB)
  expect(machineMemory(8 * GIB, 2 ** 64)).toBe(8 * GIB)
})

/** Makes a control group with a memory limit, as containers have; undefined if that is not permitted. */
function makeGroup(bytes: number): string | undefined {
  const [root, limit] = existsSync('/sys/fs/cgroup/cgroup.controllers')
    ? ['/sys/fs/cgroup', 'memory.max']
    : ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes']
  const group = join(root, `weir-test-${process.pid}`)
  try {
    mkdirSync(group)
    writeFileSync(join(group, limit), String(bytes))
    return group
  } catch {
    if (existsSync(group)) rmdirSync(group)
    return undefined
  }
}

const group = makeGroup(Math.min(GIB, totalmem() / 2))
if (!group) console.log('No memory limit can be set here, so the test for it is skipped')

test.skipIf(!group)('in a container the number and size of pages depend on its memory limit', async () => {
  const capacity = join(import.meta.dir, '../../../engines/playwright/capacity.ts')
  const limits = join(import.meta.dir, '../../../engines/playwright/process/process-limits.ts')
  const look = `
    const { pagesFor } = await import(${JSON.stringify(capacity)})
    const { greediest } = await import(${JSON.stringify(limits)})
    const browser = (...sizes) => sizes.map((megabytes, pid) => ({ pid, bytes: megabytes * 2 ** 20, threads: 30 }))
    const ended = (...sizes) => greediest(browser(...sizes), 1)?.pid ?? null
    console.log(JSON.stringify([pagesFor({ bytesPerPage: 400 * 2 ** 20 }), ended(0, 300), ended(400, 45, 180)]))`
  const inGroup = 'echo $$ >"$0/cgroup.procs" && exec "$@"'
  const child = Bun.spawn(['sh', '-c', inGroup, group!, process.execPath, '-e', look], { stderr: 'inherit' })
  const said = await new Response(child.stdout).text()
  await child.exited
  rmdirSync(group!)
  // The last one is a Firefox that takes a picture of a long page.
  expect(JSON.parse(said)).toEqual([1, 1, null])
})
