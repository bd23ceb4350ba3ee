import type { Package } from '../opc/open-package.ts'
import type { Relation } from '../opc/relationships.ts'
import { chartHtml } from './chart.ts'
import { diagramHtml } from './diagram.ts'

/** Maximum of charts and diagrams that are read. */
const MAX_FIGURES = 200

/** The content of the charts and diagrams of a part as HTML, by part name. */
export async function readFigures(
  parts: Package,
  relations: ReadonlyMap<string, Relation>,
): Promise<Map<string, string>> {
  const figures = new Map<string, string>()
  for (const { type, target } of relations.values()) {
    const write = type === 'chart' ? chartHtml : type === 'diagramData' ? diagramHtml : undefined
    if (!write || figures.has(target) || figures.size >= MAX_FIGURES) continue
    const root = await parts.xml(target)
    if (root) figures.set(target, write(root))
  }
  return figures
}
