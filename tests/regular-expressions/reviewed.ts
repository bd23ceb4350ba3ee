/** An expression that recheck can not call safe, and may stay. */
export interface Reviewed {
  expression: RegExp
  /** What bounds the text that it runs on, or the work that it does for each character. */
  reason: string
}

export const reviewed: readonly Reviewed[] = []
