import type { Kit } from 'weirjs'

/** The bytes of a stored file; undefined if it was deleted. */
export async function readFile(files: Kit['files'], id: string): Promise<Uint8Array | undefined> {
  const found = await files.open(id)
  return found && new Response(found.body).bytes()
}
