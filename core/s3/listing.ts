interface Listing {
  ListBucketResult?: {
    NextContinuationToken?: string
    Contents?: { Key: string; LastModified: string }[]
  }
}

/** Parses one page of a list (version 2, with URL-encoded keys), and the start of the next page. */
export async function readListing(text: string) {
  const { XMLParser } = await import('fast-xml-parser')
  const parser = new XMLParser({ parseTagValue: false, processEntities: false, isArray: (name) => name === 'Contents' })
  const { ListBucketResult: result } = parser.parse(text) as Listing
  if (!result) throw new Error('The bucket gave no list')
  const entries = (result.Contents ?? []).map(({ Key, LastModified }) => ({
    key: decodeURIComponent(Key.replaceAll('+', ' ')),
    modifiedAt: Date.parse(LastModified),
  }))
  return { entries, next: result.NextContinuationToken || undefined }
}
