import type { Dialect } from "../dialect/dialect.js";
import type { Answer, Connection } from "../driver/driver.js";
import { isGalera } from "../driver/galera.js";
import type { TableOptions } from "../tables/options.js";

/**
 * Whether several servers of the database accept writes, and learn of each other's locks only at a commit. Then a lock
 * is also a write: of two transactions that lock a row at different servers, the second fails at the commit, and runs
 * again.
 */
export interface MultiWriter {
  /** Asks the server at the first call, through the connection of the caller. */
  isOn(connection: Connection): Answer<boolean>;
  /** Whether work that met a lock or a commit of another transaction in this run may run again. */
  mayRunAgain(attempt: number, connection: Connection): Promise<boolean>;
}

const maxTries = 5;

/** A transaction cannot wait for a lock at another server: each commit ends all transactions there on that row. */
const maxTriesOfSeveral = 12;

export function createMultiWriter({ name }: Dialect, { multiWriter }: Required<TableOptions>): MultiWriter {
  let known = multiWriter === "auto" ? null : multiWriter;
  if (name !== "mysql") known ??= false;
  function isOn(connection: Connection): Answer<boolean> {
    if (known !== null) return known;
    return isGalera(connection).then((answer) => {
      known = answer;
      return answer;
    });
  }
  return {
    isOn,
    async mayRunAgain(attempt, connection) {
      if (attempt < maxTries) return true;
      if (attempt >= maxTriesOfSeveral) return false;
      // A database that does not answer now has not answered the work either.
      return Promise.resolve(isOn(connection)).catch(() => false);
    },
  };
}
