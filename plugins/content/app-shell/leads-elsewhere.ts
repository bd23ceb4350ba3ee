/** The most statements before the redirect: comments, variables, a timer. */
const MAX_BEFORE = 5
const MAX_COMMENT_LENGTH = 500

const blanks = /\s*/y
const lineComment = /\/\/[^\n]*\n/y
const variable = /var \w+\s?=\s?[^;\n]{1,300};/y
const timer = /setTimeout\(/y
const timerFunction = /function\s?\(\)\s?\{|\(\)\s?=>\s?\{?/y
const location = /(?:(?:window|top|self|parent|document)\.)?location(?:\.href)?\s?(?:=|\.(?:replace|assign)\()/y

/**
 * Whether code does nothing but redirect. It is read statement by statement, each character once: a single pattern
 * would try every distribution of the blanks between its parts.
 */
export function leadsElsewhere(code: string): boolean {
  let at = behind(blanks, code, 0)
  for (let count = 0; count < MAX_BEFORE; count++) at = behind(blanks, code, behindStatement(code, at))
  return behind(location, code, at) > at
}

/** The end of a statement that may precede the redirect; `at` itself if there is none. */
function behindStatement(code: string, at: number): number {
  if (code.startsWith('/*', at)) return behindComment(code, at)
  const end = behind(timer, code, at)
  if (end > at) return behind(timerFunction, code, behind(blanks, code, end))
  return Math.max(behind(lineComment, code, at), behind(variable, code, at))
}

function behindComment(code: string, at: number): number {
  const end = code.slice(at + 2, at + 2 + MAX_COMMENT_LENGTH + 2).indexOf('*/')
  return end < 0 ? at : at + 2 + end + 2
}

/** The end of a match of a sticky pattern at `at`; `at` itself if it does not match. */
function behind(pattern: RegExp, code: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(code) ? pattern.lastIndex : at
}
