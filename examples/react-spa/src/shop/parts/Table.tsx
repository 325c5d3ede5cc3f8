import { Fragment, type ReactNode, useState } from "react";

export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligned at its end, as numbers are. */
  readonly isNumber?: boolean;
  /** On narrow pages beside the heading of the row; the other columns follow, or are in the row that the user opens. */
  readonly isMain?: boolean;
  /** The value that a list is sorted by. */
  readonly sortBy?: (row: Row) => string | number;
}

/** The column of a sorted list. */
export interface Sorting {
  readonly label: string;
  readonly isDescending: boolean;
}

interface TableProps<Row> {
  /** The name of the table, for screen readers. */
  readonly caption: string;
  readonly rows: readonly Row[];
  /** The first one has the heading of each row. */
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  /** Rows that arrived while the page was open. */
  readonly isNew?: ((row: Row) => boolean) | undefined;
  /** Shown below a row that the user opens. */
  readonly details?: ((row: Row) => ReactNode) | undefined;
  readonly sorting?: Sorting | null;
  /** Without it, the columns have no buttons. */
  readonly sort?: (label: string) => void;
}

/** A table; on narrow pages each row has its heading and one more value, and opens for the others. */
export function Table<Row extends { readonly id: string }>(props: TableProps<Row>) {
  const { caption, rows, columns, isNew, details } = props;
  const [first, ...others] = columns;
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <table className="shop-table">
      <caption className="unseen">{caption}</caption>
      <Head {...props} />
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.id}>
            <tr className={isNew?.(row) ? "new" : undefined}>
              <th scope="row">
                {details ? (
                  <button
                    className="row-button"
                    type="button"
                    aria-expanded={row.id === openId}
                    onClick={() => setOpenId(row.id === openId ? null : row.id)}
                  >
                    {first.cell(row)}
                  </button>
                ) : (
                  first.cell(row)
                )}
              </th>
              {others.map(({ label, cell, isNumber, isMain }) => (
                <td key={label} data-label={label} data-main={isMain} className={isNumber ? "number" : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
            {details && row.id === openId && (
              <tr className="row-details">
                <td colSpan={columns.length}>{details(row)}</td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Head<Row>({ columns, sorting, sort }: Pick<TableProps<Row>, "columns" | "sorting" | "sort">) {
  return (
    <thead>
      <tr>
        {columns.map(({ label, isNumber, sortBy }) => {
          const order = sorting?.isDescending ? "descending" : "ascending";
          return (
            <th
              key={label}
              scope="col"
              className={isNumber ? "number" : undefined}
              aria-sort={sorting?.label === label ? order : undefined}
            >
              {sort && sortBy ? (
                <button className="sort-button" type="button" onClick={() => sort(label)}>
                  {label}
                </button>
              ) : (
                label
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
