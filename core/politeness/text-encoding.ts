/**
 * The encoding of a text that begins with an ASCII character or a byte order mark: Notepad writes UTF-16, everything
 * else UTF-8.
 */
export function textEncoding([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== undefined) ? 'utf-16be' : 'utf-8'
}
