import type { Kit, StoredFile } from 'weirjs'

/** What a result of a job says of its files: links to them, and the first screenshot and PDF by themselves. */
export function fileFields(made: readonly StoredFile[], { link }: Pick<Kit['files'], 'link'>) {
  if (made.length === 0) return undefined
  const files = made.map(({ id, type, mediaType, size }) => ({ id, type, mediaType, size, url: link(id) }))
  const urlOf = (type: string) => files.find((file) => file.type === type)?.url
  return { screenshot: urlOf('screenshot'), pdf: urlOf('pdf'), files }
}
