import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { Glob } from 'bun'
import { readers } from '../../../../plugins/documents/readers.ts'

const root = resolve(import.meta.dir, '../../../..')

test('code on threads and in child processes loads nothing that only the server needs', async () => {
  const onThreads = [...new Glob('plugins/**/on-thread.ts').scanSync(root)].map((file) => `${root}/${file}`)
  const reading = Object.values(readers).flatMap((reader) => ('module' in reader ? [reader.module.pathname] : []))
  const modules = [`${root}/plugins/content/read/read.ts`, ...onThreads, ...reading]
  expect(modules.length).toBeGreaterThan(15)
  const program = `for (const module of ${JSON.stringify(modules)}) await import(module)
    for (const file of Object.keys(require.cache)) console.log(file)`
  const { stdout, exitCode } = Bun.spawnSync([process.execPath, '-e', program], { cwd: root })
  expect(exitCode).toBe(0)
  const loaded = stdout.toString().split('\n')
  expect(loaded).toContain(`${root}/core/toolkit.ts`)
  expect(loaded.filter((file) => /\/(?:elysia|kysely|@sinclair)\/|\/core\/index\.ts$/.test(file))).toEqual([])
})
