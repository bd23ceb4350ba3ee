import { decodeXML } from 'entities'

interface Listing {
  ListBucketResult?: {
    NextContinuationToken?: string
    Contents?: { Key: string; LastModified: string }[]
  }
}

/** One page of a version 2 listing with URL-encoded keys, and where the next one starts. */
export async function readListing(text: string) {
  const { XMLParser } = await import('fast-xml-parser')
  const parser = new XMLParser({ parseTagValue: false, processEntities: false, isArray: (name) => name === 'Contents' })
  const { ListBucketResult: result } = parser.parse(text) as Listing
  if (!result) throw new Error('The bucket gave no list')
  const entries = (result.Contents ?? []).map(({ Key, LastModified }) => ({
    key: decodeURIComponent(Key.replaceAll('+', ' ')),
    modifiedAt: Date.parse(LastModified),
  }))
  // The token is the only text that is not URL-encoded.
  return { entries, next: decodeXML(result.NextContinuationToken ?? '') || undefined }
}
