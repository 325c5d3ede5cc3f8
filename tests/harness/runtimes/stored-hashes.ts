import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The password hashes in the SQLite file below a folder. */
export function storedHashes(folder: string): readonly unknown[] {
  const [file] = globSync("**/*.sqlite", { cwd: folder, exclude: ["**/metadata.sqlite"] });
  if (file === undefined) throw new Error(`There is no database in ${folder}.`);
  const database = new DatabaseSync(join(folder, file), { readOnly: true });
  try {
    return database
      .prepare("select password from account")
      .all()
      .map((row) => row.password);
  } finally {
    database.close();
  }
}
