const TEXT = /^text\/|\b(?:json|xml|javascript|ecmascript)$/

/** Whether a content type is certainly one of text. */
export function isTextType(contentType: string): boolean {
  const end = contentType.indexOf(';')
  return TEXT.test((end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase())
}
