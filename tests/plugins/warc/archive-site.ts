import { brotliCompressSync, gzipSync } from 'node:zlib'
import { pathOf, type RawServer, response, startRawServer } from '../../core/fetch/servers.ts'

/** A site whose answers are known to the byte. */
export interface ArchiveSite extends RawServer {
  url(path: string): string
  /** Its answers, with head and body as they are sent. */
  answers: Map<string, Buffer>
}

const html = (title: string, text: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`

const chunked = (body: Uint8Array, size: number): Buffer => {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < body.byteLength; at += size) {
    const piece = body.subarray(at, at + size)
    pieces.push(Buffer.from(`${piece.byteLength.toString(16)};n=1\r\n`), piece, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from('0\r\nX-Trailer: yes\r\n\r\n')])
}

const type = { 'Content-Type': 'text/html; charset=utf-8' }

export async function startArchiveSite(): Promise<ArchiveSite> {
  const plain = html('Plain', 'A page that is sent as it is, in a sentence of its own.')
  const answers = new Map<string, Buffer>([
    ['/plain', response(200, { ...type, 'X-ODD': ' kept  as sent ' }, plain)],
    ['/again', response(200, { ...type, 'X-Other': 'head' }, plain)],
    ['/gzip', response(200, { ...type, 'Content-Encoding': 'gzip' }, gzipSync(html('Packed', 'Packed by gzip.')))],
    [
      '/chunked',
      response(
        200,
        { ...type, 'Content-Encoding': 'br', 'transfer-encoding': 'chunked' },
        chunked(brotliCompressSync(html('Chunked', 'Packed by Brotli, and sent in pieces.')), 20),
      ),
    ],
    ['/old', response(301, { location: '/plain', 'Set-Cookie': 'a=1' }, 'moved')],
    ['/missing', response(404, type, html('Missing', 'There is no such page.'))],
    ['/data', response(200, { 'Content-Type': 'application/json' }, '{"kept":true}')],
  ])
  const nothing = response(404, {}, '')
  const server = await startRawServer((socket, request) => socket.write(answers.get(pathOf(request)) ?? nothing))
  return { ...server, answers, url: (path) => `http://127.0.0.1:${server.port}${path}` }
}
