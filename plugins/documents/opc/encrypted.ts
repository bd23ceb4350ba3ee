import { Unreadable } from '../../content/sandbox-toolkit.ts'

/** The error for a document that needs a password. */
export const encrypted = () =>
  new Unreadable('encrypted', 'The document is protected by a password: use one that is not')
