import type { Files, StoredFile } from './files.ts'

type Links = Pick<Files, 'link'>

/** Files with links to them. */
export const linkFiles = (files: readonly StoredFile[], { link }: Links) =>
  files.map(({ id, type, mediaType, size }) => ({ id, type, mediaType, size, url: link(id) }))

/**
 * The part of a result that describes its files: links to all of them, and separately to the first screenshot and
 * PDF. Undefined if there are none.
 */
export function fileFields(made: readonly StoredFile[], links: Links) {
  if (made.length === 0) return undefined
  const files = linkFiles(made, links)
  const urlOf = (type: string) => files.find((file) => file.type === type)?.url
  return { screenshot: urlOf('screenshot'), pdf: urlOf('pdf'), files }
}
