import type { ParserName } from 'weirjs/schemas'

/** The kind of a body: the name of its parser, and its type. */
export interface Kind {
  parserName: ParserName
  mime: string
}

/** Creates a kind. */
export const kind = (parserName: ParserName, mime: string): Kind => ({ parserName, mime })

/** The kinds of office files, by their extensions. */
export const xlsx = kind('spreadsheet', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
export const docx = kind('document', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document')
export const pptx = kind('slides', 'application/vnd.openxmlformats-officedocument.presentationml.presentation')
export const ods = kind('spreadsheet', 'application/vnd.oasis.opendocument.spreadsheet')
export const odt = kind('document', 'application/vnd.oasis.opendocument.text')
export const odp = kind('slides', 'application/vnd.oasis.opendocument.presentation')
export const epub = kind('document', 'application/epub+zip')
export const xls = kind('spreadsheet', 'application/vnd.ms-excel')
export const doc = kind('document', 'application/msword')
export const ppt = kind('slides', 'application/vnd.ms-powerpoint')
/** Office Open XML with a password; its type is unknown without the password. */
const encrypted = kind('document', 'application/vnd.ms-office.encrypted')

type Names = readonly (readonly [string, Kind])[]

/** The types that OpenDocument and EPUB declare at the beginning of their archive; templates append a word. */
const declared: Names = [ods, odt, odp, epub].map((each) => [each.mime, each])

/** File names that identify the kind of a ZIP. */
const inZip: Names = [
  ['word/document', docx],
  ['xl/workbook.', xlsx],
  ['ppt/presentation.', pptx],
  ['META-INF/container.xml', epub],
  ...declared,
]

const utf16 = (text: string) => Array.from(text, (character) => `${character}\0`).join('')

/** The names of streams in older Office files. */
const inOle: Names = [
  [utf16('EncryptedPackage'), encrypted],
  [utf16('WordDocument'), doc],
  [utf16('PowerPoint Document'), ppt],
  [utf16('Workbook'), xls],
  [utf16('Book'), xls],
]

/**
 * The program of an older Office file, by the class id of its root. Source: [MS-CFB] section 2.6.1; the class ids of
 * the programs.
 */
const classes: Names = [
  ['\x06\x09\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46', doc],
  ['\x20\x08\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46', xls],
  ['\x10\x08\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46', xls],
  ['\x10\x8d\x81\x64\x9b\x4f\xcf\x11\x86\xea\0\xaa\0\xb9\x29\xe8', ppt],
]

/** The bytes of a file of a ZIP that are searched for a declared type. */
const HEAD_BYTES = 200
/** The bytes that are searched if the directory of a file is not found. */
const TAIL_BYTES = 65_536
/** The bytes of a directory that are searched. */
const DIRECTORY_BYTES = 2 ** 20

const binary = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

const kindByName = (text: string, names: Names) => names.find(([name]) => text.includes(name))?.[1]

/** The kind of a ZIP: by the type that it declares at its beginning, otherwise by the files in its directory. */
export const kindOfZip = (body: Uint8Array): Kind | undefined => {
  const head = binary(body.subarray(0, HEAD_BYTES))
  const said = head.includes('mimetype') ? kindByName(head, declared) : undefined
  if (said) return said
  const tail = binary(body.subarray(-TAIL_BYTES))
  const end = tail.lastIndexOf('PK\x05\x06')
  // A truncated archive: only the visible names can be used.
  if (end < 0 || end + 22 > tail.length) return kindByName(tail, inZip)
  const view = new DataView(body.buffer, body.byteOffset + Math.max(0, body.length - TAIL_BYTES) + end)
  const start = view.getUint32(16, true)
  const files = filesIn(body.subarray(start, start + Math.min(view.getUint32(12, true), DIRECTORY_BYTES)))
  // Programs that know nothing of OpenDocument do not put the declaration first.
  const place = files.find(({ name }) => name === 'mimetype')?.place
  const later = place === undefined ? undefined : kindByName(binary(body.subarray(place, place + HEAD_BYTES)), declared)
  return later ?? inZip.find(([name]) => files.some((each) => each.name.startsWith(name)))?.[1]
}

/** A file of a ZIP and where it begins. */
interface ZipFile {
  name: string
  place: number
}

/** The files of a ZIP, without those of nested archives. Source: APPNOTE.TXT, section 4.3.12. */
const filesIn = (directory: Uint8Array): ZipFile[] => {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength)
  const files: ZipFile[] = []
  let at = 0
  while (at + 46 <= directory.length && view.getUint32(at) === 0x504b0102) {
    const length = view.getUint16(at + 28, true)
    files.push({ name: binary(directory.subarray(at + 46, at + 46 + length)), place: view.getUint32(at + 42, true) })
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return files
}

/** The kind of a compound file: by the class id of its root, otherwise by the names of its streams. */
export const kindOfOle = (body: Uint8Array): Kind | undefined => {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  if (body.length >= 512) {
    const sector = 2 ** Math.min(view.getUint16(30, true), 12)
    const directory = (view.getUint32(48, true) + 1) * sector
    const entries = binary(body.subarray(directory, directory + sector))
    const found = kindByName(entries, inOle.slice(0, 1)) ?? classes.find(([id]) => entries.startsWith(id, 80))?.[1]
    if (found) return found
  }
  // A directory of several sectors may be anywhere, most often near either end.
  return kindByName(binary(body.subarray(0, DIRECTORY_BYTES)) + binary(body.subarray(-DIRECTORY_BYTES)), inOle)
}
