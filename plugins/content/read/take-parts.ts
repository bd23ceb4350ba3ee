import { type Budget, Room } from '../budget.ts'

/**
 * As many parts as a format may have; each is made when the ones before it fit, and is told the room that they leave.
 * `format` names it to the caller.
 */
export function takeParts(parts: (room: Room) => Iterable<string>, format: string, budget: Budget): string[] {
  const taken: string[] = []
  const room = new Room(budget.maxLength)
  for (const part of parts(room)) {
    if (!room.take(part.length + 1)) {
      budget.warnOfCut(format, budget.maxLength)
      break
    }
    taken.push(part)
  }
  return taken
}
