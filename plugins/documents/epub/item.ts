import { decodedName } from '../opc/open-package.ts'

/** A file of the book. */
export interface BookItem {
  name: string
  type: string
  /** Space-separated words such as `nav`. */
  properties: string
}

/** The name in the archive of the file to which a reference points. */
export const fileOf = (reference: string): string => decodedName(reference.split('#', 1)[0]!)
