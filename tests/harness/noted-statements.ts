import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { SqliteLike } from "@keyhold/adapter-kysely/sqlite";

/** Records every statement of an open database. */
export function noting(database: DatabaseSync, ran: string[]): SqliteLike {
  const note = (sql: string, statement: StatementSync): StatementSync =>
    new Proxy(statement, {
      get(target, name) {
        const member = Reflect.get(target, name, target);
        if (typeof member !== "function") return member;
        return (...parameters: unknown[]) => {
          if (name === "all" || name === "run" || name === "get") ran.push(sql);
          return member.apply(target, parameters);
        };
      },
    });
  return {
    prepare: (sql) => note(sql, database.prepare(sql)),
    exec: (sql) => {
      ran.push(sql);
      database.exec(sql);
    },
    close: () => database.close(),
  };
}

/** The verb and the table of a statement, e.g. `select "user"`. */
export const shorten = (sql: string): string => sql.replace(/^(\w+) (?:.*?(?:from|into) )?("\w+").*$/, "$1 $2");
