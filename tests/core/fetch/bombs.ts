import { constants, createBrotliCompress, gzipSync, zstdCompressSync } from 'node:zlib'

const zeros = new Uint8Array(16 * 1024 * 1024)

/** 128 MiB of zeros in a few hundred bytes: more would take longer to compress than all that is done with it. */
async function brotli(): Promise<Buffer> {
  const packer = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  const packed = packer.toArray()
  for (let i = 0; i < 8; i++) if (!packer.write(zeros)) await new Promise((resolve) => packer.once('drain', resolve))
  packer.end()
  return Buffer.concat(await packed)
}

/** Small bodies that decompress to far more than the limit, with their codings. */
export async function bombs(): Promise<Readonly<Record<string, [encoding: string, body: Uint8Array]>>> {
  /** A member of zeros, repeated: 4 GiB. */
  const repeated = (member: Uint8Array) => Buffer.concat(Array.from({ length: 256 }, () => member))
  const gzipped = repeated(gzipSync(zeros, { level: 9 }))
  const zstandard = repeated(zstdCompressSync(zeros))
  const packed = await brotli()
  return {
    gzip: ['gzip', gzipped],
    zstd: ['zstd', zstandard],
    br: ['br', packed],
    'gzip in gzip': ['gzip, gzip', gzipSync(gzipped)],
    'br in gzip': ['br, gzip', gzipSync(packed)],
    'zstd in gzip': ['zstd, gzip', gzipSync(zstandard)],
  }
}

/** Watches this process; the returned function gives the peak growth of its memory in bytes. */
export function watchMemory(): () => number {
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 2)
  return () => {
    clearInterval(watch)
    return peak - before
  }
}
