import { existsSync, readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { DeclaredTables } from "@keyhold/adapter-sql/drivers";
import type { LoadedModels } from "../config/load.js";
import type { AppTable, AppTables } from "./app-table.js";
import { isMadeHere } from "./source.js";

/** The tables with a module of the app, without the modules made by this program. */
export function drizzleAppTables(declared: DeclaredTables, modules: ReturnType<LoadedModels["modules"]>): AppTables {
  const own = modules.filter(([file]) => existsSync(file) && !isMadeHere(readFileSync(file, "utf8")));
  // A module that exports another module's tables is loaded after that module.
  const exported = own.flatMap(([file, exports]) =>
    Object.entries(exports).map(([code, value]) => ({ file, code, value })),
  );
  return new Map(
    [...declared.tables].flatMap(([model, { value, keys, columns }]): [string, AppTable][] => {
      const found = exported.findLast((one) => one.value === value && one.code !== "default");
      if (!found) return [];
      const has = new Set([...columns.values()].map(({ name }) => name));
      return [
        [
          model,
          {
            code: found.code,
            file: found.file,
            text: readFileSync(found.file, "utf8"),
            id: keys.get("id") ?? "id",
            has,
            lists: new Set(),
          },
        ],
      ];
    }),
  );
}

/** How a generated file imports a file of the app: as the config imports files. */
export function importOf(from: string, file: string, config: string): string {
  const path = relative(dirname(from), file).replaceAll("\\", "/");
  const ending = /from\s+["']\.[^"']*(\.[cm]?[jt]s)["']/.exec(config)?.[1] ?? "";
  return `${path.startsWith(".") ? "" : "./"}${path.replace(/\.[cm]?[jt]sx?$/, "")}${ending}`;
}
