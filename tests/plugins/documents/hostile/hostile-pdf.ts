/** What a reader may do with a file: read it, or refuse it for one of these reasons. */
export type Fate = 'read' | 'empty' | 'damaged' | 'encrypted' | 'scanned' | 'too_large' | 'too_complex'

export interface HostilePdf {
  name: string
  make: () => Uint8Array
  fate: Fate
  /** It is read by a process of its own, which is watched. */
  isBomb?: true
}
