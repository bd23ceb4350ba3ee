const FENCE = /^ {0,3}(`{3,}|~{3,})/

/**
 * Where a part of a text ends that begins at `offset` and has at most so many characters: between two blocks of
 * markdown if it can be, else between lines, else between words. Parts that follow each other are the whole text.
 */
export function endOfPart(text: string, offset: number, most: number): number {
  if (text.length - offset <= most) return text.length
  const part = text.slice(offset, offset + most)
  const { block, line } = lastEnds(part)
  // A cut in the first half would give too little.
  const found = [block, line, part.lastIndexOf(' ') + 1].find((end) => end > most / 2) ?? part.length
  return offset + (isHighSurrogate(part.charCodeAt(found - 1)) ? found - 1 : found)
}

/** The ends of the last whole block, and of the last whole line. A blank line in fenced code ends no block. */
function lastEnds(part: string): { block: number; line: number } {
  let fence: string | undefined
  let block = 0
  let start = 0
  for (let end = part.indexOf('\n'); end >= 0; end = part.indexOf('\n', start)) {
    const line = part.slice(start, end)
    const [, mark] = FENCE.exec(line) ?? []
    start = end + 1
    if (mark && fence === undefined) fence = mark
    else if (mark && fence !== undefined && closes(line, mark, fence)) fence = undefined
    if (fence === undefined && line.trim() === '') block = start
  }
  return { block, line: start }
}

const closes = (line: string, mark: string, fence: string) =>
  mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff
