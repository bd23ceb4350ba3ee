/** A reader that returns its input as UTF-8. */
export const read = async (bytes: Uint8Array) => ({ html: new TextDecoder().decode(bytes), title: 'Tĕst\n' })
