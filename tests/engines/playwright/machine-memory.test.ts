import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { machineMemory } from '../../../engines/playwright/machine-memory.ts'

const GIB = 1024 ** 3

test('a limit that is below the memory of the machine counts, and no other', () => {
  expect(machineMemory(8 * GIB, 2 * GIB)).toBe(2 * GIB)
  expect(machineMemory(8 * GIB, 0)).toBe(8 * GIB)
  expect(machineMemory(8 * GIB, 2 ** 64)).toBe(8 * GIB)
})

/** A group of processes with a limit on its memory, as containers have; undefined where none may be made. */
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
if (!group) console.log('No limit on memory may be set here: that it is seen is not looked at')

test.skipIf(!group)('in a container pages are as many and as large as its memory allows', async () => {
  const capacity = join(import.meta.dir, '../../../engines/playwright/capacity.ts')
  const limits = join(import.meta.dir, '../../../engines/playwright/process/memory-limit.ts')
  const look = `
    const { pagesFor } = await import(${JSON.stringify(capacity)})
    const { greediest } = await import(${JSON.stringify(limits)})
    const browser = (...sizes) => sizes.map((megabytes, pid) => ({ pid, bytes: megabytes * 2 ** 20 }))
    const ended = (...sizes) => greediest(browser(...sizes), 1)?.pid ?? null
    console.log(JSON.stringify([pagesFor({ bytesPerPage: 400 * 2 ** 20 }), ended(0, 300), ended(400, 45, 180)]))`
  const inGroup = 'echo $$ >"$0/cgroup.procs" && exec "$@"'
  const child = Bun.spawn(['sh', '-c', inGroup, group!, process.execPath, '-e', look], { stderr: 'inherit' })
  const said = await new Response(child.stdout).text()
  await child.exited
  rmdirSync(group!)
  // The last one is a Firefox that makes a picture of a long page.
  expect(JSON.parse(said)).toEqual([1, 1, null])
})
