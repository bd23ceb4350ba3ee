/** The name of the encoding with this label; undefined if it is unknown or must not be decoded. */
export function nameOf(label: string | null | undefined): string | undefined {
  if (!label) return undefined
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

/** The text, if the bytes are valid in this encoding; otherwise undefined. */
export function strictly(body: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(body)
  } catch {
    // The decoder throws if the bytes are not valid.
    return undefined
  }
}
