import type { EncryptedColumn, EncryptedCounts } from "../adapter/encrypted-columns.js";
import type { AuthConfig, Settings } from "../contract/config.js";
import type { Context } from "../contract/context.js";
import type { Schema } from "../model/schema.js";
import type { AuthDefinition } from "../startup/define-auth.js";

/** The key of a function that answers with the parts of an auth. `Symbol.for`: a tool may have a copy of core of its own. */
export const inspections: unique symbol = Symbol.for("keyhold.inspection");

/** The parts of an auth, without the secrets. */
export interface Inspection {
  readonly database: AuthConfig["database"];
  readonly schema: Schema;
  readonly routes: AuthDefinition["routes"];
  readonly challenge: AuthConfig["challenge"];
  readonly settings: Omit<Settings, "secrets" | "cookies">;
  readonly cookies: Omit<Settings["cookies"], "continueFrom">;
  readonly plugins: AuthConfig["plugins"];
  readonly trustedOrigins: AuthConfig["trustedOrigins"];
  readonly clientAddress: AuthConfig["clientAddress"];
  /**
   * Counts the encrypted values of the database, page by page, and encrypts the values under older secrets again if
   * `mayWrite`. Null for the error of an auth that does not start.
   */
  readonly readEncrypted: ((options: { readonly mayWrite: boolean }) => AsyncGenerator<EncryptedCounts>) | null;
}

/**
 * Makes an auth answer with the parts, and so the error of an auth that does not start: an adapter may throw because
 * the app's own schema lacks a table, and the generator of that schema then still learns the models. The property is in
 * no type, and no loop or log shows it.
 */
export function addInspection<T extends object>(
  target: T,
  { settings, schema, routes }: AuthDefinition,
  { database, plugins, trustedOrigins, clientAddress, challenge }: AuthConfig,
  ctx: Context | null = null,
): T {
  const inspect = (): Inspection => {
    const { secrets: _, cookies, ...shown } = settings;
    const { continueFrom: __, ...named } = cookies;
    const given = { database, plugins, trustedOrigins, clientAddress, challenge };
    const encrypted = (plugins ?? []).flatMap((plugin) => plugin.encrypted);
    const read = ctx && readingOf(ctx, encrypted);
    return { ...given, schema, routes, settings: shown, cookies: named, readEncrypted: read };
  };
  Reflect.defineProperty(target, inspections, { value: inspect });
  return target;
}

/**
 * The parts of an auth, of the context of a plugin, or of the error of an auth that does not start, for a tool that
 * reads routes, models and settings: a generator of documents or schemas, a command. An app uses its own config.
 *
 * @returns null for any other value
 * @example const { routes } = inspect(auth) ?? fail("The file exports no auth.");
 */
export function inspect(value: unknown): Inspection | null {
  const answer: unknown = Reflect.get(Object(value), inspections);
  return typeof answer === "function" ? answer() : null;
}

const readingOf = (ctx: Context, columns: readonly EncryptedColumn[]): NonNullable<Inspection["readEncrypted"]> =>
  async function* (options) {
    for (const column of columns) yield* column.read(ctx, options);
  };
