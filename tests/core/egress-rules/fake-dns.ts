import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

export type RecordType = 'A' | 'AAAA'
/** The addresses of a name; none if the name does not exist, `'silence'` for no answer. Asked once per query. */
export type Zone = (name: string, type: RecordType, times: number) => readonly string[] | 'silence'

/** A name server on loopback, with a log of its queries. Its records have a TTL of 0, so nobody caches them. */
export async function startFakeDns(zone: Zone) {
  const socket = createSocket('udp4')
  const queries: string[] = []
  socket.on('message', (query, from) => {
    const { name, code, end } = question(query)
    const type = code === 1 ? 'A' : 'AAAA'
    const entry = `${name} ${type}`
    const addresses = zone(name, type, queries.filter((asked) => asked === entry).length)
    queries.push(entry)
    if (addresses !== 'silence') socket.send(answer(query, end, code, addresses), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    server: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    queries,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  }
}

/** Source: RFC 1035, section 4.1.2. */
function question(query: Buffer): { name: string; code: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let size = query[at]!; size > 0; size = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += 1 + size
  }
  return { name: labels.join('.').toLowerCase(), code: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Source: RFC 1035, section 4.1.1 and 4.1.3. */
function answer(query: Buffer, end: number, code: number, addresses: readonly string[]): Buffer {
  const header = Buffer.from(query.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (addresses.length > 0 ? 0 : 3), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  header.writeUInt32BE(0, 8)
  const records = addresses.map((address) => {
    const data = bytesOf(address)
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(code, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt16BE(data.length, 10)
    return Buffer.concat([record, data])
  })
  return Buffer.concat([header, query.subarray(12, end), ...records])
}

function bytesOf(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number))
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return Buffer.from(groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff]))
}
