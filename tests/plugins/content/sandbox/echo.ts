/** A reader whose document is what it is given, UTF-8. */
export const read = async (bytes: Uint8Array) => ({ html: new TextDecoder().decode(bytes), title: 'Tĕst\n' })
