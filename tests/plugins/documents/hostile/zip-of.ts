import { deflateRawSync } from 'node:zlib'

/** A file of an archive, with what the archive falsely declares about it. */
export interface Entry {
  name: string
  data: string | Uint8Array
  /** The declared unpacked size, in bytes. */
  size?: number
  /** The compression method, if the file is stored or has an unknown one. */
  method?: number
  flags?: number
}

/** A ZIP of these files, built by hand, so that it may lie. Source: APPNOTE 6.3.10. */
export function zipOf(entries: readonly Entry[], { count = entries.length } = {}): Uint8Array {
  const parts: Uint8Array[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, size, method = 8, flags = 0 } of entries) {
    const plain = typeof data === 'string' ? Buffer.from(data) : data
    const packed = method === 8 ? deflateRawSync(plain, { level: 9 }) : plain
    const title = Buffer.from(name)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(method, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(size ?? plain.length, 22)
    head.writeUInt16LE(title.length, 26)
    const listed = Buffer.alloc(46)
    listed.writeUInt32LE(0x02014b50, 0)
    listed.writeUInt16LE(20, 4)
    listed.writeUInt16LE(20, 6)
    listed.writeUInt16LE(flags, 8)
    listed.writeUInt16LE(method, 10)
    listed.writeUInt32LE(packed.length, 20)
    listed.writeUInt32LE(size ?? plain.length, 24)
    listed.writeUInt16LE(title.length, 28)
    listed.writeUInt32LE(offset, 42)
    directory.push(listed, title)
    parts.push(head, title, packed)
    offset += head.length + title.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, 65_535), 8)
  end.writeUInt16LE(Math.min(count, 65_535), 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...parts, list, end]))
}
