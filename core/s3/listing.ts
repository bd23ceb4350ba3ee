import { Parser } from 'htmlparser2'

/** One page of a version 2 listing with URL-encoded keys, and where the next one starts. Throws for anything else. */
export function readListing(xml: string) {
  const entries: { key: string; modifiedAt: number }[] = []
  /** The texts of the elements of an entry or, outside of one, of the list. */
  let texts: Record<string, string> = {}
  let text = ''
  let next: string | undefined
  let isList = false
  const reader = new Parser(
    {
      onopentagname(name) {
        isList ||= name === 'ListBucketResult'
        if (name === 'Contents') texts = {}
        text = ''
      },
      ontext(piece) {
        text += piece
      },
      onclosetag(name) {
        const { Key: key = '', LastModified: modified = '' } = texts
        if (name === 'NextContinuationToken') next = text || undefined
        else if (name !== 'Contents') texts[name] = text
        else entries.push({ key: decodeURIComponent(key.replaceAll('+', ' ')), modifiedAt: Date.parse(modified) })
      },
    },
    { xmlMode: true },
  )
  reader.end(xml)
  if (!isList) throw new Error('The bucket gave no list')
  return { entries, next }
}
