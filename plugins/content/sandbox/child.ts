import process from 'node:process'
import { type Hints, type ReadDocument, type ReadModel, Unreadable } from '../document-model.ts'
import { writeAnswer } from './answer.ts'
import { MAX_ANSWER_BYTES } from './limits.ts'

/**
 * The program that reads one document and exits. Its argument is the URL of the reader's module. Standard input is a
 * line of JSON with the hints, followed by the document; standard output is the answer.
 */
async function main(): Promise<void> {
  // Libraries that print warnings must not write into the answer.
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) console[name] = () => {}
  const module: Promise<{ read: ReadDocument }> = import(process.argv[2]!)
  // A failed import is handled below.
  module.catch(() => {})
  const input = await readAll()
  const end = input.indexOf(10)
  const hints: Hints = JSON.parse(input.toString('utf8', 0, end))
  const answer = await answerOf(async () => (await module).read(input.subarray(end + 1), hints))
  process.stdout.write(answer, () => process.exit(0))
}

async function readAll(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function answerOf(read: () => Promise<ReadModel>): Promise<Uint8Array> {
  try {
    const { html, ...document } = await read()
    const written = writeAnswer({ document }, html)
    if (written.length <= MAX_ANSWER_BYTES) return written
    throw new Unreadable('too_large', 'The document holds more text than can be converted at once')
  } catch (error) {
    if (error instanceof Unreadable) {
      const { reason, message, cause } = error
      return writeAnswer({ refused: { reason, message, ...(cause !== undefined && { cause: String(cause) }) } })
    }
    const message = 'The document is damaged, or not of the type that it seems to be'
    return writeAnswer({ refused: { reason: 'damaged', message, cause: String(error).slice(0, 1000) } })
  }
}

await main()
