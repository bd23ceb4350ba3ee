/** Characters per token in Latin script. */
const CHARACTERS_PER_TOKEN = 4
/** In other scripts a token is hardly more than a character. */
const OTHERS_PER_TOKEN = 1.5

/** An estimate of the tokens of a text: no two models agree. */
export function estimateTokens(text: string): number {
  let others = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x24f) others++
  return Math.ceil((text.length - others) / CHARACTERS_PER_TOKEN + others / OTHERS_PER_TOKEN)
}

/**
 * Splits markdown into chunks with a token limit: before headings, else between paragraphs, else between lines, else
 * anywhere. A chunk that starts within a section repeats its heading.
 */
export function cutIntoChunks(markdown: string, tokens: number): string[] {
  if (estimateTokens(markdown) <= tokens) return [markdown]
  const chunks: string[] = []
  let chunk = ''
  let size = 0
  const end = () => {
    if (chunk.trim() !== '') chunks.push(chunk)
    chunk = ''
    size = 0
  }
  for (const section of sectionsOf(markdown)) {
    const length = estimateTokens(section)
    if (size > 0 && size + length > tokens) end()
    if (length <= tokens) {
      chunk += section
      size += length
      continue
    }
    const heading = /^#{1,6} [^\n]{1,200}\n/.exec(section)?.[0] ?? ''
    for (const piece of piecesOf(section, tokens - estimateTokens(heading))) {
      const more = estimateTokens(piece)
      if (size > 0 && size + more > tokens) {
        end()
        chunk = heading
        size = estimateTokens(heading)
      }
      chunk += piece
      size += more
    }
  }
  end()
  return chunks
}

/** The sections of a document, by heading; what looks like a heading in code is not one. */
function sectionsOf(markdown: string): string[] {
  const sections: string[] = []
  let isCode = false
  let section = ''
  for (const line of linesOf(markdown)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode
    if (!isCode && /^#{1,6} /.test(line) && section !== '') {
      sections.push(section)
      section = ''
    }
    section += line
  }
  return section === '' ? sections : [...sections, section]
}

/** Paragraphs; of those that are too long, lines, and parts of lines. */
const piecesOf = (section: string, tokens: number): string[] =>
  paragraphsOf(section).flatMap((paragraph) =>
    estimateTokens(paragraph) <= tokens ? [paragraph] : linesOf(paragraph).flatMap((line) => cutLine(line, tokens)),
  )

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = []
  let paragraph = ''
  for (const line of linesOf(text)) {
    paragraph += line
    if (line.trim() !== '') continue
    paragraphs.push(paragraph)
    paragraph = ''
  }
  return paragraph === '' ? paragraphs : [...paragraphs, paragraph]
}

function cutLine(line: string, tokens: number): string[] {
  if (estimateTokens(line) <= tokens) return [line]
  // A token has at least one character, so no piece exceeds the limit.
  const length = Math.max(1, Math.floor(tokens))
  const parts: string[] = []
  for (let at = 0; at < line.length; at += length) parts.push(line.slice(at, at + length))
  return parts
}
