/**
 * Characters that the search for the ends of all tags may read, for each character of a feed. In most feeds it reads
 * each one once; a `<` that is text makes it read on to the end of a later tag.
 */
const MAX_READS = 32
/** The same for a feed of any size. */
const MIN_READS = 2 ** 20

/**
 * Whether feedsmith would take very long: within a text it looks for the end of whatever a `<` seems to begin, and
 * where there is none, or only in quotes, for each of them to the end of the feed.
 */
export function hasEndlessTags(xml: string): boolean {
  let reads = 0
  // Where a search that begins here ends: outside quotes, and within each kind of them.
  let plain = xml.length
  let single = xml.length
  let double = xml.length
  for (let at = xml.length - 1; at >= 0; at--) {
    const code = xml.charCodeAt(at)
    if (code === 0x3c) reads += plain - at
    else if (code === 0x3e) plain = at
    else if (code === 0x22) [plain, double] = [double, plain]
    else if (code === 0x27) [plain, single] = [single, plain]
  }
  return reads > MIN_READS + MAX_READS * xml.length
}
