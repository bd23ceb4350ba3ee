import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../../core/cli/connect.ts'
import { ServerAway } from '../../../core/cli/context.ts'
import { type Config, loadConfig } from '../../../core/config.ts'
import { type HeldLock, lockDataDir } from '../../../core/store/lock.ts'

const folders: string[] = []
const running: { stop(now: boolean): unknown }[] = []
afterEach(() => {
  for (const one of running.splice(0)) one.stop(true)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A server that has the data directory, and the requests to it. */
async function open(answer: (request: Request) => Response | Promise<Response>) {
  const folder = mkdtempSync(join(tmpdir(), 'weir-connect-'))
  folders.push(folder)
  const lock = (await lockDataDir(folder)) as HeldLock
  const asked: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      asked.push(`${request.method} ${new URL(request.url).pathname} ${request.headers.get('authorization')}`)
      return answer(request)
    },
  })
  running.push(server)
  const address = server.url.origin
  lock.publish(address, 'token')
  const config = { settings: { WEIR_DATA_DIR: folder } } as Config
  return { lock, asked, address, connection: connect(config, { note: () => {}, works: false }) }
}
const success = (data: unknown) => Response.json({ success: true, data })

test('a command calls the running server, with its token and JSON', async () => {
  const bodies: string[] = []
  const { asked, connection } = await open(async (request) => {
    bodies.push(`${request.headers.get('content-type')} ${await request.text()}`)
    return success({ id: 1 })
  })
  expect(await connection.request('POST', '/v1/jobs', { a: 1 })).toEqual({ success: true, data: { id: 1 } })
  await connection.request('GET', '/v1/jobs')
  expect(await connection.runsJobs()).toBe(true)
  expect(asked).toEqual(['POST /v1/jobs Bearer token', 'GET /v1/jobs Bearer token'])
  expect(bodies).toEqual(['application/json {"a":1}', 'application/json '])
  await connection.close()
})

test('a refusal is reported by its message or, without one, by its status', async () => {
  const answers = [
    Response.json({ success: false, error: { message: 'No browser', details: { remedy: 'Install one' } } }),
    Response.json({ success: false }, { status: 418 }),
  ]
  const { connection } = await open(() => answers.shift()!)
  await expect(connection.request('GET', '/')).rejects.toThrow('No browser. Install one')
  await expect(connection.request('GET', '/')).rejects.toThrow('The server answered 418')
})

test.each([
  { error: 'No archive answers', details: { code: 'archive_unavailable' } },
  { error: 'ENRICHMENT_ERROR', message: 'No archive answers', data: {} },
])('a refusal in the error format of another family is reported with its message too: %o', async (refusal) => {
  const { connection } = await open(() => Response.json({ success: false, ...refusal }, { status: 502 }))
  await expect(connection.request('POST', '/')).rejects.toMatchObject({ message: 'No archive answers', code: 1 })
})

test('an invalid value is wrong usage, any other refusal a failure', async () => {
  const refuse = (status: number, details: object) =>
    Response.json({ success: false, error: { message: 'No', details } }, { status })
  const answers = [
    refuse(400, { parameter: 'limit' }),
    refuse(400, { reason: 'dns' }),
    refuse(404, { parameter: 'id' }),
  ]
  const { connection } = await open(() => answers.shift()!)
  for (const code of [2, 1, 1]) await expect(connection.request('GET', '/')).rejects.toMatchObject({ code })
})

test('a response is streamed, unless it is a refusal', async () => {
  const answers = [
    new Response('bytes'),
    Response.json({ success: false, error: { message: 'Gone' } }, { status: 404 }),
  ]
  const { connection } = await open(() => answers.shift()!)
  const read = async () => {
    let text = ''
    for await (const chunk of connection.read('/v1/x')) text += Buffer.from(chunk).toString()
    return text
  }
  expect(await read()).toBe('bytes')
  await expect(read()).rejects.toThrow('Gone')
})

test('a restarted server is called with its new token', async () => {
  const { lock, address, asked, connection } = await open(({ headers }) =>
    headers.get('authorization') === 'Bearer fresh' ? success(1) : new Response('{"success":false}', { status: 401 }),
  )
  await expect(connection.request('GET', '/')).rejects.toThrow('The server answered 401')
  lock.publish(address, 'fresh')
  expect(await connection.request('GET', '/')).toEqual({ success: true, data: 1 })
  expect(asked).toEqual(['GET / Bearer token', 'GET / Bearer fresh'])
})

test("a server that has ended is not replaced by one in the command's process", async () => {
  const { lock, address, connection } = await open(() => success(1))
  await connection.request('GET', '/')
  for (const one of running.splice(0)) one.stop(true)
  lock.release()
  const away = (message: string) => expect.objectContaining({ constructor: ServerAway, message })
  const call = () => connection.request('GET', '/').catch((error: Error) => error)
  expect(await call()).toEqual(away(`The server at ${address} ended before it answered`))
  expect(await call()).toEqual(away('The server that was called before no longer runs; start it again'))
})

test('a process that is just starting is not called yet', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-connect-'))
  folders.push(folder)
  const lock = (await lockDataDir(folder)) as HeldLock
  const config = { settings: { WEIR_DATA_DIR: folder } } as Config
  const { request, close } = connect(config, { note: () => {}, works: false })
  await expect(request('GET', '/')).rejects.toThrow('is just starting or ending; try again')
  await close()
  lock.release()
})

test('a command that opens the store itself runs no jobs, unless other machines may', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-connect-'))
  folders.push(folder)
  const settings = { WEIR_DATA_DIR: folder, WEIR_PLUGINS: 'jobs', WEIR_ENGINES: 'lightweight' }
  const config = await loadConfig(settings, folder)
  const { request, runsJobs, close } = connect(config, { note: () => {}, works: false })
  await request('GET', '/v1/jobs')
  expect(await runsJobs()).toBe(false)
  await close()
  const shared = { ...config, settings: { ...config.settings, WEIR_DATABASE_URL: 'postgres://127.0.0.1' } }
  expect(await connect(shared, { note: () => {}, works: false }).runsJobs()).toBe(true)
})
