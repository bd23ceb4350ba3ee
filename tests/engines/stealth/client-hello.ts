import { createHash } from 'node:crypto'
import { type AddressInfo, createServer } from 'node:net'

/** What a client shows of itself in the first message of TLS. */
export interface ClientHello {
  /** The fingerprint by JA4. Source: github.com/FoxIO-LLC/ja4, the technical details of JA4. */
  ja4: string
  /** Whether it has values of GREASE, as Chrome sends (RFC 8701). */
  grease: boolean
  /** The groups for the key exchange, without those of GREASE. */
  groups: number[]
}

const isGrease = (value: number) => (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff)
const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
const hex = (value: number) => value.toString(16).padStart(4, '0')
const count = (list: unknown[]) => String(Math.min(99, list.length)).padStart(2, '0')

/** Parses a whole TLS record that holds a ClientHello. Source: RFC 8446, section 4.1.2. */
export function readClientHello(record: Uint8Array): ClientHello {
  const view = Buffer.from(record)
  let at = 5 + 4 + 2 + 32
  at += 1 + view.readUInt8(at)
  const numbers = (from: number, bytes: number) =>
    Array.from({ length: bytes / 2 }, (_, i) => view.readUInt16BE(from + 2 * i))
  const ciphers = numbers(at + 2, view.readUInt16BE(at))
  at += 2 + view.readUInt16BE(at)
  at += 1 + view.readUInt8(at)
  const end = at + 2 + view.readUInt16BE(at)
  at += 2
  const extensions = new Map<number, number>()
  while (at < end) {
    extensions.set(view.readUInt16BE(at), at + 4)
    at += 4 + view.readUInt16BE(at + 2)
  }
  const listOf = (type: number, skip = 0) => {
    const from = extensions.get(type)
    return from === undefined
      ? []
      : numbers(from + skip + 2, view.readUInt16BE(from + skip)).filter((one) => !isGrease(one))
  }
  const versionsAt = extensions.get(43)
  const versions = versionsAt === undefined ? [] : numbers(versionsAt + 1, view.readUInt8(versionsAt))
  const version = Math.max(...versions.filter((one) => !isGrease(one)), 0x0303) === 0x0304 ? '13' : '12'
  const alpnAt = extensions.get(16)
  const alpn = alpnAt === undefined ? '' : view.toString('latin1', alpnAt + 3, alpnAt + 3 + view.readUInt8(alpnAt + 2))
  const own = ciphers.filter((one) => !isGrease(one))
  const ownExtensions = [...extensions.keys()].filter((one) => !isGrease(one))
  const named = ownExtensions.filter((one) => one !== 0 && one !== 16).map(hex)
  const first = `t${version}${extensions.has(0) ? 'd' : 'i'}${count(own)}${count(ownExtensions)}${alpn ? alpn[0]! + alpn.at(-1) : '00'}`
  return {
    ja4: `${first}_${hash(own.map(hex).sort().join())}_${hash(`${named.sort().join()}_${listOf(13).map(hex).join()}`)}`,
    grease: ciphers.some(isGrease),
    groups: listOf(10),
  }
}

/** A port that reads the first message of a client, and sends nothing itself. */
export async function startListener() {
  const heard: ClientHello[] = []
  const server = createServer((socket) => {
    let record: Buffer = Buffer.alloc(0)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      record = Buffer.concat([record, chunk as Buffer])
      if (record.length < 5 || record.length < 5 + record.readUInt16BE(3)) return
      heard.push(readClientHello(record))
      socket.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, heard, stop: () => server.close() }
}
