import type { ChildProcess } from 'node:child_process'
import { unreadable } from '../answer.ts'
import type { Answer, Extracted, Hints } from './extracted.ts'
import type { ExtractorName } from './extractors.ts'
import { MOST_ANSWER_BYTES, MOST_CHILDREN, MOST_MEMORY_BYTES, MOST_TIME } from './limits.ts'
import { Places } from './places.ts'
import { startChild } from './start-child.ts'
import { watchMemory } from './watch-memory.ts'

const places = new Places(MOST_CHILDREN)

/**
 * Reads a document in a process of its own, which may use 400 MB and 20 s and is killed beyond; the server's memory holds no
 * more than the document and its HTML. Throws ApiError `scraping_failed` with a reason, and the signal's reason when it is
 * aborted.
 */
export async function readUntrusted(
  name: ExtractorName,
  bytes: Uint8Array,
  hints: Hints,
  signal?: AbortSignal,
): Promise<Extracted> {
  const leave = await places.take(URL.parse(hints.url)?.host ?? '', signal)
  try {
    return await extractedOf(await ask(await startChild(name), bytes, hints, signal))
  } finally {
    leave()
  }
}

const tooLarge = () => unreadable('too_large', 'Reading the document takes more memory than a document may use')
const tooComplex = () => unreadable('too_complex', `Reading the document takes more than ${MOST_TIME / 1000} seconds`)
const damaged = (cause?: string) =>
  unreadable('damaged', 'The document is damaged, or not of the type that it seems to be', cause)

/** What the child writes; it is gone when this ends, in whatever way. */
function ask(child: ChildProcess, bytes: Uint8Array, hints: Hints, signal?: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let failure: unknown
    const kill = (reason: unknown) => {
      failure ??= reason
      child.kill('SIGKILL')
    }
    const abort = () => kill(signal?.reason)
    const timer = setTimeout(() => kill(tooComplex()), MOST_TIME)
    const unwatch = watchMemory(child.pid ?? 0, MOST_MEMORY_BYTES, () => kill(tooLarge()))
    const end = (give: () => void) => {
      clearTimeout(timer)
      unwatch()
      signal?.removeEventListener('abort', abort)
      give()
    }
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
    child.on('error', (error) => end(() => reject(error)))
    child.on('close', (code, killedBy) =>
      end(() => {
        if (failure !== undefined) reject(failure)
        else if (code === 0) resolve(Buffer.concat(chunks).toString())
        else reject(damaged(`its process ended with ${killedBy ?? code}`))
      }),
    )
    child.stdout!.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MOST_ANSWER_BYTES) kill(tooLarge())
      else chunks.push(chunk)
    })
    // A child that ends before it has read all closes the pipe; how it ended tells why.
    child.stdin!.on('error', () => {})
    child.stdin!.write(`${JSON.stringify(hints)}\n`)
    child.stdin!.end(bytes)
  })
}

function extractedOf(text: string): Extracted {
  let answer: Answer
  try {
    answer = JSON.parse(text)
  } catch {
    throw damaged('its process wrote no answer')
  }
  if ('refused' in answer) throw unreadable(answer.refused.reason, answer.refused.message, answer.refused.cause)
  return answer.extracted
}
