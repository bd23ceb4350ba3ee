/** Why bytes cannot be stored or read. */
export interface BlobsTrouble {
  reason: string
  /** What the operator can do about it. */
  remedy: string
}

/**
 * Bytes by their SHA-256 in hex: on a disk, in a bucket or in the database. Stored bytes never change. Methods throw
 * ApiError `service_unavailable` (503) if the storage is full or unreachable; a stream fails with that error.
 */
export interface Blobs {
  readonly kind: 'disk' | 'bucket' | 'database'
  /** Stores bytes durably, or marks existing ones as used now. */
  put(hash: string, bytes: Uint8Array): Promise<void>
  /** Returns the bytes as a stream, or undefined. Nothing is opened before the first read. */
  open(hash: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined>
  /** The blobs that have not been put since `before`, in epoch milliseconds. */
  unusedSince(before: number): AsyncIterable<string>
  /** Deletes a blob, unless it has been put since `before`. */
  remove(hash: string, before: number): Promise<void>
  /** Whether the storage can be used, as far as nothing else checks that: undefined, or what is wrong with it. */
  check(): Promise<BlobsTrouble | undefined>
}
