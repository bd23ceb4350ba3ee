/** What readers in a process of their own are written with: modules that are loaded in no time. */

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
