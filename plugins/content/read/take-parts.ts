import { type Budget, Room } from '../budget.ts'

/** What is written of parts. */
export interface Parts {
  /** Each is made when the ones before it fit, and is told the room that they leave. */
  parts: (room: Room) => Iterable<string>
  /** Stands between two. */
  separator: string
  /** What the caller knows it by. */
  format: string
  /** Characters that are left for what will follow. */
  behind?: number
}

/** Characters of the parts that are kept one by one: each takes far more memory than what it says. */
const LOOSE = 64 * 1024

/** As many parts as a format may have. */
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
