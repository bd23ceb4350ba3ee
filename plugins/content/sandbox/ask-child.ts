import type { ChildProcess } from 'node:child_process'
import type { Hints } from '../document-model.ts'
import { unreadable } from '../unreadable.ts'
import { damaged } from './parse-answer.ts'
import { watchMemory } from './watch-memory.ts'

/** What a child may use; beyond, it is killed. */
export interface Limits {
  /** Resident. */
  memoryBytes: number
  /** From its first byte to the end of its answer, ms. */
  time: number
  answerBytes: number
}

const tooLarge = () => unreadable('too_large', 'Reading the document takes more memory than a document may use')
const tooComplex = (time: number) =>
  unreadable('too_complex', `Reading the document takes more than ${Math.round(time / 1000)} seconds`)
/** Nobody here has killed it: the kernel does where memory has run out, and at the end of the processor's time. */
const tooMuch = () =>
  unreadable('too_complex', 'Reading the document takes more memory or processor time than there is')

/**
 * What a child writes of a document. It has ended when this does, in whatever way: with ApiError `scraping_failed`
 * where it had to be killed or gave no answer, and with the signal's reason where that is aborted.
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
        else if (killedBy === 'SIGKILL') reject(tooMuch())
        else reject(damaged(`its process ended with ${killedBy ?? code}`))
      }),
    )
    child.stdout!.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limits.answerBytes) kill(tooLarge())
      else chunks.push(chunk)
    })
    // A child that ends before it has read all closes the pipe; how it ended tells why.
    child.stdin!.on('error', () => {})
    child.stdin!.write(`${JSON.stringify(document.hints)}\n`)
    child.stdin!.end(document.bytes)
  })
}

/** In a buffer of their own, as a thread can be given. */
function joined(chunks: readonly Buffer[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
