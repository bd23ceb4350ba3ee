import type { ReadModel, UnreadableReason } from '../document-model.ts'

/** What the child says of its document, one JSON text. */
export type Answer =
  | { document: ReadModel }
  | { refused: { reason: UnreadableReason; message: string; cause?: string } }
