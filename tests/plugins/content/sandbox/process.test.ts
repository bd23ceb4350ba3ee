import { describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../../../../plugins/content/sandbox/start-child.ts'
import { deno } from '../../../deno/program.ts'
import { eastAsian } from '../../documents/east-asian.ts'

const pdf = new URL('../../../../plugins/documents/pdf/index.ts', import.meta.url)
const hasProc = existsSync('/proc/self/environ')
if (!hasProc) console.log('/proc is not there: what the process of a document may reach is not looked at')
const mayIsolate = Bun.spawnSync(['unshare', '--map-root-user', '--net', 'true'], { stderr: 'ignore' }).success
if (!mayIsolate) console.log('unshare is not permitted: that a document has no network is not looked at')

/** Runs `look` with a process that waits for its document. */
async function waiting<T>(look: (pid: number) => T): Promise<T> {
  const child = await startChild(pdf)
  const closed = new Promise((resolve) => child.on('close', resolve))
  try {
    // The process has its final name after the last exec.
    for (let i = 0; i < 200 && !readFileSync(`/proc/${child.pid}/cmdline`, 'latin1').startsWith(process.execPath); i++)
      await Bun.sleep(10)
    return look(child.pid!)
  } finally {
    child.kill('SIGKILL')
    await closed
  }
}

describe('the process of a document', () => {
  test.skipIf(!hasProc)('has no environment or directory of ours, only settings of its engine', async () => {
    const [environment, folder] = await waiting((pid) => [
      readFileSync(`/proc/${pid}/environ`, 'latin1'),
      readlinkSync(`/proc/${pid}/cwd`),
    ])
    // Added by the shell that starts it.
    const given = environment.split('\0').filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=|^$/.test(line))
    const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'weir/transpiled')
    const others = given.filter((line) => !line.startsWith('BUN_JSC_'))
    expect(given).toContain('BUN_JSC_forceRAMSize=134217728')
    expect(others.sort()).toEqual(['BUN_BE_BUN=1', `BUN_RUNTIME_TRANSPILER_CACHE_PATH=${cache}`])
    expect(folder).toBe('/')
  })

  test.skipIf(!hasProc)('is killed first by the kernel when memory runs out, before the service', async () => {
    expect(await waiting((pid) => readFileSync(`/proc/${pid}/oom_score_adj`, 'latin1'))).toBe('1000\n')
  })

  test.skipIf(!hasProc || !mayIsolate)('has no network except an empty one of its own', async () => {
    const network = await waiting((pid) => readlinkSync(`/proc/${pid}/ns/net`))
    expect(network).toStartWith('net:[')
    expect(network).not.toBe(readlinkSync('/proc/self/ns/net'))
  })

  test('ends by itself if it gets no input', async () => {
    const child = await startChild(pdf)
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
    child.stdin!.end()
    expect(await closed).not.toBe(0)
  })
})

test.skipIf(!deno)(
  'can run on Deno too, with the data of its reader',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'weir-deno-'))
    const file = join(folder, 'a.pdf')
    await Bun.write(file, eastAsian('HeiseiMin-W3', '90ms-RKSJ-H', 'Japan1', '928695b69085'))
    const child = Bun.spawn([deno!, 'run', '-A', '--no-lock', join(import.meta.dir, 'portable.ts'), file], {
      cwd: join(import.meta.dir, '../../../..'),
      stderr: 'pipe',
    })
    expect(await new Response(child.stdout).text()).toBe('<p>中文水</p>\n')
    rmSync(folder, { recursive: true })
  },
  120_000,
)
