import { CopyFailure } from '../failure.ts'

/** Where a backup lies: a folder, or a part of a bucket. Names are paths with `/` between their parts. */
export interface Place {
  /** How it is called in messages. */
  readonly name: string
  /** Whether nothing is there, or the place itself is not. */
  isEmpty(): Promise<boolean>
  /** Writes a thing that is not there yet. It is whole or not there. */
  write(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes of a thing as they are read. Throws MissingError where it is not there. */
  read(name: string): AsyncIterable<Uint8Array>
}

/** A thing that a backup says it has is not there. */
export class MissingError extends CopyFailure {
  override readonly name = 'MissingError'
}
