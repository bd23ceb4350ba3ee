import { CopyFailure } from '../failure.ts'

/** The location of a backup: a folder, or a part of a bucket. Names are paths separated by `/`. */
export interface Place {
  /** The name in messages. */
  readonly name: string
  /** Whether the place is empty or does not exist. */
  isEmpty(): Promise<boolean>
  /** Writes a new entry. Afterwards it is either complete or absent. */
  write(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** Removes an entry. */
  remove(name: string): Promise<void>
  /** Streams the bytes of an entry. Throws MissingError if it is absent. */
  read(name: string): AsyncIterable<Uint8Array>
}

/** An entry that the backup should have is absent. */
export class MissingError extends CopyFailure {
  override readonly name = 'MissingError'
}
