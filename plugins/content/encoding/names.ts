/** The name of the encoding with this label; undefined for one that is unknown or is not to be decoded. */
export function nameOf(label: string | null | undefined): string | undefined {
  if (!label) return undefined
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

/** The text if the bytes are valid in this encoding. */
export function strictly(body: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(body)
  } catch {
    // This is how the decoder says that the bytes are something else.
    return undefined
  }
}
