import type { Source } from '../converted.ts'

/** The name under which a server wants a file to be saved. Source: RFC 6266. */
export function fileNameOf(headers: Headers): string | undefined {
  const disposition = headers.get('content-disposition') ?? ''
  const extended = /filename\*\s*=\s*utf-8'[a-z\d-]*'([^;\s]+)/i.exec(disposition)?.[1]
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition)
  return (extended && decoded(extended)) || plain?.[1] || plain?.[2]
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not encoded as it declares, so the plain name is used.
    return undefined
  }
}

/**
 * The extension of a file in lower case, without its dot: that of its name, otherwise that of its URL. A download
 * often has a URL that tells nothing, such as `/export?id=7`.
 */
export function extensionOf({ url, headers }: Pick<Source, 'url' | 'headers'>): string | undefined {
  const ofName = (name: string | undefined) => /\.([a-z\d]+)$/i.exec(name ?? '')?.[1]?.toLowerCase()
  return ofName(fileNameOf(headers)?.trim()) ?? ofName(url.pathname)
}
