import { type ReactNode, useState } from "react";
import { Empty } from "../../layout/Empty.tsx";
import { numberText } from "../format.ts";
import { type Column, type Sorting, Table } from "./Table.tsx";

interface ListTableProps<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly columns: readonly [Column<Row>, ...Column<Row>[]];
  /** The text of a row for the search. */
  readonly textOf: (row: Row) => string;
  /** Splits the rows by a value, which the user can choose. */
  readonly filter?: { readonly label: string; readonly valueOf: (row: Row) => string };
  readonly details?: (row: Row) => ReactNode;
  /** Rows that arrived while the page was open. */
  readonly isNew?: (row: Row) => boolean;
}

const pageLength = 20;

/** A table with a search, a filter, sorted columns and pages. All rows are in the page already. */
export function ListTable<Row extends { readonly id: string }>(props: ListTableProps<Row>) {
  const { caption, rows, columns, textOf, filter, details, isNew } = props;
  const [search, setSearch] = useState("");
  const [value, setValue] = useState("");
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [page, setPage] = useState(0);

  const wanted = search.trim().toLowerCase();
  const found = rows.filter(
    (row) => textOf(row).toLowerCase().includes(wanted) && (!filter || value === "" || filter.valueOf(row) === value),
  );
  const sorted = sortedBy(found, columns, sorting);
  const lastPage = Math.max(0, Math.ceil(sorted.length / pageLength) - 1);
  const start = Math.min(page, lastPage) * pageLength;
  const shown = sorted.slice(start, start + pageLength);

  function sort(label: string): void {
    setPage(0);
    setSorting((now) => ({ label, isDescending: now?.label === label && !now.isDescending }));
  }

  return (
    <>
      <search className="list-bar">
        <input
          type="search"
          aria-label={`Search in ${caption.toLowerCase()}`}
          placeholder="Search"
          value={search}
          onChange={({ target }) => {
            setPage(0);
            setSearch(target.value);
          }}
        />
        {filter && (
          <select
            aria-label={filter.label}
            value={value}
            onChange={({ target }) => {
              setPage(0);
              setValue(target.value);
            }}
          >
            <option value="">{filter.label}: all</option>
            {[...new Set(rows.map(filter.valueOf))].toSorted().map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
      </search>
      {shown.length === 0 && <Empty title="No row matches" text="Change the search or the filter." />}
      {shown.length > 0 && (
        <Table
          caption={caption}
          rows={shown}
          columns={columns}
          details={details}
          isNew={isNew}
          sorting={sorting}
          sort={sort}
        />
      )}
      <div className="list-pages">
        <p className="shop-note" role="status">
          {shown.length > 0 &&
            `${numberText(start + 1)} to ${numberText(start + shown.length)} of ${numberText(sorted.length)}`}
        </p>
        {lastPage > 0 && (
          <p className="choices">
            <PageButton label="Previous" isOff={start === 0} onClick={() => setPage(start / pageLength - 1)} />
            <PageButton
              label="Next"
              isOff={start / pageLength === lastPage}
              onClick={() => setPage(start / pageLength + 1)}
            />
          </p>
        )}
      </div>
    </>
  );
}

const PageButton = ({ label, isOff, onClick }: { label: string; isOff: boolean; onClick: () => void }) => (
  <button className="button small quiet" type="button" aria-disabled={isOff} onClick={isOff ? undefined : onClick}>
    {label}
  </button>
);

function sortedBy<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: Sorting | null): readonly Row[] {
  const sortBy = columns.find(({ label }) => label === sorting?.label)?.sortBy;
  if (!sortBy) return rows;
  const sign = sorting?.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left, right] = [sortBy(one), sortBy(other)];
    const order = typeof left === "number" ? left - Number(right) : left.localeCompare(String(right));
    return sign * order;
  });
}
