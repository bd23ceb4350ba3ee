import { WARCParser } from 'warcio'

/** A record as parsed by an independent library. */
export interface ParsedRecord {
  type: string
  url: string
  fields: Map<string, string>
  /** The bytes of the record: HTTP head and body, or other content. */
  block: Buffer
  offset: number
}

/** The records of a WARC file, parsed by the npm package warcio. */
export async function readWarc(file: Uint8Array): Promise<ParsedRecord[]> {
  const source = (async function* () {
    yield file
  })()
  // HTTP is not parsed, so that the block has the bytes of the file.
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
