import { Unreadable } from '../untrusted/extracted.ts'
import type { Package } from './open-package.ts'

/** The error for what only its password opens. */
export const encrypted = () =>
  new Unreadable('encrypted', 'The document is protected by a password: give one that is not')

/** OpenDocument lists what it encrypts. Throws Unreadable. Source: OpenDocument 1.3, part 2, section 3.4. */
export const refuseEncrypted = async (parts: Package): Promise<void> => {
  const manifest = await parts.text('META-INF/manifest.xml')
  if (manifest?.includes('encryption-data')) throw encrypted()
}
