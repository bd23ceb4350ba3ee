/** What keeps bytes from being stored or read. */
export interface BlobsTrouble {
  reason: string
  /** What the operator does about it. */
  remedy: string
}

/**
 * Bytes by their SHA-256 in hex: on a disk, in a bucket or in the database. What is stored never changes. Methods
 * throw ApiError `service_unavailable` (503) where the place is full or out of reach; a stream fails with its error.
 */
export interface Blobs {
  readonly kind: 'disk' | 'bucket' | 'database'
  /** Stores bytes durably, or counts those that are there as used now. */
  put(hash: string, bytes: Uint8Array): Promise<void>
  /** Gives the bytes as they are read, or undefined. Nothing is open before the first are asked for. */
  open(hash: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined>
  /** Those that have not been put since `before`, in epoch milliseconds. */
  unusedSince(before: number): AsyncIterable<string>
  /** Deletes one, unless it has been put again since `before`. */
  remove(hash: string, before: number): Promise<void>
  /** Whether the place can be used, as far as it is not looked at elsewhere: undefined, or what is wrong with it. */
  check(): Promise<BlobsTrouble | undefined>
}
