/**
 * Parses the server's JSON; no prototype is changed. Only texts at the paths in the content type become dates, because a
 * name may look like a date. The server writes the paths for a client that asks by `Accept: application/json;dates=1`; a
 * page of another origin may read them there.
 *
 * @param type e.g. "application/json;dates=user.createdAt+user.updatedAt"
 */
export const parseAnswer = (text: string, type: string | null): unknown =>
  restoreDates(
    JSON.parse(text, (key, value: unknown) => (key === "__proto__" ? undefined : value)),
    type?.split("dates=")[1]?.split(/[+;]/),
  );

/** A copy with dates in place of the texts at `paths`. A list has the path of the items; the whole value is "*". */
export const restoreDates = (value: unknown, paths: readonly string[] = []): unknown =>
  paths.reduce((restored, path) => restoreAt(restored, path.split(".")), value);

function restoreAt(value: unknown, keys: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => restoreAt(item, keys));
  const [key = "*", ...rest] = keys;
  if (key === "*") return typeof value === "string" ? new Date(value) : value;
  const fields = value as Readonly<Record<string, unknown>> | null;
  return fields?.[key] ? { ...fields, [key]: restoreAt(fields[key], rest) } : value;
}
