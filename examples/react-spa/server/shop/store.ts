import type { Adapter } from "@keyhold/core/adapter";
import { database } from "../database.ts";

let opened: Adapter | null = null;

/** Connects the app to its own tables, by the schema of the auth. */
export function openStore(schema: Parameters<typeof database.connect>[0]): void {
  opened = database.connect(schema);
}

export function store(): Adapter {
  if (!opened) throw new Error("The store is not open yet: main.ts opens it.");
  return opened;
}
