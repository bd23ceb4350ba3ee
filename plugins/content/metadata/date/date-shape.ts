/** A way to write a date. */
export interface DateShape {
  pattern: RegExp
  /** The year, month and day of a match; undefined if it is not a date. */
  read(match: RegExpExecArray, language: string | null): readonly [number, number | undefined, number] | undefined
}
