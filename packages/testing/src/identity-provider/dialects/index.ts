import type { Dialect } from "../dialect.js";
import { google } from "./google.js";

/** Every provider that is spoken here, by id. */
export const dialects: Readonly<Record<string, Dialect>> = Object.fromEntries(
  [google].map((dialect) => [dialect.id, dialect]),
);
