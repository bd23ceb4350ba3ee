import type { Relation } from '../opc/relationships.ts'
import type { Bullets } from './bullets.ts'

/** What reading the shapes of a slide needs. */
export interface SlideContext {
  relations: ReadonlyMap<string, Relation>
  /** What charts and diagrams say, by their part; one that is shown again says nothing new. */
  figures: Map<string, string>
  bullets: Bullets
  /** Where a click on the shape leads, wherever its text leads nowhere itself. */
  href?: string
}
