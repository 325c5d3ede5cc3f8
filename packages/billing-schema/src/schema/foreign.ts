import { dateText, readDate } from "./date.js";
import { camelName, snakeName } from "./names.js";

/* Undeclared JSON of newer versions of the provider's API. Only the rule renames the fields. */

/** Fields of newer versions with maps: their keys are data. */
const mapName = /^(?:metadata|\w+_metadata|custom_field_data|archived|amounts|unit_label|meta|conditions)$/;
/** As an object, in a checkout, a map; as a list, in a product, a list of entities. */
const mapOrListName = "prices";
const dateName = /(?:^|_)(?:at|by|start|end|timestamp)$/;
const dateText8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

const maxLevels = 100;

/** The wire names that the rule cannot restore. */
const spelled = new WeakMap<object, Map<string, string>>();

export function decodeForeign(value: unknown, name = "", level = 0): unknown {
  if (typeof value === "string") return isDate(name, value) ? readDate(value) : value;
  if (typeof value !== "object" || value === null || level > maxLevels || isMap(name, value)) return value;
  if (Array.isArray(value)) return value.map((item) => decodeForeign(item, itemName(name), level + 1));
  const decoded: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) decodeForeignField(decoded, none, key, inner, level);
  return decoded;
}

/** In a map neither names nor dates are converted. */
function isMap(name: string, value: object): boolean {
  return mapName.test(name) || (name === mapOrListName && !Array.isArray(value));
}

/** The name for a list's items: dates in the list are dates too, but an item of a list of entities is no map. */
function itemName(name: string): string {
  return name === mapOrListName ? "" : name;
}

const none: ReadonlySet<string> = new Set();

/** Adds an undeclared field under the name of the rule, or under a free name; keeps wire names that the rule loses. */
export function decodeForeignField(
  decoded: Record<string, unknown>,
  taken: ReadonlySet<string>,
  wire: string,
  value: unknown,
  level = 0,
): void {
  const inner = decodeForeign(value, wire, level + 1);
  const client = camelName(wire);
  const isFree = !taken.has(client) && !Object.hasOwn(decoded, client);
  // No name is `__proto__` after the rule, which makes `_Proto__`.
  if (isFree && snakeName(client) === wire) decoded[client] = inner;
  else spell(decoded, isFree ? client : freeName(decoded, taken, wire), wire, inner);
}

function freeName(decoded: object, taken: ReadonlySet<string>, wire: string): string {
  let name = wire;
  while (taken.has(name) || Object.hasOwn(decoded, name)) name = `_${name}`;
  return name;
}

function spell(decoded: object, client: string, wire: string, value: unknown): void {
  // Not by assignment: the name may be `__proto__`.
  Object.defineProperty(decoded, client, { value, writable: true, enumerable: true, configurable: true });
  if (snakeName(client) === wire) return;
  const spellings = spelled.get(decoded) ?? new Map<string, string>();
  spelled.set(decoded, spellings.set(client, wire));
}

/** Writes an undeclared field under the wire name; never over a declared field, because declared fields are checked. */
export function encodeForeignField(
  encoded: object,
  taken: ReadonlySet<string>,
  client: object,
  name: string,
  level = 0,
): void {
  const wire = foreignWireName(client, name);
  if (!taken.has(wire)) putOwn(encoded, wire, encodeForeign(Reflect.get(client, name), wire, level + 1));
}

/** The wire name of a client form's field. */
function foreignWireName(client: object, name: string): string {
  return spelled.get(client)?.get(name) ?? snakeName(name);
}

export function encodeForeign(value: unknown, name = "", level = 0): unknown {
  if (value instanceof Date) return dateText(value);
  if (typeof value !== "object" || value === null || level > maxLevels || isMap(name, value)) return value;
  if (Array.isArray(value)) return value.map((item) => encodeForeign(item, itemName(name), level + 1));
  const encoded: Record<string, unknown> = {};
  for (const key of Object.keys(value)) encodeForeignField(encoded, none, value, key, level);
  return encoded;
}

function putOwn(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}

/** By name and by form: a note with the text of a date stays text. */
function isDate(name: string, value: string): boolean {
  return dateName.test(name) && dateText8601.test(value) && !Number.isNaN(Date.parse(value));
}
