import { ApiError, parseBody } from 'weirjs'

/** An uploaded file, and the options for it. */
export interface Upload {
  file: File
  options: object
}

/** The most parts of a form, of which two are used: parsing a million of them would take seconds. */
const MAX_PARTS = 100
/** The most characters of the options. */
const MAX_OPTIONS = 1024 * 1024
/** The most characters of the file's name, which the response repeats. */
const MAX_NAME = 1024
/** The boundary between the form's parts, quoted or not. Source: RFC 2046, section 5.1.1. */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([^\s;",]{1,70}))/i

const bad = (message: string, cause?: unknown) => new ApiError('invalid_request', message, {}, { cause })

/** Parses a form with a file and its options. Throws 400. */
export async function readUpload(bytes: Uint8Array<ArrayBuffer>, type: string | null): Promise<Upload> {
  if (!type?.toLowerCase().startsWith('multipart/form-data'))
    throw bad('Send the file as multipart/form-data: `file`, and `options` as JSON text')
  const form = await readForm(bytes, type)
  const file = form.get('file')
  if (!(file instanceof File)) throw bad('The form needs a file, in the field file')
  if (file.size === 0) throw bad('The file is empty')
  // Bun creates no File for an empty name.
  if (!file.name) throw bad('The file needs a name')
  if (file.name.length > MAX_NAME) throw bad(`The name of the file must have at most ${MAX_NAME} characters`)
  const options = String(form.get('options') ?? '{}')
  if (options.length > MAX_OPTIONS) throw bad(`options must have at most ${MAX_OPTIONS} characters`)
  return { file, options: await parseOptions(options) }
}

async function readForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  const [, quoted, plain] = BOUNDARY.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) throw bad('The form cannot be read: its content type names no boundary')
  if (countOf(`--${boundary}`, bytes) > MAX_PARTS) throw bad(`A form may have ${MAX_PARTS} parts: file and options`)
  // The parser must use the same boundary that the parts were counted by.
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  return new Response(bytes, { headers }).formData().catch((cause: unknown) => {
    throw bad('The form cannot be read', cause)
  })
}

/** Counts occurrences of a text in bytes, up to just beyond MAX_PARTS. */
function countOf(text: string, bytes: Uint8Array<ArrayBuffer>): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = buffer.indexOf(text); at >= 0 && count <= MAX_PARTS; at = buffer.indexOf(text, at + text.length))
    count++
  return count
}

async function parseOptions(text: string): Promise<object> {
  const options = await parseBody(text, MAX_OPTIONS).catch((cause: unknown) => {
    throw bad('options must be JSON text, no deeper than 64 levels', cause)
  })
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw bad('options must be a JSON object')
  return options
}
