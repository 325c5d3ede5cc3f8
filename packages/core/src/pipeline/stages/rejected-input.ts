import { isRejectedValue } from "../../adapter/rejected.js";
import type { Context } from "../../contract/context.js";
import { commonError } from "../../contract/errors.js";
import { isObject } from "../../contract/known-keys.js";

/**
 * The error of a value that the database has rejected: 400 with the field, if the caller has given a field of that
 * name; else the error, which is the app's.
 */
export function asInputError({ schema }: Pick<Context, "schema">, thrown: unknown, input: unknown): unknown {
  if (!isRejectedValue(thrown)) return thrown;
  const columns = schema.models.get(thrown.model)?.columns ?? {};
  // The text of a secret column is made by the server, e.g. the hash of a password.
  const given = thrown.columns.filter((column) => columns[column]?.facts.isSecret === false);
  const path = given.map((column) => pathTo(input, column)).find((found) => found !== null);
  if (path === undefined) return thrown;
  const issues = [{ path, message: "Too long, or of a kind that is not stored" }];
  return commonError("VALIDATION_ERROR", { issues, cause: thrown });
}

/** The path to the field of this name with a text or a number: at the top, or a level below. */
function pathTo(input: unknown, name: string): string | null {
  if (typeof input !== "object" || input === null) return null;
  if (isValue(own(input, name))) return name;
  const [group] = Object.entries(input).find(([, inner]) => isValue(own(inner, name))) ?? [];
  return group === undefined ? null : `${group}.${name}`;
}

const own = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

const isValue = (value: unknown): boolean => typeof value === "string" || typeof value === "number";
