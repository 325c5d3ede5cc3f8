import type { SignedDelivery } from "../contract/call.js";
import type { AnyEndpoint } from "../contract/endpoint.js";
import { commonError, type Issue } from "../contract/errors.js";
import { isObject } from "../contract/known-keys.js";
import type { SchemaIssue, SchemaResult, ValidationSchema } from "../contract/standard-schema.js";
import { isForm, readBody, readBytes, readForm } from "./body.js";
import type { IncomingRequest } from "./incoming-request.js";

/** The input of a request before validation: own keys only. */
export type RawInput = Readonly<Record<string, unknown>>;

type Receiver = Pick<
  AnyEndpoint,
  "isMachine" | "takesCrossSiteForm" | "takesSignedBody" | "takesNavigation" | "queryFields"
>;

/** A received request, before the checks of the pipeline. */
export interface Received {
  readonly raw: RawInput;
  /** The error if the request cannot be read: `inputOf` throws the error after the caller was authorized. */
  readonly failure: { readonly error: unknown } | null;
  /** Only for endpoints that take a signed body. */
  readonly signed: SignedDelivery | null;
}

/** Reads a whole request: path parameters and query for GET; path parameters, body and `queryFields` for POST. */
export function receive(request: IncomingRequest, params: RawInput, endpoint: Receiver): Received | Promise<Received> {
  if (endpoint.takesSignedBody) return receiveSigned(request, params, endpoint.takesSignedBody.maxBytes);
  if (request.method !== "GET") return receivePosted(request, params, endpoint);
  try {
    return received({ ...readQuery(request.query), ...params });
  } catch (error) {
    return unreadable(error);
  }
}

/** The received input. Throws if the input could not be read. */
export function inputOf({ raw, failure }: Received): RawInput {
  if (failure) throw failure.error;
  return raw;
}

export const received = (raw: RawInput): Received => ({ raw, failure: null, signed: null });

const noInput: RawInput = Object.freeze({});
const unreadable = (error: unknown): Received => ({ raw: noInput, failure: { error }, signed: null });

/** The endpoint reads the body, or decides by the headers not to read it. */
function receiveSigned(request: IncomingRequest, params: RawInput, maxBytes: number): Received {
  const signed = { headers: request.toRequest().headers, readBody: () => readBytes(request, maxBytes, true) };
  return { raw: params, failure: null, signed };
}

async function receivePosted(
  request: IncomingRequest,
  params: RawInput,
  { isMachine, takesCrossSiteForm, takesNavigation, queryFields }: Receiver,
): Promise<Received> {
  try {
    const hasForm = takesCrossSiteForm || ((isMachine || takesNavigation) && isForm(request.headers));
    const given = hasForm ? readPairs(await readForm(request)) : await readBody(request);
    const excess = findExcess(given);
    if (excess) return unreadable(invalid([excess]));
    if (isObject(given)) {
      return received({ ...withQuery(given, request.query, queryFields), ...params });
    }
    return unreadable(invalid([{ path: "", message: "Invalid input: expected object" }]));
  } catch (error) {
    return unreadable(error);
  }
}

/** A body with the given fields of the query. Two different values for a field are an error. */
function withQuery(body: object, query: string, fields: readonly string[]): RawInput {
  if (fields.length === 0 || query === "") return { ...body };
  const pairs = new URLSearchParams(query);
  const whole: Record<string, unknown> = { ...body };
  for (const name of fields) {
    const [value, ...more] = pairs.getAll(name);
    if (value === undefined) continue;
    if (more.length > 0) throw givenTwice(name);
    if (Object.hasOwn(whole, name) && whole[name] !== value)
      throw invalid([{ path: name, message: "Given in the query and in the body, with different values" }]);
    whole[name] = value;
  }
  return whole;
}

const readQuery = (query: string): RawInput => (query === "" ? noInput : readPairs(new URLSearchParams(query)));

function readPairs(given: URLSearchParams): RawInput {
  const pairs: Record<string, string> = Object.create(null);
  let count = 0;
  for (const [name, value] of given) {
    count += 1;
    if (count > maxKeys) throw tooManyKeys();
    if (Object.hasOwn(pairs, name)) throw givenTwice(name);
    pairs[name] = value;
  }
  return pairs;
}

const givenTwice = (path: string): Error => invalid([{ path, message: "Given more than once" }]);

/** Validates the input by the endpoint's schema. Throws 400 with the path of every invalid field, never the value. */
export function checkInput(shape: ValidationSchema, raw: RawInput): unknown {
  const problem = textError(raw);
  if (problem) throw invalid([problem]);
  const validated = shape["~standard"].validate(raw);
  return validated instanceof Promise ? validated.then(checkedValue) : checkedValue(validated);
}

function checkedValue(result: SchemaResult<unknown>): unknown {
  if (result.issues) throw invalid(result.issues.map(toIssue));
  return result.value;
}

const invalid = (issues: readonly Issue[]): Error => commonError("VALIDATION_ERROR", { issues });

function toIssue({ message, path = [] }: SchemaIssue): Issue {
  const keys = path.map((segment) => (typeof segment === "object" ? segment.key : segment));
  return { path: keys.map(String).join("."), message };
}

const deepest = 16;

/** Finds text that not every database and log can store: NUL, half a surrogate pair, the key `__proto__`. */
function textError(value: unknown, depth = 0): Issue | null {
  if (typeof value === "string") {
    if (value.includes("\u0000")) return { path: "", message: "Holds a NUL character" };
    return value.isWellFormed() ? null : { path: "", message: "Holds half a surrogate pair" };
  }
  if (typeof value !== "object" || value === null) return null;
  if (depth === deepest) return { path: "", message: "Nested too deep" };
  for (const [key, inner] of Object.entries(value)) {
    const problem = keyError(key) ?? textError(inner, depth + 1);
    if (problem) return { ...problem, path: problem.path === "" ? key : `${key}.${problem.path}` };
  }
  return null;
}

const keyError = (key: string): Issue | null =>
  key === "__proto__" ? { path: "", message: "Not a key that may be used" } : textError(key);

/** More than any form has. Each key of a body costs a separate check, before the schema knows which of them exist. */
const maxKeys = 256;
/** An app may store a list in a JSON column; 64 KiB hold 32,000 numbers. */
const maxItems = 2048;
const excessOf = (max: number, what: "keys" | "items"): Issue => ({
  path: "",
  message: `Has more than ${max} ${what}`,
});
const tooManyKeys = (): Error => invalid([excessOf(maxKeys, "keys")]);

/** Counts the keys of objects and the items of lists, on all levels together. */
function findExcess(given: unknown): Issue | null {
  let keys = 0;
  let items = 0;
  const open: unknown[] = [given];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (Array.isArray(value)) items += inner.length;
    else keys += inner.length;
    if (keys > maxKeys) return excessOf(maxKeys, "keys");
    if (items > maxItems) return excessOf(maxItems, "items");
    for (const one of inner) if (typeof one === "object") open.push(one);
  }
  return null;
}
