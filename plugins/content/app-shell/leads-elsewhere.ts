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
  let at = endOfMatch(blanks, code, 0)
  for (let count = 0; count < MAX_BEFORE; count++) at = endOfMatch(blanks, code, endOfStatement(code, at))
  return endOfMatch(location, code, at) > at
}

/** The end of a statement that may precede the redirect; `at` itself if there is none. */
function endOfStatement(code: string, at: number): number {
  if (code.startsWith('/*', at)) return endOfComment(code, at)
  const end = endOfMatch(timer, code, at)
  if (end > at) return endOfMatch(timerFunction, code, endOfMatch(blanks, code, end))
  return Math.max(endOfMatch(lineComment, code, at), endOfMatch(variable, code, at))
}

function endOfComment(code: string, at: number): number {
  const end = code.slice(at + 2, at + 2 + MAX_COMMENT_LENGTH + 2).indexOf('*/')
  return end < 0 ? at : at + 2 + end + 2
}

/** The end of a match of a sticky pattern at `at`; `at` itself if it does not match. */
function endOfMatch(pattern: RegExp, code: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(code) ? pattern.lastIndex : at
}
