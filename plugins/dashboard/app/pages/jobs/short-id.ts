/** The end of an id, which tells one from the next; its beginning is the time that it was made at. */
export const shortId = (id: string) => id.slice(-8)
