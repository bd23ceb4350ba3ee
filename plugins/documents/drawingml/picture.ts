import { linkOf, startTag } from '../html-writer/markup.ts'

/**
 * A picture as an image with its description as text. Nothing if it has none, since the file itself is not on the
 * web. `part`: its file in the document, or its address.
 */
export const pictureOf = (description: string | undefined, part: string | undefined): string => {
  const alt = description?.replace(/\s+/g, ' ').trim() ?? ''
  const address = part === undefined ? undefined : linkOf(part)
  if (alt === '' && address === undefined) return ''
  return startTag('img', { src: address ?? `#${part === undefined || part.length > MAX_PART ? 'picture' : part}`, alt })
}

/** Maximum length of the name of a file, as any number of pictures may show the same one. */
const MAX_PART = 1_000
