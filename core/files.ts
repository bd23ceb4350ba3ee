/** A file to keep, made by a scrape or a run. */
export interface NewFile {
  /** What it is: `screenshot`, `pdf`, `snapshot`. */
  type: string
  mediaType: string
  bytes: Uint8Array
}
export interface StoredFile {
  /** `file_…` */
  id: string
  type: string
  mediaType: string
  /** Bytes. */
  size: number
}
export type Files = object
