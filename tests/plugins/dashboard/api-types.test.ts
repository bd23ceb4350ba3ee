import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypes, { astToString } from 'openapi-typescript'
import { root } from '../../imports.ts'
import { tsc } from '../../typescript.ts'
import { type Running, startWeir } from '../../weir.ts'

const APP = 'plugins/dashboard/app'
/** The files with types that are named after schemas, and the types in them that are not. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  'api/types.ts': [],
  'pages/keys/api-key.ts': [],
  'pages/jobs/types.ts': [],
  'pages/monitors/types.ts': [],
  'pages/webhooks/types.ts': [],
  'pages/usage/usage-data.ts': [],
  'pages/billing/billing-data.ts': [],
  'pages/admin/overview/stats.ts': [],
  'pages/admin/users/user-data.ts': ['UserDetails'],
  'pages/admin/approvals/billing-request.ts': ['Decision'],
  'pages/admin/audit/audit-entry.ts': [],
}

/** A type with a field that the API does not have. */
const STRANGE = 'export interface Profile { id: string; shoeSize: number }\n'

let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
})

/** The errors of tsc for a file that assigns the schema of each name to the type that the pages read. */
async function complaints(files: readonly { path: string; names: readonly string[] }[]): Promise<string> {
  // In node_modules, so that the packages' types are found. A fresh checkout has no cache yet.
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'dashboard-types-'))
  try {
    const { body } = await weir.get('/openapi.json')
    writeFileSync(join(folder, 'openapi.d.ts'), astToString(await openapiTypes(body)))
    writeFileSync(join(folder, 'strange.ts'), STRANGE)
    const lines = files.flatMap(({ path, names }, at) => [
      `import type * as read${at} from '${path}'`,
      ...names.map(
        (name) => `export const at${at}${name} = (it: components['schemas']['${name}']): read${at}.${name} => it`,
      ),
    ])
    writeFileSync(join(folder, 'check.ts'), `import type { components } from './openapi.d.ts'\n${lines.join('\n')}\n`)
    const options = [
      '--ignoreConfig',
      '--strict',
      '--noEmit',
      '--skipLibCheck',
      '--module',
      'preserve',
      '--allowImportingTsExtensions',
      '--target',
      'esnext',
      '--lib',
      'esnext,dom,dom.iterable',
      '--jsx',
      'react-jsx',
      '--jsxImportSource',
      'preact',
    ]
    const compiler = Bun.spawn([...tsc, ...options, '--types', '', join(folder, 'check.ts')], {
      cwd: root,
      stdout: 'pipe',
    })
    return await new Response(compiler.stdout).text()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('the types of the pages match the API document, and a field that it lacks is found', async () => {
  const files = await Promise.all(
    Object.entries(TYPES).map(async ([file, others]) => {
      const path = join(root, APP, file)
      const names = [...(await Bun.file(path).text()).matchAll(/^export interface (\w+)/gm)].map(([, name]) => name!)
      return { path, names: names.filter((name) => !others.includes(name)) }
    }),
  )
  for (const { names } of files) expect(names.length).toBeGreaterThan(0)
  const said = (await complaints([...files, { path: './strange.ts', names: ['Profile'] }])).trim()
  expect(said).toContain("Property 'shoeSize' is missing")
  // Continuation lines are indented.
  expect(said.split('\n').filter((line) => !line.startsWith(' '))).toHaveLength(1)
}, 120_000)
