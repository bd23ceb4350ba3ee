import { encrypted } from './encrypted.ts'
import type { Package } from './open-package.ts'

/** Throws Unreadable if the manifest lists encrypted files. Source: OpenDocument 1.3, part 2, section 3.4. */
export const refuseEncrypted = async (parts: Package): Promise<void> => {
  const manifest = await parts.text('META-INF/manifest.xml')
  if (manifest?.includes('encryption-data')) throw encrypted()
}
