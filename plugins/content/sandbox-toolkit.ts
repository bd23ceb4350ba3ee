/** The toolkit of readers that run in a process of their own; only modules that load fast. */

export { columnNames } from './columns.ts'
export {
  type CellValue,
  type DocumentModel,
  type Hints,
  type ReadDocument,
  type Sheet,
  Unreadable,
} from './document-model.ts'
export { escapeHtml } from './escape-html.ts'
export { TextBuilder } from './text-builder.ts'
