import { Unreadable } from '../../content/sandbox-toolkit.ts'

/** The error for what only its password opens. */
export const encrypted = () =>
  new Unreadable('encrypted', 'The document is protected by a password: give one that is not')
