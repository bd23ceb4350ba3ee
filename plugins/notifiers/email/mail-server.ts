import type { Transporter } from 'nodemailer'
import { endOnAbort } from 'weirjs'

/** Milliseconds to wait for the mail server's next reply. */
const REPLY_TIMEOUT = 15_000

/**
 * Exactly one address, as a JSON Schema pattern: separators, groups or comments could make the server send the mail
 * to others.
 */
export const ONE_ADDRESS = '^[^\\s@,;:<>()\\[\\]"\'\\\\]{1,64}@[^\\s@,;:<>()\\[\\]"\'\\\\]{1,253}$'
const oneAddress = new RegExp(ONE_ADDRESS)

/** A complete mail. */
export interface Mail {
  from: string
  to: string
  messageId: string
  subject: string
  text: string
  html: string
}

export interface MailServer {
  /** Sends one mail. Throws if the mail server does not accept it. */
  send(mail: Mail, signal: AbortSignal): Promise<void>
  /** Connects, authenticates and disconnects. Throws if the mail server refuses. */
  greet(signal: AbortSignal): Promise<void>
}

/**
 * Opens the mail server of a setting. A password is sent only over TLS, unless the server is on this machine. Throws
 * an Error that names the setting.
 */
export function openMailServer(address: string): MailServer {
  const url = URL.parse(address)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname)
    throw new Error('WEIR_SMTP_URL must be a URL such as smtp://user:password@mail.example.com:587, or smtps://…')
  const secure = url.protocol === 'smtps:'
  const user = decoded(url.username)
  const options = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: user !== '' && !secure && !isLocal(url.hostname),
    ...(user !== '' && { auth: { user, pass: decoded(url.password) } }),
    ...(url.searchParams.get('tls.rejectUnauthorized') === 'false' && { tls: { rejectUnauthorized: false } }),
    connectionTimeout: REPLY_TIMEOUT,
    greetingTimeout: REPLY_TIMEOUT,
    socketTimeout: REPLY_TIMEOUT,
    // The content of a mail must never be read from a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  const connect = async <T>(work: (transport: Transporter) => Promise<T>, signal: AbortSignal) => {
    // Loaded with the first mail, as the library is large and rarely needed.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(options)
    try {
      await endOnAbort(work(transport), signal)
    } finally {
      transport.close()
    }
  }
  return {
    async send({ from, to, ...mail }, signal) {
      if (!oneAddress.test(to)) throw new Error('A mail is sent to only one address')
      const addresses = { from: { name: 'Weir', address: from }, to: { name: '', address: to } }
      const headers = { 'Auto-Submitted': 'auto-generated' }
      const whole = { ...addresses, ...mail, headers, envelope: { from, to: [to] } }
      await connect((transport) => transport.sendMail(whole), signal)
    },
    greet: (signal) => connect((transport) => transport.verify(), signal),
  }
}

/** A part of the setting's URL. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch (cause) {
    throw new Error('WEIR_SMTP_URL: write each % of the user or the password as %25', { cause })
  }
}

const isLocal = (hostname: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** The default sender: the user of the mail server, if that is an address. */
export function senderOf(address: string, origin: string): string {
  const user = decoded(URL.parse(address)?.username ?? '')
  if (/^[^\s@<>"]+@[^\s@<>"]+$/.test(user)) return user
  const host = URL.parse(origin)?.hostname ?? ''
  // The host must be neither an IP address nor empty.
  return `weir@${/^[\d.]*$|:/.test(host) ? 'localhost' : host}`
}
