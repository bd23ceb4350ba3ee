import type { ChildProcess } from 'node:child_process'
import type { Hints } from '../document-model.ts'
import { unreadable } from '../unreadable.ts'
import { damaged } from './parse-answer.ts'
import { watchMemory } from './watch-memory.ts'

/** What a child may use; it is killed if it exceeds a limit. */
export interface Limits {
  /** Resident memory. */
  memoryBytes: number
  /** Milliseconds from its first byte to the end of its answer. */
  time: number
  answerBytes: number
}

const tooLarge = () => unreadable('too_large', 'Reading the document takes more memory than a document may use')
const tooComplex = (time: number) =>
  unreadable('too_complex', `Reading the document takes more than ${Math.round(time / 1000)} seconds`)
/** The child was not killed here: the kernel does it when memory has run out, or at the end of its processor time. */
const killedByKernel = () =>
  unreadable('too_complex', 'Reading the document takes more memory or processor time than is available')

/**
 * Sends a document to a child and returns what it writes. The child has ended when this function returns or throws.
 * Throws ApiError `scraping_failed` if it had to be killed or gave no answer, and the signal's reason if that is
 * aborted.
 */
export function askChild(
  child: ChildProcess,
  document: { bytes: Uint8Array; hints: Hints },
  limits: Limits,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let failure: unknown
    const kill = (reason: unknown) => {
      failure ??= reason
      child.kill('SIGKILL')
    }
    const abort = () => kill(signal?.reason)
    const timer = setTimeout(() => kill(tooComplex(limits.time)), limits.time)
    const unwatch = watchMemory(child.pid ?? 0, limits.memoryBytes, () => kill(tooLarge()))
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
        else if (code === 0) resolve(joined(chunks, size))
        else if (killedBy === 'SIGKILL') reject(killedByKernel())
        else reject(damaged(`its process ended with ${killedBy ?? code}`))
      }),
    )
    child.stdout!.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limits.answerBytes) kill(tooLarge())
      else chunks.push(chunk)
    })
    // A child that ends before it has read everything closes the pipe; its exit status tells why.
    child.stdin!.on('error', () => {})
    child.stdin!.write(`${JSON.stringify(document.hints)}\n`)
    child.stdin!.end(document.bytes)
  })
}

/** In a buffer of its own, which can be transferred to a thread. */
function joined(chunks: readonly Buffer[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
