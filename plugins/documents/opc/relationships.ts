import { childrenOf } from '../xml/xml-tree.ts'
import type { Package } from './open-package.ts'

/** A relationship of a part to another part or an external resource. */
export interface Relation {
  /** The last segment of its type, such as `image`, `hyperlink` or `footnotes`. */
  type: string
  /** A file of the archive or an address. */
  target: string
  isExternal: boolean
}

/** Reads the relationships of a part, by id. */
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

/** The file to which a reference in a part points. */
export const resolvePart = (part: string, target: string): string => {
  const url = URL.parse(target, `part:///${part}`)
  return url?.protocol === 'part:' ? url.pathname.slice(1) : target
}

/** The target of the first relationship of a type. */
export const targetOf = (relations: ReadonlyMap<string, Relation>, type: string): string | undefined => {
  for (const relation of relations.values()) if (relation.type === type) return relation.target
  return undefined
}
