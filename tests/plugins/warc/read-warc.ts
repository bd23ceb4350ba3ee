import { WARCParser } from 'warcio'

/** A record as an independent reader gives it. */
export interface ParsedRecord {
  type: string
  url: string
  fields: Map<string, string>
  /** HTTP head and body, or what else the record holds, as its bytes are. */
  block: Buffer
  offset: number
}

/** The records of a WARC file, by npm's warcio. */
export async function readWarc(file: Uint8Array): Promise<ParsedRecord[]> {
  const source = (async function* () {
    yield file
  })()
  // HTTP is not parsed, so that the block is what the file has.
  const parser = new WARCParser(source, { parseHttp: false, keepHeadersCase: true })
  const records: ParsedRecord[] = []
  for await (const record of parser) {
    const block = Buffer.from(await record.readFully(false))
    records.push({
      type: record.warcType ?? '',
      url: record.warcTargetURI ?? '',
      fields: new Map(record.warcHeaders.headers as Iterable<[string, string]>),
      block,
      offset: parser.offset,
    })
  }
  return records
}
