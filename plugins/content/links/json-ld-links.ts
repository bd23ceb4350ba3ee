/** The maximum depth of nested objects and lists, and the most of them in total. */
const MAX_DEPTH = 20
const MAX_NODES = 20_000

/**
 * The pages that JSON-LD lists: entries of lists and breadcrumbs, and of the site's navigation. Only there a URL is
 * certain to be a page's; elsewhere it may name a thing, a file or a template. As written.
 */
export function jsonLdLinks(value: unknown): string[] {
  const found: string[] = []
  let left = MAX_NODES
  const look = (node: unknown, depth: number) => {
    if (typeof node !== 'object' || node === null || depth > MAX_DEPTH || left-- <= 0) return
    if (!Array.isArray(node)) addListed(node as Node, found)
    for (const inner of Object.values(node)) look(inner, depth + 1)
  }
  look(value, 0)
  return found
}

type Node = Readonly<Record<string, unknown>>

function addListed(node: Node, found: string[]) {
  const types = [node['@type']].flat()
  if (types.includes('SiteNavigationElement')) found.push(...addresses(node.url))
  if (types.includes('ItemList')) found.push(...addresses(node.itemListElement))
  if (!types.includes('ListItem')) return
  const { item } = node
  const named = typeof item === 'object' && item !== null ? (item as Node) : undefined
  found.push(...addresses(node.url), ...addresses(named ? (named.url ?? named['@id']) : item))
}

/** Many pages write a name where a URL belongs. */
const addresses = (value: unknown): string[] =>
  [value].flat().filter((one) => typeof one === 'string' && /^(?:https?:\/)?\//i.test(one)) as string[]
