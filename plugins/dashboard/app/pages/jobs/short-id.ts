/** The end of an id, which distinguishes it from the next one; its beginning is the time of creation. */
export const shortId = (id: string) => id.slice(-8)
