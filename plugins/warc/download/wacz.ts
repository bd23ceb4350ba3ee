import { createHash } from 'node:crypto'
import { type Kit, version, writeZip, type ZipEntry } from 'weirjs'
import { digestOf, warcDate } from '../record/warc-record.ts'
import type { CaptureFilter, CaptureStore } from '../store/capture-store.ts'
import { cdxjLine, IndexWriter } from './index-writer.ts'
import { fileInfo, readRecords } from './records.ts'
import { createSpools } from './spool.ts'

/** A file of the package, as its manifest lists it. */
interface Resource {
  name: string
  path: string
  hash: string
  bytes: number
}
type Pieces = AsyncIterable<Uint8Array>

async function* pieces(...all: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* all
}

const WARC_NAME = 'data.warc.gz'
const INDEX_NAME = 'index.cdx.gz'

/**
 * Captures as a WACZ file, without further compression, so that parts of it can be read: one WARC file, its index,
 * the list of pages, and the manifest. Source: WACZ 1.1.1.
 */
export function waczOf(
  parts: { captures: CaptureStore; files: Kit['files']; clock: Kit['clock'] },
  filter: CaptureFilter,
): AsyncGenerator<Uint8Array> {
  const now = parts.clock.now()
  const resources: Resource[] = []

  /** Passes the chunks of a file on, and adds the file to the manifest at their end. */
  async function* listed(path: string, pieces: Pieces): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256')
    let bytes = 0
    for await (const piece of pieces) {
      hash.update(piece)
      bytes += piece.byteLength
      yield piece
    }
    resources.push({ name: path.slice(path.indexOf('/') + 1), path, hash: `sha256:${hash.digest('hex')}`, bytes })
  }

  async function* entries(): AsyncGenerator<ZipEntry> {
    await using spools = createSpools()
    const blocks = await spools.open('blocks')
    const pages = await spools.open('pages')
    const index = new IndexWriter(INDEX_NAME, blocks.write)
    await pages.write(`${JSON.stringify({ format: 'json-pages-1.0', id: 'pages', title: 'All pages' })}\n`)

    async function* warc(): AsyncGenerator<Uint8Array> {
      const info = await fileInfo(now)
      yield info
      let offset = info.byteLength
      for await (const records of readRecords(parts, filter)) {
        await index.add(cdxjLine(records, offset, WARC_NAME))
        const { id, url, capturedAt, title, isPage } = records.capture
        if (isPage) await pages.write(`${JSON.stringify({ id, url, ts: warcDate(capturedAt), title })}\n`)
        offset += records.size
        yield* records.pieces
      }
    }
    const file = (name: string, pieces: Pieces) => ({ name, compress: false, body: listed(name, pieces) })
    yield file(`archive/${WARC_NAME}`, warc())
    const blockIndex = await index.end()
    yield file(`indexes/${INDEX_NAME}`, blocks.read())
    yield file('indexes/index.idx', pieces(Buffer.from(blockIndex)))
    yield file('pages/pages.jsonl', pages.read())

    const about = {
      profile: 'data-package',
      wacz_version: '1.1.1',
      title: 'Web archive',
      created: warcDate(now),
      software: `Weir/${version}`,
      resources,
    }
    const list = Buffer.from(JSON.stringify(about, undefined, 2))
    yield { name: 'datapackage.json', compress: false, body: pieces(list) }
    const digest = { path: 'datapackage.json', hash: await digestOf(list) }
    const listDigest = Buffer.from(JSON.stringify(digest, undefined, 2))
    yield { name: 'datapackage-digest.json', compress: false, body: pieces(listDigest) }
  }
  return writeZip(entries(), new Date(now))
}
