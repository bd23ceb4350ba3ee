import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync, inflateRawSync, zstdDecompressSync } from 'node:zlib'
import { mutate } from './mutate.ts'
import type { Random } from './random.ts'

/** A page or document to mutate. */
export interface Sample {
  name: string
  type: string
  bytes: Uint8Array
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  pdf: 'application/pdf',
  rtf: 'application/rtf',
  xml: 'application/xml',
  json: 'application/json',
  csv: 'text/csv',
  vtt: 'text/vtt',
}
const plugins = join(import.meta.dir, '../../plugins')
/** Pages and documents of the tests. */
const OWN = ['content/pages', 'documents/office/files', 'documents/pdf/files'].map((folder) => join(plugins, folder))
/** Larger samples take too long for what they find. */
const MAX_BYTES = 500_000
const MAX_PAGES = 2000

/** Samples in the folders of the tests, and in another folder. */
export function samplesOf(folder?: string): Sample[] {
  const files = [...OWN, ...(folder ? [folder] : [])].flatMap((from) =>
    readdirSync(from)
      .filter((name) =>
        /\.(?:html|pdf|rtf|docx|odt|pptx|odp|epub|xlsx|xlsb|xls|ods|xml|json|csv|vtt)(?:\.zst)?$/.test(name),
      )
      .slice(0, MAX_PAGES)
      .map((name) => join(from, name)),
  )
  return files.map(read).filter(({ bytes }) => bytes.byteLength <= MAX_BYTES)
}

function read(path: string): Sample {
  const name = path.replace(/\.zst$/, '')
  const file = readFileSync(path)
  const bytes = new Uint8Array(path === name ? file : zstdDecompressSync(file))
  return { name, bytes, type: types[name.split('.').at(-1)!] ?? 'application/octet-stream' }
}

/** Mutates a sample; an archive mostly within one of its parts, because a broken archive is not read. */
export function changed(sample: Sample, random: Random, other: Sample): Uint8Array {
  const isArchive = sample.bytes[0] === 0x50 && sample.bytes[1] === 0x4b
  const parts = isArchive && random.below(5) > 0 ? partsOf(sample.bytes) : []
  if (parts.length === 0) return mutate(sample.bytes, random, other.bytes)
  const meant = random.below(parts.length)
  return zipOf(parts.map((part, i) => (i === meant ? { ...part, data: mutate(part.data, random, other.bytes) } : part)))
}

interface Part {
  name: Uint8Array
  data: Uint8Array
}

/** The parts of an archive, by the directory at its end; none if it is unreadable. Source: APPNOTE 6.3.10. */
function partsOf(bytes: Uint8Array): Part[] {
  const file = Buffer.from(bytes)
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const parts: Part[] = []
  let at = file.readUInt32LE(end + 16)
  for (let i = file.readUInt16LE(end + 10); i > 0; i--) {
    const [method, packed, nameLength] = [
      file.readUInt16LE(at + 10),
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
    ]
    const local = file.readUInt32LE(at + 42)
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const data = file.subarray(start, start + packed)
    parts.push({ name: file.subarray(at + 46, at + 46 + nameLength), data: method === 8 ? inflateRawSync(data) : data })
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}

function zipOf(parts: readonly Part[]): Uint8Array {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [i, { name, data }] of parts.entries()) {
    // The first part of EPUB and OpenDocument files tells their type, uncompressed.
    const method = i === 0 ? 0 : 8
    const packed = method === 0 ? data : deflateRawSync(data)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    files.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), Buffer.from(packed))
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, place, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...files, list, end]))
}
