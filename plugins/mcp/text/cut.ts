const FENCE = /^ {0,3}(`{3,}|~{3,})/

/**
 * The end of the part of a text that starts at `offset` and has a limited length: preferably between two blocks of
 * markdown, else between lines, else between words. Consecutive parts make up the whole text.
 */
export function endOfPart(text: string, offset: number, most: number): number {
  if (text.length - offset <= most) return text.length
  const part = text.slice(offset, offset + most)
  const { block, line } = lastEnds(part)
  // A cut in the first half would return too little.
  const found = [block, line, part.lastIndexOf(' ') + 1].find((end) => end > most / 2) ?? part.length
  return offset + (isHighSurrogate(part.charCodeAt(found - 1)) ? found - 1 : found)
}

/**
 * The ends of the last complete block, and of the last complete line. A blank line in fenced code does not end a
 * block.
 */
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
