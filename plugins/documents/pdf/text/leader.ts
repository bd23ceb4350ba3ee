/** Dots that lead the eye to a number. */
const LEADER = /[.\u00b7\u2026_](?:\s?[.\u00b7\u2026_]){3,}\s*\S{0,8}$/
/** They stand at the end of a line; more of it is not looked at. */
const LEADER_LENGTH = 300

/** Whether dots lead to the end of a line, as in a table of contents. */
export const isLed = (text: string): boolean => LEADER.test(text.trimEnd().slice(-LEADER_LENGTH))
