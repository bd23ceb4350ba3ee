import { decodedName } from '../opc/open-package.ts'

/** A file of the book. */
export interface BookItem {
  name: string
  type: string
  /** Words such as `nav`. */
  properties: string
}

/** The name in the archive of the file that a reference leads to. */
export const fileOf = (reference: string): string => decodedName(reference.split('#', 1)[0]!)
