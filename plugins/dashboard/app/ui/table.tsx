import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  /** Heads the column, and labels the value where rows are cards; empty over what can be done with a row. */
  title: string
  cell(row: Row): ComponentChildren
  /** Numbers stand at the end, one below the other. */
  numeric?: boolean
  /** What the row is called: the card's head. */
  main?: boolean
}

interface TableProps<Row> {
  /** What it lists; read aloud, not shown. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
}

/** A table; on a narrow page each row is a card. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div class="table-frame">
      <table class="table">
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" class={numeric ? 'numeric' : undefined}>
                {title || <span class="visually-hidden">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, numeric, main }) => (
                <td key={title} data-title={title} class={`${numeric ? 'numeric' : ''} ${main ? 'main' : ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
