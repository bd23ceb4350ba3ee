import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Unreadable } from '../../content/sandbox-toolkit.ts'
import type { XmlElement } from '../xml/xml-tree.ts'
import { encrypted } from './encrypted.ts'
import { parsePart } from './parse-part.ts'

/** Files in one archive. Source: threats T26. */
const MAX_ENTRIES = 2_000
/** Unpacked bytes of an archive, and those that are read of it: a file that is asked for again counts again. */
const MAX_BYTES = 256 * 2 ** 20
/** Unpacked bytes of one file. */
const MAX_PART_BYTES = 96 * 2 ** 20
/** Unpacked by packed bytes. Source: threats T26. */
const MAX_RATIO = 200
/** Below this a file harms nobody, however well it is packed. */
const SMALL_BYTES = 2 ** 20

/** The ZIP that an office document is. Its files are named by their path, without a slash before it. */
export interface Package {
  names: readonly string[]
  has: (name: string) => boolean
  /** Unpacked; undefined where there is no such file. */
  bytes: (name: string) => Promise<Uint8Array | undefined>
  text: (name: string) => Promise<string | undefined>
  /** The root of an XML file, its names by the usual prefixes. */
  xml: (name: string) => Promise<XmlElement | undefined>
}

/**
 * Opens a ZIP. Nothing is written to disk; a file whose size is not the one that is declared, and a name that leads
 * out of the archive, are refused. Throws Unreadable: `damaged`, `too_large`, `encrypted`.
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
 * Unpacks all of an archive and keeps nothing: what a library reads next is as large as it says. `look` is shown the
 * pieces of each part, and undefined at its end.
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

/** What an archive ends in: its signature, its length, and where it says how long a comment follows. */
const END = Buffer.from('PK\x05\x06', 'latin1')
const END_BYTES = 22
const COMMENT_AT = 20
/** A comment is no longer than this, and neither is what servers add to a file. */
const MAX_COMMENT = 0xffff

/**
 * An archive whose comment is as long as it says: some programs write one of a byte that is not there, and some
 * servers write something behind a file. Where that is so, it is left out.
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

/** The bytes of a file; what goes wrong with them is damage. */
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

const tooPacked = () =>
  new Unreadable(
    'too_large',
    `A part of the document is packed ${MAX_RATIO} times smaller than it is, which is as bombs are`,
  )

const damaged = (cause: unknown) =>
  new Unreadable('damaged', 'The document is damaged: its archive cannot be unpacked', { cause })

/** A file's name in the archive by a reference to it, which has escapes. */
export const decodedName = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    // A name with a percent sign that is not an escape is taken as it is.
    return name
  }
}

/** XML is UTF-8 unless it has a mark, or says otherwise in its declaration. */
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
    // Of an encoding that nobody knows, the ASCII part is right as UTF-8.
    return new TextDecoder()
  }
}
