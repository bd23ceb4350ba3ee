import { decodedName } from '../opc/open-package.ts'

/** A file of the book. */
export interface BookItem {
  name: string
  /** Whether it is a page of text. */
  isText: boolean
  /** Whether it is the table of contents. */
  isContents: boolean
}

/** The name in the archive of the file to which a reference points. */
export const fileOf = (reference: string): string => decodedName(reference.split('#', 1)[0]!)
