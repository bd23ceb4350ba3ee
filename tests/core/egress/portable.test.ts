import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '../../conformance/self-signed.ts'
import { deno } from '../../deno/program.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-portable-'))
  writeFileSync(join(folder, 'trusted.crt'), selfSigned.cert)
})
afterAll(() => rmSync(folder, { recursive: true }))

const runtimes: [name: string, command: string[] | undefined][] = [
  ['Bun', [process.execPath]],
  ['Deno', deno ? [deno, 'run', '-A', '--no-lock'] : undefined],
]
for (const [name, command] of runtimes)
  test.skipIf(!command)(
    `egress keeps its promises on ${name}`,
    async () => {
      const child = Bun.spawn([...command!, join(import.meta.dir, 'portable.ts')], {
        cwd: join(import.meta.dir, '../../..'),
        env: { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'trusted.crt') },
        stdout: 'pipe',
        stderr: 'pipe',
      })
      const [said, complained] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ])
      const lines = said.split('\n').filter(Boolean)
      expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([])
      expect([lines.length, complained]).toEqual([14, complained])
      expect(await child.exited).toBe(0)
    },
    30_000,
  )
