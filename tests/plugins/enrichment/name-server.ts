import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/** The records of a name. Without any the name does not exist. */
export interface Records {
  /** Preference and host. An empty host means a null MX. */
  mx?: readonly (readonly [number, string])[]
  a?: readonly string[]
  /** Whether it does not respond, or responds with a failure. */
  fails?: 'silence' | 'SERVFAIL'
}

const MX = 15
const A = 1

/** A name server on loopback that knows these names. */
export async function startNameServer(names: Readonly<Record<string, Records>>) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query)
    asked.push(`${name} ${type}`)
    const records = names[name]
    if (records?.fails === 'silence') return
    const data =
      type === MX
        ? (records?.mx ?? []).map(mxData)
        : type === A
          ? (records?.a ?? []).map((ip) => Buffer.from(ip.split('.').map(Number)))
          : []
    const code = records === undefined ? 3 : records.fails === 'SERVFAIL' ? 2 : 0
    socket.send(answer(query, end, { code, type, data }), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    asked,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

/** Source: RFC 1035 section 4.1.2. */
function questionOf(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let size = query[at]!; size > 0; size = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += 1 + size
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

const wireName = (name: string) =>
  Buffer.concat([
    ...name
      .split('.')
      .filter(Boolean)
      .map((label) => Buffer.from(String.fromCharCode(label.length) + label, 'latin1')),
    Buffer.from([0]),
  ])

/** Source: RFC 1035 section 3.3.9. */
function mxData([preference, host]: readonly [number, string]): Buffer {
  const number = Buffer.alloc(2)
  number.writeUInt16BE(preference)
  return Buffer.concat([number, wireName(host)])
}

/** Source: RFC 1035 sections 4.1.1 and 4.1.3. */
function answer(query: Buffer, end: number, { code, type, data }: { code: number; type: number; data: Buffer[] }) {
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(data.length, 6)
  header.writeUInt32BE(0, 8)
  const records = data.map((bytes) => {
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt16BE(bytes.length, 10)
    return Buffer.concat([record, bytes])
  })
  return Buffer.concat([header, query.subarray(12, end), ...records])
}
