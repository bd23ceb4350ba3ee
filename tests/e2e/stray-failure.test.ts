import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { serveChild } from './serve-child.ts'

test('an unhandled failure of a plugin does not end the service', async () => {
  await using server = await serveChild({ WEIR_PLUGINS: `account,jobs,${join(import.meta.dir, 'fixtures/stray.ts')}` })
  for (let i = 0; i < 3; i++) expect((await server.call('POST', '/v1/stray', {})).status).toBe(200)
  await Bun.sleep(50)
  expect((await fetch(`${server.origin}/health`)).status).toBe(200)
  expect(server.errors()).toContain('nobody waits for this')
})
