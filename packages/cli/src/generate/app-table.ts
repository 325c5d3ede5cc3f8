/** A table of a model in a file of the app: the generated file refers to the table. */
export interface AppTable {
  /** The name in code: the export of Drizzle, or the model of Prisma. */
  readonly code: string;
  /** The key or field of the id. */
  readonly id: string;
  /** The file with the declaration. */
  readonly file: string;
  /** The text of the file. */
  readonly text: string;
  /** The present columns of the model, by their names in the database. */
  readonly has: ReadonlySet<string>;
  /** The models of Prisma in the table's lists of rows. */
  readonly lists: ReadonlySet<string>;
  /** The names of all fields of a model of Prisma. */
  readonly fields?: ReadonlySet<string>;
}

/** By the names of the models. */
export type AppTables = ReadonlyMap<string, AppTable>;

/** The missing columns of the app's own table, as code for the file of the table. */
export interface Lack extends Pick<AppTable, "code" | "file"> {
  readonly lines: readonly string[];
}
