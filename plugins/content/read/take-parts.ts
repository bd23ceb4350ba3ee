import { type Budget, Room } from '../budget.ts'

/** The parts of a format. */
export interface Parts {
  /** Each part is created once the ones before it fit; `room` is the room that is left. */
  parts: (room: Room) => Iterable<string>
  /** The text between two parts. */
  separator: string
  /** The format's name for the caller. */
  format: string
  /** Characters reserved for what follows. */
  behind?: number
}

/**
 * Characters of parts that are kept separately before they are joined: each part takes far more memory than its text.
 */
const LOOSE = 64 * 1024

/** Joins as many parts as the format may have. */
export function takeParts({ parts, separator, format, behind = 0 }: Parts, budget: Budget): string {
  const room = new Room(budget.maxLength - behind)
  const joined: string[] = []
  let loose: string[] = []
  let length = 0
  for (const part of parts(room)) {
    const more = part.length + separator.length
    if (!room.take(more)) {
      budget.warnOfCut(format, budget.maxLength)
      break
    }
    loose.push(part)
    length += more
    if (length < LOOSE) continue
    joined.push(loose.join(separator))
    loose = []
    length = 0
  }
  if (loose.length > 0) joined.push(loose.join(separator))
  return joined.join(separator)
}
