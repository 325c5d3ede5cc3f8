import type { ReactNode } from "react";

export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligned at its end, as numbers are. */
  readonly isNumber?: boolean;
}

interface TableProps<Row> {
  /** The name of the table, for screen readers. */
  readonly caption: string;
  readonly rows: readonly Row[];
  /** The first one has the heading of each row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  /** Rows that arrived while the page was open. */
  readonly isNew?: (row: Row) => boolean;
}

/** A table; on narrow pages each row is a card, with the labels of its columns. */
export function Table<Row extends { readonly id: string }>({ caption, rows, columns, isNew }: TableProps<Row>) {
  const [first, ...others] = columns;
  return (
    <table className="shop-table">
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, isNumber }) => (
            <th key={label} scope="col" className={isNumber ? "number" : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={isNew?.(row) ? "new" : undefined}>
            <th scope="row">{first.cell(row)}</th>
            {others.map(({ label, cell, isNumber }) => (
              <td key={label} data-label={label} className={isNumber ? "number" : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
