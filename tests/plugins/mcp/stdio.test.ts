import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StdioClientTransport as Transport2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientOf1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { runPluginCommand } from '../../plugin-command.ts'
import { weirCommand } from '../../run-weir.ts'
import { asClient, type Generation, newClient, type Opened, openMcp } from './open.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-mcp-'))
let opened: Opened
beforeAll(async () => {
  opened = await openMcp({ WEIR_PLUGINS: 'scrape,map,mcp' })
})
afterAll(async () => {
  await opened.close()
  rmSync(folder, { recursive: true })
})

/** A client of `weir mcp` in a separate process. */
async function start(generation: Generation, args: string[], settings: Record<string, string>) {
  const env = {
    PATH: process.env.PATH ?? '',
    WEIR_PLUGINS: 'scrape,map,crawl,mcp',
    WEIR_ENGINES: 'lightweight',
    ...settings,
  }
  const [command, ...program] = weirCommand
  const options = {
    command,
    args: [...program, 'mcp', ...args],
    cwd: folder,
    env,
    stderr: 'inherit' as const,
  }
  if (generation === '1.32.2') {
    const client = new ClientOf1({ name: 'test', version: '1' })
    await client.connect(new Transport1(options))
    return asClient(client, () => undefined)
  }
  const client = newClient(generation)
  await client.connect(new Transport2(options))
  return asClient(client, () => client.getNegotiatedProtocolVersion())
}

describe('weir mcp', () => {
  test('works without a server, cancels with its client, and leaves nothing behind', async () => {
    const client = await start('1.32.2', [], { WEIR_EGRESS_ALLOW: '127.0.0.0/8' })
    expect((await client.tools()).map(({ name }) => name)).toEqual(['scrape', 'map', 'crawl', 'read'])
    const url = `${opened.site.origin}/kettles/red`
    const { content } = await client.call('scrape', { url })
    expect(content[1]?.text).toBe('# The red kettle\n\nIt boils water, and it is red. See all kettles.')
    const told: number[] = []
    const crawled = await client.call('crawl', { url, limit: 2 }, { onprogress: ({ progress }) => told.push(progress) })
    expect(crawled.structuredContent).toMatchObject({ status: 'completed', completed: 2 })
    // The client delivers progress asynchronously, perhaps after the result.
    let end = performance.now() + 25_000
    while (told.at(-1) !== 2 && performance.now() < end) await Bun.sleep(10)
    expect(told.at(-1)).toBe(2)
    const controller = new AbortController()
    const call = client.call('scrape', { url: `${opened.site.origin}/slow` }, { signal: controller.signal })
    call.catch(() => {})
    end = performance.now() + 25_000
    while (!opened.site.asked.includes('/slow') && performance.now() < end) await Bun.sleep(10)
    controller.abort()
    while (!opened.site.left.includes('/slow') && performance.now() < end) await Bun.sleep(10)
    expect(opened.site.left).toContain('/slow')
    await client.close()
    expect(readdirSync(folder)).toEqual([])
  }, 120_000)

  test('uses the server that runs', async () => {
    const client = await start('2.4.0', ['--tools', 'all'], { WEIR_DATA_DIR: opened.dataDir })
    expect((await client.tools()).map(({ name }) => name)).toEqual(['scrape', 'map', 'read', 'screenshot', 'actions'])
    const { isError } = await client.call('scrape', { url: `${opened.site.origin}/kettles/blue` })
    expect(isError).toBeUndefined()
    expect(opened.site.asked).toContain('/kettles/blue')
    expect(opened.log.some((line) => line.includes('path=/v1/scrape'))).toBe(true)
    await client.close()
  }, 120_000)

  test('finds the server again after a restart', async () => {
    const dataDir = join(folder, 'data')
    const settings = { WEIR_PLUGINS: 'scrape,mcp', WEIR_DATA_DIR: dataDir }
    const first = await openMcp(settings)
    const client = await start('2.4.0', [], { ...settings })
    const scrape = async () => (await client.call('scrape', { url: `${opened.site.origin}/kettles/red` })).isError
    expect(await scrape()).toBeUndefined()
    await first.close()
    // It must not start its own Weir in place of the server, whose store is another.
    expect([await scrape(), await scrape()]).toEqual([true, true])
    const second = await openMcp(settings)
    expect(await scrape()).toBeUndefined()
    expect(second.log.some((line) => line.includes('path=/v1/scrape'))).toBe(true)
    await client.close()
    await second.close()
    rmSync(dataDir, { recursive: true })
  }, 120_000)

  test('uses a remote server, with the permissions of the key', async () => {
    const { session } = await opened.user('pro')
    const made = await opened.post('/v1/auth/api-keys', { permissions: ['scrape'] }, { key: session })
    const client = await start('2.4.0 of 2026', ['--url', opened.origin], { WEIR_MCP_KEY: made.body.data.key })
    expect((await client.tools()).map(({ name }) => name)).toEqual(['scrape', 'read'])
    const { content } = await client.call('scrape', { url: `${opened.site.origin}/longish` })
    const [, next] = /next offset: (\d+)/.exec(content[0]?.text ?? '') ?? []
    const rest = await client.call('scrape', { url: `${opened.site.origin}/longish`, offset: next })
    expect(rest.content[0]?.text).toContain(`Characters ${next} to`)
    await client.close()
  }, 120_000)

  test('reports a wrong command line', async () => {
    const settings = { WEIR_PLUGINS: 'scrape,mcp' }
    const call = async (...args: string[]) => {
      const { code, error, out } = await runPluginCommand(['mcp', ...args], { cwd: folder, settings })
      return [code, out, error.trim()]
    }
    expect(await call('--tools', 'some')).toEqual([2, '', expect.stringContaining('Usage: weir mcp')])
    expect(await call('--url', 'http://127.0.0.1:1')).toEqual([2, '', expect.stringContaining('WEIR_MCP_KEY')])
    expect(await call('--url', 'kettle', '--key', 'x')).toEqual([2, '', expect.stringContaining('--url must be')])
  }, 120_000)

  test('tells the model if the server does not answer', async () => {
    const client = await start('2.4.0', ['--url', 'http://127.0.0.1:9', '--key', 'x'], {})
    expect(await client.tools()).toHaveLength(6)
    const { isError, content } = await client.call('scrape', { url: 'https://example.com/' })
    expect([isError, content[0]?.text]).toEqual([true, expect.stringMatching(/^The Weir server does not answer\./)])
    await client.close()
  }, 120_000)
})
