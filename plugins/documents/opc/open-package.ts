import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Unreadable } from '../../content/sandbox-toolkit.ts'
import type { XmlElement } from '../xml/xml-tree.ts'
import { encrypted } from './encrypted.ts'
import { parsePart } from './parse-part.ts'

/** Maximum of files in an archive. Source: threats T26. */
const MAX_ENTRIES = 2_000
/** Maximum length of a file's name, as each reference in the file is resolved against it. */
const MAX_NAME = 1_000
/** Maximum of unpacked bytes of an archive, and of those that are read: a file that is read twice counts twice. */
const MAX_BYTES = 256 * 2 ** 20
/** Maximum of unpacked bytes of one file. */
const MAX_PART_BYTES = 96 * 2 ** 20
/** Maximum of unpacked bytes per packed byte. Source: threats T26. */
const MAX_RATIO = 200
/** A smaller file is harmless, whatever its ratio. */
const SMALL_BYTES = 2 ** 20

/** The ZIP archive of an office document. Files are named by their path, without a leading slash. */
export interface Package {
  names: readonly string[]
  has: (name: string) => boolean
  /** The unpacked content of a file; undefined if there is none of that name. */
  bytes: (name: string) => Promise<Uint8Array | undefined>
  text: (name: string) => Promise<string | undefined>
  /** The root of an XML file, with the usual prefixes in its names. */
  xml: (name: string) => Promise<XmlElement | undefined>
}

/**
 * Opens a ZIP without writing to disk. Refuses files whose size is not the declared one, and names that lead out of
 * the archive. Throws Unreadable: `damaged`, `too_large`, `encrypted`.
 */
export async function openPackage(bytes: Uint8Array): Promise<Package> {
  const zip = await opened(bytes)
  const entries = await entriesOf(zip)
  let left = MAX_BYTES
  const read = async (name: string): Promise<Uint8Array | undefined> => {
    const entry = entries.get(name) ?? entries.get(decodedName(name))
    if (entry === undefined) return undefined
    left -= entry.uncompressedSize
    if (left < 0) throw tooLarge()
    return unpack(zip, entry)
  }
  const text = async (name: string) => {
    const found = await read(name)
    return found && decodeXml(found)
  }
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    bytes: read,
    text,
    xml: async (name) => {
      const found = await text(name)
      return found === undefined ? undefined : parsePart(found)
    },
  }
}

/**
 * Unpacks a whole archive without keeping anything, to check the declared sizes before a library reads it. `look`
 * receives the pieces of each part, and undefined at the end of the part.
 */
export async function checkPackage(bytes: Uint8Array, look: (piece: Uint8Array | undefined) => void): Promise<Package> {
  const zip = await opened(bytes)
  const entries = await entriesOf(zip)
  for (const entry of entries.values()) {
    for await (const piece of await streamOf(zip, entry)) look(piece)
    look(undefined)
  }
  return openPackage(bytes)
}

const opened = async (bytes: Uint8Array): Promise<ZipFile> => {
  const buffer = withoutComment(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, autoClose: false }).catch((cause: unknown) => {
    throw damaged(cause)
  })
  if (zip.entryCount <= MAX_ENTRIES) return zip
  throw new Unreadable('too_large', `The document is an archive of more than ${MAX_ENTRIES} files`)
}

/** The end record of an archive: its signature, its length, and the offset of the length of the comment after it. */
const END = Buffer.from('PK\x05\x06', 'latin1')
const END_BYTES = 22
const COMMENT_AT = 20
/** Maximum of bytes after the end record: of a comment, or of what a server appended to the file. */
const MAX_COMMENT = 0xffff

/**
 * Removes the comment if its length is wrong, as yauzl refuses such archives. Some programs declare a comment of one
 * byte without writing it, and some servers append bytes to a file.
 */
const withoutComment = (zip: Buffer): Buffer => {
  const from = Math.max(0, zip.length - END_BYTES - MAX_COMMENT)
  const end = zip.subarray(from).lastIndexOf(END)
  const comment = from + end + END_BYTES
  if (end < 0 || comment > zip.length || zip.readUInt16LE(from + end + COMMENT_AT) === zip.length - comment) return zip
  const whole = Buffer.from(zip.subarray(0, comment))
  whole.writeUInt16LE(0, from + end + COMMENT_AT)
  return whole
}

const entriesOf = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>()
  let total = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      if (entry.fileName.length > MAX_NAME) throw longName()
      total += entry.uncompressedSize
      const isBomb =
        entry.uncompressedSize > SMALL_BYTES && entry.uncompressedSize > MAX_RATIO * Math.max(entry.compressedSize, 1)
      if (isBomb) throw tooPacked()
      if (total > MAX_BYTES) throw tooLarge()
      entries.set(entry.fileName, entry)
    }
  } catch (cause) {
    throw cause instanceof Unreadable ? cause : damaged(cause)
  }
  return entries
}

const unpack = async (zip: ZipFile, entry: Entry): Promise<Uint8Array> => {
  if (entry.uncompressedSize > MAX_PART_BYTES) {
    throw new Unreadable('too_large', `A part of the document has more than ${MAX_PART_BYTES / 2 ** 20} MiB`)
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of await streamOf(zip, entry)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The bytes of a file. An error while unpacking means that the file is damaged. */
async function* streamed(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (cause) {
    throw damaged(cause)
  }
}

const streamOf = async (zip: ZipFile, entry: Entry): Promise<AsyncIterable<Uint8Array>> => {
  if (entry.isEncrypted()) {
    throw encrypted()
  }
  const stream = await zip.openReadStreamPromise(entry).catch((cause: unknown) => {
    throw damaged(cause)
  })
  return streamed(stream)
}

const tooLarge = () =>
  new Unreadable('too_large', `The document holds more than ${MAX_BYTES / 2 ** 20} MiB when it is unpacked`)

const longName = () =>
  new Unreadable('damaged', `The document is an archive with a file name of more than ${MAX_NAME} characters`)

const tooPacked = () =>
  new Unreadable(
    'too_large',
    `A part of the document is compressed more than ${MAX_RATIO} times, as in a decompression bomb`,
  )

const damaged = (cause: unknown) =>
  new Unreadable('damaged', 'The document is damaged: its archive cannot be unpacked', { cause })

/** The name of a file in the archive from a percent-encoded reference. */
export const decodedName = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    // A name with a percent sign that is no escape is used as it is.
    return name
  }
}

/** Decodes XML: UTF-8 unless a byte order mark or the declaration says otherwise. */
export const decodeXml = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) {
    return new TextDecoder('utf-16le').decode(bytes)
  }
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) {
    return new TextDecoder('utf-16be').decode(bytes)
  }
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const label = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  return decoderOf(label).decode(bytes)
}

const decoderOf = (label: string): TextDecoder => {
  try {
    return new TextDecoder(label)
  } catch {
    // For unknown encodings, at least ASCII is decoded correctly as UTF-8.
    return new TextDecoder()
  }
}
