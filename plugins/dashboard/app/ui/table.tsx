import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  /** The heading of the column, and the label of the value where rows are cards; empty above actions. */
  title: string
  cell(row: Row): ComponentChildren
  /** Numbers are aligned at the end. */
  numeric?: boolean
  /** What identifies the row: the card's heading. */
  main?: boolean
}

interface TableProps<Row> {
  /** The caption, for screen readers only. */
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
