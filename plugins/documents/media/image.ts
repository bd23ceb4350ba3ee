import { answer, decode, destination, escapeHtml, type ReadOnThread } from '../../content/toolkit.ts'
import { imageSize } from './image-size.ts'

/** Reads an image: its type, and its size from the header. */
export const read: ReadOnThread = async (source, options) => {
  const { url, mime, body } = source
  const isSvg = mime === 'image/svg+xml'
  const size = imageSize(mime, body)
  const { width = null, height = null } = size ?? {}
  const sizeAttributes = size ? ` width="${size.width}" height="${size.height}"` : ''
  return answer(source, options, {
    title: nameOf(url),
    markdown: () => `![](${destination(url.href)})\n`,
    html: () => `<img src="${escapeHtml(url.href)}" alt=""${sizeAttributes}>`,
    text: () => '',
    rawHtml: () => (isSvg ? decode(body, source.headers.get('content-type')).text : ''),
    json: () => ({ type: mime, url: url.href, width, height, bytes: body.byteLength }),
    links: () => [],
    images: () => [{ url: url.href, alt: null }],
    contentSource: 'document',
    quality: { contentType: 'media', imageCount: 1 },
  })
}

/** The file name of an address. */
const nameOf = ({ pathname }: URL): string | null => {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(name) || null
  } catch {
    // Percent signs that encode nothing: the name is left as written.
    return name
  }
}
