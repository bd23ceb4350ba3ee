import { type Coding, chooseCoding, compress, isCompressible } from '../body/content-coding.ts'

/** Answers with content that is the same for everybody, in a coding that the client accepts. */
export type Fixed = (request: Request, headers: Readonly<Record<string, string>>) => Promise<Response>

/**
 * Loads and compresses the content once. Anybody may request it at any rate, and slow readers share its bytes.
 */
export function createFixed(load: () => Promise<string | Uint8Array>): Fixed {
  const kept = new Map<Coding | undefined, Promise<Uint8Array>>()
  const make = async (coding: Coding | undefined): Promise<Uint8Array> => {
    if (coding) return compress(coding, await get(undefined))
    const body = await load()
    return typeof body === 'string' ? new TextEncoder().encode(body) : body
  }
  const get = (coding: Coding | undefined): Promise<Uint8Array> => {
    let bytes = kept.get(coding)
    if (!bytes) {
      bytes = make(coding)
      kept.set(coding, bytes)
      bytes.catch(() => kept.delete(coding))
    }
    return bytes
  }
  return async (request, headers) => {
    const mayCode = isCompressible(headers['content-type'])
    const coding = mayCode ? chooseCoding(request.headers.get('accept-encoding')) : undefined
    const body = await get(coding)
    const coded = coding && { 'content-encoding': coding, vary: 'accept-encoding' }
    return new Response(body as Uint8Array<ArrayBuffer>, {
      headers: { ...headers, ...coded, 'content-length': String(body.byteLength) },
    })
  }
}
