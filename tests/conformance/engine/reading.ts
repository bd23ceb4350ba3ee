import { inspect } from 'node:util'
import type { Page } from 'weirjs'

/** A page with its body read completely. */
export interface ReadPage extends Omit<Page, 'body'> {
  bytes: Uint8Array
  text: string
}

export async function read({ body, ...page }: Page): Promise<ReadPage> {
  const bytes = body instanceof Uint8Array ? body : new Uint8Array(await new Response(body).arrayBuffer())
  return { ...page, bytes, text: new TextDecoder().decode(bytes) }
}

/** Waits for a promise to reject, and returns the reason. Throws if it does not reject. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('error' in outcome) return outcome.error
  throw new Error(`it did not fail, but gave ${inspect(outcome.value).slice(0, 200)}`)
}

export class HungError extends Error {
  override readonly name = 'HungError'
}

/** Waits for a promise. Throws HungError if that takes longer than `milliseconds`. */
export async function soon<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HungError(`it did not end within ${milliseconds / 1000} s`)), milliseconds)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
