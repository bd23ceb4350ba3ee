// Imported as a whole: Node before 22.15 has no zstd, and would fail to load a module that imports it by name.
import * as zlib from 'node:zlib'

const options = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } }

/** For runtimes without their own zstd. */
export const zstd = (bytes: Uint8Array): Uint8Array => zlib.zstdCompressSync(bytes, options)
