import { childrenOf } from '../xml/xml-tree.ts'
import type { Package } from './open-package.ts'

/** Where a part of an Office Open XML document leads. */
export interface Relation {
  /** The last word of its type: `image`, `hyperlink`, `footnotes`. */
  type: string
  /** A file of the archive, or an address. */
  target: string
  isExternal: boolean
}

/** The relations of a part by their id; none for a part that has none. */
export async function relationsOf(parts: Package, part: string): Promise<Map<string, Relation>> {
  const slash = part.lastIndexOf('/')
  const root = await parts.xml(`${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`)
  const relations = new Map<string, Relation>()
  for (const { attributes } of root ? childrenOf(root, 'Relationship') : []) {
    const { Id = '', Type = '', Target = '', TargetMode } = attributes
    const isExternal = TargetMode === 'External'
    relations.set(Id, {
      type: Type.slice(Type.lastIndexOf('/') + 1),
      target: isExternal ? Target : resolvePart(part, Target),
      isExternal,
    })
  }
  return relations
}

/** The file that a reference in a part means. */
export const resolvePart = (part: string, target: string): string => {
  const url = URL.parse(target, `part:///${part}`)
  return url?.protocol === 'part:' ? url.pathname.slice(1) : target
}

/** The target of the first relation of a type. */
export const targetOf = (relations: ReadonlyMap<string, Relation>, type: string): string | undefined => {
  for (const relation of relations.values()) if (relation.type === type) return relation.target
  return undefined
}
