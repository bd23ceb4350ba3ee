import type { Relation } from '../opc/relationships.ts'
import type { Bullets } from './bullets.ts'

/** The state needed to read the shapes of a slide. */
export interface SlideContext {
  relations: ReadonlyMap<string, Relation>
  /** The content of charts and diagrams by part name. One that is shown again is left out. */
  figures: Map<string, string>
  bullets: Bullets
  /** The link of the shape, for text without a link of its own. */
  href?: string
}
