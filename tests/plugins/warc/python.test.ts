import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { type Running, startWeir } from '../../weir.ts'
import { type ArchiveSite, startArchiveSite } from './archive-site.ts'

let weir: Running
let site: ArchiveSite
beforeAll(async () => {
  site = await startArchiveSite()
  weir = await startWeir({ WEIR_ARCHIVE: 'on', WEIR_ENGINES: 'lightweight' })
})
afterAll(async () => {
  await weir.close()
  site.stop()
})

test.skipIf(!Bun.which('python3'))('Python reads the records, and their digests match', async () => {
  const { key } = await weir.user('pro')
  for (const path of ['/plain', '/again', '/gzip', '/chunked', '/old'])
    expect((await weir.post('/v1/scrape', { url: site.url(path), maxAge: 0 }, { key })).status).toBe(200)
  const headers = { authorization: `Bearer ${key}` }
  const answer = await weir.weir.server.fetch(new Request('http://weir.test/v1/archive/local/warc', { headers }))
  const python = Bun.spawn(['python3', join(import.meta.dir, 'read_warc.py')], {
    stdin: await answer.bytes(),
    stderr: 'pipe',
  })
  const [text, complaint] = await Promise.all([new Response(python.stdout).text(), new Response(python.stderr).text()])
  expect(complaint).toBe('')
  const records: { type: string; url: string; block: string }[] = JSON.parse(text)
  const responses = records.filter(({ type }) => type === 'response')
  expect(responses.map(({ url }) => new URL(url).pathname)).toEqual(['/chunked', '/gzip', '/old', '/plain'])
  for (const { url, block } of responses)
    expect(Buffer.from(block, 'hex')).toEqual(Buffer.from(site.answers.get(new URL(url).pathname)!))
})
