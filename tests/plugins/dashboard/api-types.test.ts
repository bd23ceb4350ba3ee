import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypes, { astToString } from 'openapi-typescript'
import { root } from '../../imports.ts'
import { type Running, startWeir } from '../../weir.ts'

const TYPES = 'plugins/dashboard/app/api/types.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
})

/** What tsc says of a file that holds each type that pages read against the schema that it is called after. */
async function complaints(names: readonly string[], types: string): Promise<string> {
  const folder = mkdtempSync(join(root, 'node_modules/.cache/dashboard-types-'))
  try {
    const { body } = await weir.get('/openapi.json')
    writeFileSync(join(folder, 'openapi.d.ts'), astToString(await openapiTypes(body)))
    writeFileSync(join(folder, 'types.ts'), types)
    const lines = names.map(
      (name) => `export const ${name} = (it: components['schemas']['${name}']): read.${name} => it`,
    )
    const imports = "import type { components } from './openapi.d.ts'\nimport type * as read from './types.ts'\n"
    writeFileSync(join(folder, 'check.ts'), `${imports}${lines.join('\n')}\n`)
    const options = [
      '--ignoreConfig',
      '--strict',
      '--noEmit',
      '--skipLibCheck',
      '--module',
      'preserve',
      '--allowImportingTsExtensions',
    ]
    const tsc = Bun.spawn(['bun', 'x', 'tsc', ...options, '--types', '', join(folder, 'check.ts')], {
      cwd: root,
      stdout: 'pipe',
    })
    return await new Response(tsc.stdout).text()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('what pages read of the API is what its document says', async () => {
  const types = await Bun.file(join(root, TYPES)).text()
  const names = [...types.matchAll(/^export interface (\w+)/gm)].map(([, name]) => name as string)
  expect(names.length).toBeGreaterThan(4)
  expect(await complaints(names, types)).toBe('')
}, 120_000)

test('a field that the API does not give is found', async () => {
  const types = 'export interface Profile { id: string; shoeSize: number }\n'
  expect(await complaints(['Profile'], types)).toContain('shoeSize')
}, 120_000)
