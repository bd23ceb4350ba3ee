/** A text that users chose, without control characters for the terminal. */
export const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')

/** Formats rows as lines, with each column as wide as its longest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  )
}
