export interface StoredFile {
  id: string
  type: string
  mediaType: string
  size?: number
}

const isStoredFile = (value: unknown): value is StoredFile => {
  const { id, type, mediaType } = (value ?? {}) as Record<string, unknown>
  return [id, type, mediaType].every((field) => typeof field === 'string')
}

/**
 * The files of a result: that of a job lists them; a direct response has their links. The rows of an enrichment have
 * fields that users name, and they may give those the same names.
 */
export function filesOf({ files, screenshot, pdf }: Record<string, unknown>): StoredFile[] {
  if (Array.isArray(files)) return files.filter(isStoredFile)
  return [
    { type: 'screenshot', mediaType: 'image/png', url: screenshot },
    { type: 'pdf', mediaType: 'application/pdf', url: pdf },
  ].flatMap(({ url, ...file }) => {
    const [, id] = (typeof url === 'string' && /\/v1\/files\/([\w-]+)(?:\?|$)/.exec(url)) || []
    return id === undefined ? [] : [{ ...file, id }]
  })
}
