import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail that the server received. */
export interface Taken {
  from: string
  to: string[]
  raw: string
  mail: Email
  /** Whether it came over TLS, and the user who logged in. */
  secure: boolean
  user: string | undefined
}

/** A mail server on loopback, from another project than the client under test. */
export async function startSmtp({
  login,
  ...options
}: SMTPServerOptions & { login?: [user: string, password: string] } = {}) {
  const taken: Taken[] = []
  let refusals = 0
  const server = new SMTPServer({
    authOptional: login === undefined,
    ...(login === undefined && { disabledCommands: ['AUTH', 'STARTTLS'] }),
    onAuth({ username, password }, _, done) {
      const isRight = login !== undefined && username === login[0] && password === login[1]
      done(isRight ? null : new Error('Wrong password'), { user: username })
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      if (refusals > 0) {
        refusals--
        return done(Object.assign(new Error('Try again'), { responseCode: 451 }))
      }
      const raw = Buffer.concat(chunks)
      const { mailFrom, rcptTo } = session.envelope
      taken.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        raw: raw.toString('latin1'),
        mail: await PostalMime.parse(raw),
        secure: session.secure,
        user: session.user as string | undefined,
      })
      done()
    },
    logger: false,
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    taken,
    port,
    url: `smtp://127.0.0.1:${port}`,
    /** Defers the next mails. */
    refuse(times: number) {
      refusals = times
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
