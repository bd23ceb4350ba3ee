import type { Construction } from '../construction.ts'
import { aboutPages } from './about-pages.ts'
import { elements } from './elements.ts'
import { insertionModes } from './insertion-modes.ts'
import { shells } from './shells.ts'
import { written } from './written.ts'

/** All constructions, by what they are about. */
export const groups: Readonly<Record<string, readonly Construction[]>> = {
  elements,
  'insertion modes': insertionModes,
  written,
  'about pages': aboutPages,
  shells,
}
