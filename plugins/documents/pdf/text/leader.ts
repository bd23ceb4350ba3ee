/** Leader dots before a number. */
const LEADER = /[.\u00b7\u2026_](?:\s?[.\u00b7\u2026_]){3,}\s*\S{0,8}$/
/** Characters at the end of a line that are searched. */
const LEADER_LENGTH = 300

/** Whether a line ends with leader dots and a number, as in a table of contents. */
export const isLed = (text: string): boolean => LEADER.test(text.trimEnd().slice(-LEADER_LENGTH))
