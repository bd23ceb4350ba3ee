import { loadLibrary } from './protocol/library.ts'
import { createServer, type Session } from './protocol/server.ts'
import { createKeptTexts } from './text/kept-texts.ts'

/** Serves one client on standard input and output, until it disconnects or the process is asked to stop. */
export async function serveConnection(session: Omit<Session, 'kept'>): Promise<void> {
  await loadLibrary()
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
  const left = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) process.stdin.once(event, () => resolve())
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const kept = createKeptTexts().of('')
  const connection = serveStdio(() => createServer({ ...session, kept }))
  await left
  await connection.close()
}
