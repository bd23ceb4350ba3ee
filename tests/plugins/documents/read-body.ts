import { ApiError } from 'weirjs'
import type { ContentFormat } from 'weirjs/schemas'
import type { Converted } from '../../../plugins/content/converted.ts'
import { convert } from '../content/convert.ts'
import { contentOptions } from '../content/options.ts'

export const all: ContentFormat[] = ['markdown', 'html', 'rawHtml', 'text', 'json', 'structured', 'links']

/** Reads a body like the response of a server. */
export const read = (body: string | Uint8Array, type: string, formats = all, path = '/file'): Promise<Converted> => {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const url = new URL(path, 'https://site.example')
  return convert({ url, headers: new Headers({ 'content-type': type }), body: bytes }, contentOptions({}, ...formats))
}
export const refusal = async (body: string | Uint8Array, type: string): Promise<unknown> => {
  try {
    await read(body, type)
  } catch (error) {
    if (error instanceof ApiError) return [error.status, error.code, error.details.reason]
    throw error
  }
  return 'read'
}
export const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
