import { childOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts'

/** The bullet of a paragraph. */
export type Bullet = 'none' | 'bullet' | { start: number }

/** The placeholder that a shape fills, from which it inherits. */
export interface Placeholder {
  /** `body` if the shape does not declare a type. */
  type: string
  index: string | undefined
}

/**
 * The bullet of a level in a placeholder, from the layout and master of the slide; undefined if they define none.
 */
export type Bullets = (placeholder: Placeholder, level: number) => Bullet | undefined

/** For text that inherits nothing. */
export const noBullets: Bullets = () => undefined

/** The bullets that slides inherit from a layout and its master. */
export const bulletsOf = (layout: XmlElement | undefined, master: XmlElement | undefined): Bullets => {
  const inLayout = placeholdersOf(layout)
  const inMaster = placeholdersOf(master)
  const byIndex = firstOf(inLayout, ({ index }) => index)
  const byType = firstOf(inLayout, ({ type }) => type)
  const byMasterType = firstOf(inMaster, ({ type }) => type)
  const styles = master && childOf(master, 'p:txStyles')
  const [ofTitles, ofOthers, ofBodies] = ['p:titleStyle', 'p:otherStyle', 'p:bodyStyle'].map(
    (name) => styles && childOf(styles, name),
  )
  return (placeholder, level) => {
    const own = placeholder.index === undefined ? undefined : byIndex.get(placeholder.index)
    const laid = own ?? byType.get(placeholder.type)
    const type = placeholder.type === 'body' ? (laid?.type ?? 'body') : placeholder.type
    const mastered = byMasterType.get(type)
    const style = type === 'title' || type === 'ctrTitle' ? ofTitles : type === 'other' ? ofOthers : ofBodies
    return levelBullet(laid?.styles, level) ?? levelBullet(mastered?.styles, level) ?? levelBullet(style, level)
  }
}

interface Inherited extends Placeholder {
  styles: XmlElement | undefined
}

/** The first placeholder of each kind. */
const firstOf = (
  placeholders: readonly Inherited[],
  keyOf: (placeholder: Inherited) => string | undefined,
): ReadonlyMap<string | undefined, Inherited> =>
  new Map(placeholders.toReversed().map((placeholder) => [keyOf(placeholder), placeholder]))

const placeholdersOf = (root: XmlElement | undefined): Inherited[] => {
  const found: Inherited[] = []
  const visit = (parent: XmlElement) => {
    for (const child of elementsOf(parent)) {
      const placeholder = child.name === 'p:sp' ? placeholderOf(child) : undefined
      if (placeholder) {
        const body = childOf(child, 'p:txBody')
        found.push({ ...placeholder, styles: body && childOf(body, 'a:lstStyle') })
      } else if (child.name !== 'p:sp') visit(child)
    }
  }
  if (root) visit(root)
  return found
}

/** The placeholder that a shape fills. */
export const placeholderOf = (shape: XmlElement): Placeholder | undefined => {
  const properties = childOf(shape, 'p:nvSpPr', 'p:nvPicPr', 'p:nvGraphicFramePr')
  const own = properties && childOf(properties, 'p:nvPr')
  const placeholder = own && childOf(own, 'p:ph')
  return placeholder && { type: placeholder.attributes.type ?? 'body', index: placeholder.attributes.idx }
}

/** The bullets of the levels of each list style that was asked for, as each paragraph asks again. */
const known = new WeakMap<XmlElement, Map<number, Bullet | undefined>>()

/** The bullet of a level, from 0, in a list style. */
export const levelBullet = (styles: XmlElement | undefined, level: number): Bullet | undefined => {
  if (styles === undefined) return undefined
  const levels = known.get(styles) ?? new Map<number, Bullet | undefined>()
  known.set(styles, levels)
  if (!levels.has(level)) {
    const properties = childOf(styles, `a:lvl${level + 1}pPr`)
    levels.set(level, properties && bulletOf(properties))
  }
  return levels.get(level)
}

/** The bullet in paragraph properties. */
export const bulletOf = (properties: XmlElement): Bullet | undefined => {
  const numbered = childOf(properties, 'a:buAutoNum')
  if (numbered) return { start: Number(numbered.attributes.startAt ?? 1) || 1 }
  if (childOf(properties, 'a:buNone')) return 'none'
  return childOf(properties, 'a:buChar', 'a:buBlip') ? 'bullet' : undefined
}
