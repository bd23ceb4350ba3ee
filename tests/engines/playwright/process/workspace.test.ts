import { expect, spyOn, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram, isProgram } from '../../../../engines/playwright/process/find-program.ts'
import { followTree, killProcess, processTree, usageOf } from '../../../../engines/playwright/process/process-tree.ts'
import { createWorkspace, isAlive, pidNamespace } from '../../../../engines/playwright/process/workspace.ts'

/** The id of a process that has ended. */
async function endedPid(): Promise<number> {
  const child = Bun.spawn(['true'])
  await child.exited
  return child.pid
}

test('a workspace is a folder for this user alone, which is made again if it was deleted', async () => {
  const workspace = createWorkspace()
  const folder = workspace.folder()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  rmSync(folder, { recursive: true })
  expect(workspace.folder()).toBe(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  await workspace.remove()
  expect(existsSync(folder)).toBe(false)
})

test('if no folder can be made, no browser can start, and the error has a remedy', async () => {
  const { TMPDIR } = process.env
  process.env.TMPDIR = '/proc'
  try {
    expect(() => createWorkspace()).toThrow(
      expect.objectContaining({
        code: 'engine_unavailable',
        details: expect.objectContaining({ remedy: expect.stringContaining('TMPDIR') }),
      }),
    )
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
})

test('deletes folders of processes that are gone, and keeps those of others and of this one', async () => {
  const { TMPDIR } = process.env
  // Others on this machine may have folders of the same names.
  const parent = mkdtempSync(join(tmpdir(), 'weir-workspaces-'))
  process.env.TMPDIR = parent
  const own = createWorkspace()
  const here = pidNamespace()
  const made = [
    `weir-browser-${await endedPid()}-${here}-a`,
    `weir-browser-${process.pid}-${here}-left`,
    `weir-browser-${process.ppid}-${here}-b`,
    'weir-browser-x-c',
    `other-${await endedPid()}-${here}-d`,
  ].map((name) => join(parent, name))
  for (const folder of made) mkdirSync(folder)
  const next = createWorkspace()
  expect([own.folder(), ...made].map((folder) => existsSync(folder))).toEqual([true, false, false, true, true, true])
  await Promise.all([own.remove(), next.remove()])
  expect(readdirSync(parent)).toHaveLength(3)
  rmSync(parent, { recursive: true })
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
})

test.if(process.getuid?.() === 0)('keeps folders of other users, even if they could be removed', async () => {
  const folder = join(tmpdir(), `weir-browser-${await endedPid()}-${pidNamespace()}-other`)
  mkdirSync(folder)
  chownSync(folder, 65534, 65534)
  await createWorkspace().remove()
  expect(existsSync(folder)).toBe(true)
  rmSync(folder, { recursive: true })
})

test.if(process.getuid?.() === 0)('a folder of a dead process that cannot be removed stops no browser', async () => {
  const { TMPDIR } = process.env
  const parent = mkdtempSync(join(tmpdir(), 'weir-workspaces-'))
  chmodSync(parent, 0o777)
  const left = join(parent, `weir-browser-${await endedPid()}-${pidNamespace()}-left`)
  mkdirSync(join(left, 'profile'), { recursive: true })
  chmodSync(left, 0o700)
  process.env.TMPDIR = parent
  process.seteuid!(65534)
  try {
    const workspace = createWorkspace()
    expect(existsSync(workspace.folder())).toBe(true)
    await workspace.remove()
  } finally {
    process.seteuid!(0)
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    rmSync(parent, { recursive: true })
  }
})

test('keeps folders of containers with shared temporary files until they have had no heartbeat for an hour', async () => {
  const { TMPDIR } = process.env
  const parent = mkdtempSync(join(tmpdir(), 'weir-workspaces-'))
  process.env.TMPDIR = parent
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000)
  const ended = await endedPid()
  const made: [name: string, age: number][] = [
    [`weir-browser-${ended}-17-busy`, 0.5],
    [`weir-browser-${ended}-17-ended`, 1.5],
    [`weir-browser-${process.pid}-17-same`, 0.5],
    [`weir-browser-${ended}-older`, 1.5],
  ]
  for (const [name, age] of made) {
    mkdirSync(join(parent, name))
    utimesSync(join(parent, name), hours(age), hours(age))
  }
  let sign = () => {}
  const timer = spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void) => {
    sign = run
    return { unref() {} }
  }) as never)
  const workspace = createWorkspace()
  timer.mockRestore()
  expect(made.map(([name]) => existsSync(join(parent, name)))).toEqual([true, false, true, false])
  utimesSync(workspace.folder(), hours(2), hours(2))
  sign()
  while (statSync(workspace.folder()).mtimeMs < hours(1).getTime()) await Bun.sleep(1)
  await workspace.remove()
  rmSync(parent, { recursive: true })
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
})

test('a process is alive as long as it exists, whoever owns it', async () => {
  expect([isAlive(process.pid), isAlive(1), isAlive(await endedPid())]).toEqual([true, true, false])
})

test.if(process.platform === 'linux')('a process tree has the root before its descendants', async () => {
  const child = Bun.spawn(['sh', '-c', 'sleep 30 & sleep 30 & wait'], { stdout: 'ignore' })
  let tree = await processTree(child.pid)
  while (tree.length < 3) {
    await Bun.sleep(5)
    tree = await processTree(child.pid)
  }
  expect(tree.map(({ pid, parent }) => (pid === child.pid ? parent : parent === child.pid))).toEqual([
    process.pid,
    true,
    true,
  ])
  expect((await usageOf(child.pid)).bytes).toBeGreaterThan(0)
  expect((await usageOf(child.pid)).bytes % 1024).toBe(0)
  for (const { pid } of tree.reverse()) killProcess(pid)
  await child.exited
  expect([(await usageOf(child.pid)).bytes, await processTree(child.pid)]).toEqual([0, []])
  // That it may be gone does not matter.
  killProcess(child.pid)
})

test.if(process.platform === 'linux')(
  'a process tree that is followed gains new processes, and loses those that have ended',
  async () => {
    const child = Bun.spawn(['sh', '-c', 'read _; sleep 30 & echo $!; wait'], { stdin: 'pipe', stdout: 'pipe' })
    const tree = followTree(child.pid)
    const pids = async () => (await tree()).map(({ pid }) => pid)
    expect(await pids()).toEqual([child.pid])
    child.stdin.write('\n')
    child.stdin.flush()
    const { value } = await child.stdout.getReader().read()
    const grandchild = Number(new TextDecoder().decode(value))
    expect(await pids()).toEqual([child.pid, grandchild])
    expect(await pids()).toEqual([child.pid, grandchild])
    killProcess(grandchild)
    await child.exited
    expect(await pids()).toEqual([])
  },
)

test.if(process.platform === 'linux')('memory counts what a process has for itself, not its program', async () => {
  const size = 64 * 1024 * 1024
  // This process may have that much freed memory at hand.
  const program = `console.log(); for await (const _ of console) console.log(new Uint8Array(${size}).fill(1).length)`
  const child = Bun.spawn([process.execPath, '-e', program], { stdin: 'pipe', stdout: 'pipe' })
  const lines = child.stdout.getReader()
  await lines.read()
  const before = (await usageOf(child.pid)).bytes
  child.stdin.write('\n')
  child.stdin.flush()
  await lines.read()
  expect((await usageOf(child.pid)).bytes - before).toBeGreaterThan(0.9 * size)
  child.kill()
  await child.exited
})

test('a program is found by its path or by the search path, if this user may run it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-programs-'))
  const path = process.env.PATH
  const [runs, reads] = [join(folder, 'runs'), join(folder, 'reads')]
  writeFileSync(runs, '', { mode: 0o755 })
  writeFileSync(reads, '', { mode: 0o644 })
  try {
    process.env.PATH = `/nowhere::${folder}`
    expect([isProgram(runs), isProgram(reads), isProgram(join(folder, 'none'))]).toEqual([true, false, false])
    expect(findProgram(['reads', 'none', 'runs'])).toBe(runs)
    expect(findProgram([reads, runs])).toBe(runs)
    expect(findProgram(['none', reads])).toBeUndefined()
    delete process.env.PATH
    expect(findProgram(['runs'])).toBeUndefined()
  } finally {
    process.env.PATH = path
    rmSync(folder, { recursive: true })
  }
})
