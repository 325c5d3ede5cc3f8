import type { ConfigOptions } from "../config/load.js";

export const formats = ["drizzle", "prisma", "kysely", "sql"] as const;
export type Format = (typeof formats)[number];

export const dialectNames = ["sqlite", "postgres", "mysql"] as const;

export const cases = ["camel", "snake"] as const;
export const idKinds = ["text", "uuid4", "uuid7"] as const;

export interface GenerateOptions extends ConfigOptions {
  readonly output?: string;
  readonly dialect?: (typeof dialectNames)[number];
  readonly case?: (typeof cases)[number];
  readonly plural?: boolean;
  readonly ids?: (typeof idKinds)[number];
  readonly check?: boolean;
  readonly yes?: boolean;
}
