import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isEmptyStore } from '../../../core/backup/copy-store.ts'
import { createLog } from '../../../core/log.ts'
import { openStore } from '../../../core/store/index.ts'
import { lockDataDir } from '../../../core/store/lock.ts'

const root = mkdtempSync(join(tmpdir(), 'weir-lock-'))
const children: Bun.Subprocess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

const program = fileURLToPath(new URL('./locking.ts', import.meta.url))
/** Starts a process that takes the lock, reports whether it got it, and keeps it until it is killed. */
const startHolder = (directory: string) => {
  const child = Bun.spawn([process.execPath, program, directory], { stdout: 'pipe', stderr: 'inherit' })
  children.push(child)
  const answer = async () => {
    const { value } = await child.stdout.getReader().read()
    return JSON.parse(new TextDecoder().decode(value)) as { held: boolean }
  }
  return { child, answer }
}

test('one process holds a data directory, and others learn where it answers', async () => {
  const directory = join(root, 'new', 'one')
  const { child, answer } = startHolder(directory)
  expect(await answer()).toEqual({ held: true })
  expect(await lockDataDir(directory)).toEqual({
    held: false,
    holder: { pid: child.pid, address: 'http://127.0.0.1:4321', token: 'token' },
  })
  expect((statSync(join(directory, 'server.json')).mode & 0o777).toString(8)).toBe('600')
  expect((statSync(directory).mode & 0o777).toString(8)).toBe('700')
})

test('kill -9 of the holder frees it at once', async () => {
  const directory = join(root, 'killed')
  for (let round = 0; round < 3; round++) {
    const { child, answer } = startHolder(directory)
    expect(await answer()).toEqual({ held: true })
    child.kill('SIGKILL')
    await child.exited
    const lock = await lockDataDir(directory)
    expect(lock.held).toBe(true)
    if (lock.held) lock.release()
  }
})

test('of many that start together exactly one gets it', async () => {
  const directory = join(root, 'race')
  const holders = Array.from({ length: 6 }, () => startHolder(directory))
  const answers = await Promise.all(holders.map(({ answer }) => answer()))
  expect(answers.filter(({ held }) => held).length).toBe(1)
})

test('the lock is exclusive within one process too, and can be taken again after its release', async () => {
  const directory = join(root, 'same')
  const lock = await lockDataDir(directory)
  if (!lock.held) throw new Error('A new directory was held')
  expect(await lockDataDir(directory)).toEqual({ held: false, holder: { pid: process.pid } })
  lock.publish('http://127.0.0.1:1', 'token')
  expect(JSON.parse(readFileSync(join(directory, 'server.json'), 'utf8'))).toEqual({
    pid: process.pid,
    address: 'http://127.0.0.1:1',
    token: 'token',
  })
  lock.release()
  expect(existsSync(join(directory, 'server.json'))).toBe(false)
  const again = await lockDataDir(directory)
  expect(again.held).toBe(true)
  if (again.held) again.release()
})

/** Mounts a file system in memory; false if this user may not. */
function mount(directory: string, options: string): boolean {
  mkdirSync(directory)
  return Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', options, 'tmpfs', directory], { stderr: 'ignore' }).success
}

test('a full or read-only disk is reported with its own remedy', async () => {
  const disks = [
    ['full', 'size=4k', /^WEIR_DATA_DIR: .+ cannot be written \(.+\): its disk is full, so make room there$/],
    ['read-only', 'ro', /^WEIR_DATA_DIR: .+ cannot be written \(.+\): its file system is read-only, so mount it for /],
  ] as const
  for (const [name, options, refusal] of disks) {
    const directory = join(root, name)
    if (!mount(directory, options)) return console.log('Disks are not tested: this user may not mount a file system')
    try {
      // Uses up the 4 KiB.
      if (name === 'full') await Bun.write(join(directory, 'fill'), 'x'.repeat(4096))
      await expect(lockDataDir(directory)).rejects.toThrow(refusal)
    } finally {
      Bun.spawnSync(['umount', directory])
    }
  }
})

test('a service with a reserve starts on a full disk', async () => {
  const directory = join(root, 'reserved')
  if (!mount(directory, 'size=20m')) return
  const dataDir = join(directory, 'data')
  try {
    const first = await lockDataDir(dataDir)
    await (await openStore({ dataDir })).close()
    if (first.held) first.release()
    await Bun.write(join(dataDir, 'reserve'), new Uint8Array(16 << 20))
    Bun.spawnSync(['cp', '/dev/zero', join(directory, 'fill')], { stderr: 'ignore' })

    const lock = await lockDataDir(dataDir)
    const store = await openStore({ dataDir, log: createLog('text', () => {}) })
    expect([lock.held, await isEmptyStore(store)]).toEqual([true, true])
    await store.close()
    if (lock.held) lock.release()
  } finally {
    Bun.spawnSync(['umount', directory])
  }
})
