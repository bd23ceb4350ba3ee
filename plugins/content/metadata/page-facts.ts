import type { JsonObject } from 'weirjs/toolkit'
import type { Item } from '../structured/item.ts'
import { readJsonLd } from '../structured/json-ld.ts'
import { MicrodataReader } from '../structured/microdata.ts'
import { RdfaReader } from '../structured/rdfa.ts'
import { Things } from '../structured/things.ts'
import { baseOf, resolver, type Tree } from '../tree/index.ts'
import { isForum } from './page-types.ts'
import { Surroundings } from './surroundings.ts'
import { type Survey, survey } from './survey.ts'
import { declaredText } from './text/declared-text.ts'

/** What is known of a page before any field of its metadata is decided. */
export interface PageFacts {
  tree: Tree
  url: URL
  /** What relative addresses are relative to. */
  base: URL
  survey: Survey
  jsonLd: JsonObject[]
  microdata: Item[]
  rdfa: Item[]
  things: Things
  /** Whether it is a thread of a forum, or a question with its answers. */
  forum: boolean
  surroundings: Surroundings
  /** The http or https address that the page means by this one; null where it is none of these, or empty. */
  absolute(address: string | null): string | null
  /** The first value of a `<meta>` as it is read, whichever of the names comes first. */
  meta(...names: readonly string[]): string | null
  /** All values of a `<meta>` as they are read. */
  metas(name: string): readonly string[]
}

/** Reads the facts of a page: one pass over its nodes, and one over the parts that carry structured data. */
export function readPageFacts(tree: Tree, url: URL): PageFacts {
  const base = baseOf(tree, url)
  const resolve = resolver(base)
  const found = survey(tree)
  const jsonLd = readJsonLd(found.jsonLd)
  const microdata = found.scopes.length > 0 ? new MicrodataReader(tree, base).read(found.scopes) : []
  const rdfa = found.typed.length > 0 ? new RdfaReader(tree, base).read(found.typed) : []
  const things = new Things(jsonLd, microdata, rdfa)
  return {
    tree,
    url,
    base,
    survey: found,
    jsonLd,
    microdata,
    rdfa,
    things,
    forum: isForum({ url, things }),
    surroundings: new Surroundings(),
    absolute: (address) => {
      const trimmed = address?.trim()
      return trimmed ? resolve(trimmed) : null
    },
    meta: (...names) => {
      for (const name of names) {
        const value = found.metas.get(name)?.[0]
        if (value !== undefined) return declaredText(value)
      }
      return null
    },
    metas: (name) => found.metas.get(name)?.map(declaredText) ?? [],
  }
}
