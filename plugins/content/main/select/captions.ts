import type { Element } from '../../tree/index.ts'
import { NOTE, namesOf } from '../containers/names.ts'
import { hashOf } from '../words/hash.ts'

const captions = new Set(['caption', 'captions', 'credit', 'credits'].map(hashOf))

/** Whether an element is the caption of a picture; `kinds` are those of its own names. */
export const isCaption = (element: Element, kinds: number): boolean =>
  element.name === 'figcaption' ||
  ((kinds & NOTE) !== 0 && element.name !== 'caption' && namesOf(element).some((name) => captions.has(name)))
