/** What a reader may do with a file: read it, or refuse it for one of these reasons. */
export type Fate = 'read' | 'empty' | 'damaged' | 'encrypted' | 'scanned' | 'too_large' | 'too_complex'

export interface HostilePdf {
  name: string
  make: () => Uint8Array
  fate: Fate
  /** Whether it is read by a separate process that is watched. */
  isBomb?: true
}
