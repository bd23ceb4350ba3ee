const TEXT = /^text\/|\b(?:json|xml|javascript|ecmascript)$/

/** Whether a content type means text, without looking at the bytes. */
export function isTextType(contentType: string): boolean {
  const end = contentType.indexOf(';')
  return TEXT.test((end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase())
}
