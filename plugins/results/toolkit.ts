/** For plugins that return results as files in formats of their own. */
export { attachment } from './files.ts'
export { CSV_TYPE, csvLine } from './formats/csv.ts'
export { writeJson, writeNdjson } from './formats/json.ts'
export { decode, JsonScanner, type Token } from './json/scan-json.ts'
export { type Row, rowOf, wholeOf } from './row.ts'
export { rowsOf } from './rows.ts'
