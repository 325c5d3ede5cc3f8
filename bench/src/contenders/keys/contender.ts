/** One contender that checks API keys on its database. */
export interface KeyContender {
  /** Makes the tables, a user and so many keys in an empty database; answers the keys. */
  prepare(keys: number): Promise<readonly string[]>;
  /** Checks a right key. Throws if the key is not accepted. */
  check(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Where a contender has its keys. */
export interface KeyPlace {
  readonly database: "SQLite" | "PostgreSQL";
  /** The path of a file, or a URL. */
  readonly place: string;
}

export const keyContenderNames = ["select", "keyhold", "floor", "better-auth", "better-auth, unlimited"] as const;
export type KeyContenderName = (typeof keyContenderNames)[number];

/** `select` and `floor` read the table of this contender. */
export const sharesTable = (name: KeyContenderName): boolean => name === "select" || name === "floor";

export async function openKeyContender(name: KeyContenderName, place: KeyPlace): Promise<KeyContender> {
  if (name === "keyhold") return (await import("./keyhold.ts")).open(place);
  if (name === "select" || name === "floor") return (await import("./floor.ts")).open(place, name);
  return (await import("./better-auth.ts")).open(place, { isLimited: name === "better-auth" });
}
