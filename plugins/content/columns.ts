/** The most characters of a column's name. Every row repeats it, so a long one would multiply the size. */
const MAX_NAME_LENGTH = 100

/**
 * The names of a table's columns, made unique: `column3` for a third column without a name, and a number after a name
 * that occurred before.
 */
export function columnNames(heads: readonly string[]): string[] {
  const next = new Map<string, number>()
  return heads.map((head, index) => {
    const plain = head.trim().slice(0, MAX_NAME_LENGTH).toWellFormed() || `column${index + 1}`
    let name = plain
    let number = next.get(plain) ?? 1
    while (next.has(name)) name = `${plain} ${++number}`
    next.set(plain, number)
    if (name !== plain) next.set(name, 1)
    return name
  })
}

/** An object without a prototype, so that a column may have any name, `__proto__` included. */
export const emptyRow = <Value>(): Record<string, Value> => Object.create(null)
