/** A table of a model in a file of the app's own: the generated file refers to it. */
export interface AppTable {
  /** Its name in code: the export of Drizzle, or the model of Prisma. */
  readonly code: string;
  /** The key or field of its id. */
  readonly id: string;
  /** The file with its declaration. */
  readonly file: string;
  /** The text of the file. */
  readonly text: string;
  /** The present columns of the model, by their names in the database. */
  readonly has: ReadonlySet<string>;
  /** The models of Prisma in its lists of rows. */
  readonly lists: ReadonlySet<string>;
  /** The names of all fields of a model of Prisma. */
  readonly fields?: ReadonlySet<string>;
}

/** By the names of the models. */
export type AppTables = ReadonlyMap<string, AppTable>;

/** The missing columns of the app's own table, as code for its file. */
export interface Lack extends Pick<AppTable, "code" | "file"> {
  readonly lines: readonly string[];
}
