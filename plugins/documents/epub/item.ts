/** A file of the book. */
export interface BookItem {
  name: string
  type: string
  /** Words such as `nav`. */
  properties: string
}

/** A name in the archive; references have escapes. */
export const fileOf = (reference: string): string => {
  const name = reference.split('#', 1)[0]!
  try {
    return decodeURIComponent(name)
  } catch {
    // A name with a percent sign that is no escape stands for itself.
    return name
  }
}
