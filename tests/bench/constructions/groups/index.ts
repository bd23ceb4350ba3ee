import type { Construction } from '../construction.ts'
import { aboutPages } from './about-pages.ts'
import { callers } from './callers.ts'
import { data } from './data.ts'
import { elements } from './elements.ts'
import { insertionModes } from './insertion-modes.ts'
import { office } from './office.ts'
import { pdfs } from './pdf.ts'
import { pictures } from './pictures.ts'
import { shells } from './shells.ts'
import { sites } from './sites.ts'
import { written } from './written.ts'

/** All constructions, by group. */
export const groups: Readonly<Record<string, readonly Construction[]>> = {
  'insertion modes': insertionModes,
  written,
  'about pages': aboutPages,
  shells,
  data,
  office,
  pdf: pdfs,
  pictures,
  sites,
  callers,
  elements,
}
