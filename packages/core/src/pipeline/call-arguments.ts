import type { CallOptions, NodeHeaders } from "../contract/calls.js";
import type { AnyEndpoint } from "../contract/endpoint.js";
import { commonError } from "../contract/errors.js";
import { type ForeignOptions, isObject, type KnownKeys, unknownKeyErrors } from "../contract/known-keys.js";
import { ObjectSchema } from "../contract/schema/composed.js";
import type { RawInput } from "../http/input.js";
import type { Schema } from "../model/schema.js";
import type { Route } from "../startup/define-auth.js";

/** The arguments of a server call. */
export interface CallArguments {
  readonly input: RawInput;
  readonly options: CallOptions;
  /** The row of the session stays as it is. Default false. */
  readonly isReadOnly?: boolean;
}

const optionKeys = {
  headers: true,
  setCookie: true,
  setHeader: true,
  ipAddress: true,
  isFromClient: true,
} as const satisfies KnownKeys<CallOptions>;

const cookies = "receive the cookies by `setCookie: (line) => …`";

const betterAuth: ForeignOptions = {
  library: "better-auth",
  remedies: {
    body: "give the input as the first argument",
    query: "give the input as the first argument",
    params: "give the input as the first argument",
    request: "write `headers: request.headers`",
    asResponse: cookies,
    returnHeaders: cookies,
    cookies: "write `headers`, which hold the cookies",
  },
};

/** What better-auth wraps the input and the headers in. */
const wrappers: readonly string[] = ["body", "query", "params", "headers", "request"];

/**
 * The arguments of a server call, in the right places.
 *
 * @throws AuthError VALIDATION_ERROR if the input has another form: an app may hand on what a browser sent.
 * @throws TypeError if the options are wrong, which only the app writes. Both messages hold the right call.
 */
export function readArguments(
  route: Route,
  [given = {}, options]: readonly [input?: unknown, options?: unknown],
  jsonColumns: ReadonlySet<string>,
): CallArguments {
  const { endpoint } = route;
  if (endpoint.access === "cached" && options === undefined && isObject(given) && "headers" in given)
    return readSessionCall(route, given);
  const problem = inputProblem(given, endpoint, jsonColumns);
  if (problem !== null) {
    const issues = [{ path: "", message: problem }];
    throw commonError("VALIDATION_ERROR", { issues, message: `${nameOf(route)}: ${problem}. ${advise(route, given)}` });
  }
  return { input: given as RawInput, options: readOptions(route, options ?? {}, given) };
}

/** `getSession({ headers, query })`, or `getSession(request)`. */
function readSessionCall(route: Route, given: object): CallArguments {
  const headers: unknown = Reflect.get(given, "headers");
  if (headers === undefined) throw new TypeError(`${nameOf(route)}: headers are undefined. ${advise(route, {})}`);
  const { query = {}, ...options } = kindOf(given) === "Request" ? { headers } : { ...(given as { query?: RawInput }) };
  return { input: query, options: readOptions(route, options, {}) };
}

function readOptions(route: Route, options: unknown, given: unknown): CallOptions {
  const problem = optionsProblem(options);
  if (problem !== null) throw new TypeError(`${nameOf(route)}: ${problem}. ${advise(route, given)}`);
  return options as CallOptions;
}

function inputProblem(
  given: unknown,
  { input, takesUserColumns, takesColumns }: AnyEndpoint,
  jsonColumns: ReadonlySet<string>,
): string | null {
  if (!isObject(given)) return "the input must be an object";
  const kind = kindOf(given);
  if (kind !== null) return `the input is a ${kind}`;
  // What another library's schema takes is not known: only headers are no input for certain.
  const fields = input instanceof ObjectSchema ? input.shape : null;
  const isColumn = (key: string): boolean => Boolean(takesUserColumns || takesColumns) && jsonColumns.has(key);
  const isWrong = (key: string): boolean => {
    const value: unknown = Object.hasOwn(given, key) ? Reflect.get(given, key) : null;
    return isObject(value) && (fields ? !(Object.hasOwn(fields, key) || isColumn(key)) : kindOf(value) === "Headers");
  };
  const wrong = wrappers.filter(isWrong);
  return wrong.length === 0 ? null : `the input has ${wrong.map((key) => `"${key}"`).join(" and ")}`;
}

function optionsProblem(options: unknown): string | null {
  if (!isObject(options)) return "the options must be an object";
  const kind = kindOf(options);
  if (kind !== null) return `the options are a ${kind}`;
  if (!Object.keys(options).every((key) => Object.hasOwn(optionKeys, key)))
    return unknownKeyErrors(options, optionKeys, { foreign: [betterAuth] }).join("; ");
  const { headers, setCookie, setHeader, ipAddress } = options as Readonly<Record<string, unknown>>;
  const wrongHeaders = headers === undefined ? null : headersError(headers);
  if (wrongHeaders !== null) return wrongHeaders;
  if (setCookie !== undefined && typeof setCookie !== "function") return "setCookie must be a function";
  if (setHeader !== undefined && typeof setHeader !== "function") return "setHeader must be a function";
  return ipAddress === undefined || typeof ipAddress === "string" ? null : "ipAddress must be a text";
}

/** Why a value has no headers; null: the value has headers. */
export function headersError(headers: unknown): string | null {
  if (!isObject(headers)) return "headers must be a Headers, or an object such as the headers of a Node request";
  return kindOf(headers) === "Promise" ? "headers are a Promise: await it" : null;
}

/** The kind of an object that looks like a plain object but is none; null: another value. */
function kindOf(value: unknown): "Headers" | "Request" | "Promise" | null {
  if (!isObject(value)) return null;
  if (isHeaders(value)) return "Headers";
  if ("then" in value && typeof value.then === "function") return "Promise";
  // The headers of a `Request` are a getter of its class.
  return "headers" in value && !Object.hasOwn(value, "headers") ? "Request" : null;
}

/** `Headers` of any realm: a framework may bring another class. */
const isHeaders = (value: object): value is Headers =>
  value instanceof Headers ||
  ("get" in value && typeof value.get === "function" && "has" in value && Symbol.iterator in value);

export function toHeaders(given: Headers | NodeHeaders): Headers {
  if (given instanceof Headers) return given;
  if (isHeaders(given)) return new Headers([...given]);
  const headers = new Headers();
  // The pseudo headers of HTTP/2 have names that no other header may have.
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !name.startsWith(":"))
      headers.set(name, Array.isArray(value) ? value.join(", ") : String(value));
  }
  return headers;
}

/** The columns of plugins that callers set and that take objects: an input may have a column named like a wrapper. */
export const jsonColumnsIn = ({ models }: Schema): ReadonlySet<string> =>
  new Set(
    [...models.values()].flatMap(({ columns }) =>
      Object.keys(columns).filter((name) => columns[name]?.facts.kind === "json" && columns[name].facts.isInput),
    ),
  );

const nameOf = ({ name }: Route): string => `auth.api.${name?.join(".")}`;

/** The right call, with the names of the fields that were given, wrapped or not. */
function advise(route: Route, given: unknown): string {
  const plain = isObject(given) && kindOf(given) === null ? Object.entries(given) : [];
  const names = plain.flatMap(([key, value]) => {
    if (key === "headers" || key === "request") return [];
    return wrappers.includes(key) && isObject(value) ? Object.keys(value) : [key];
  });
  const { input } = route.endpoint;
  const fields = input instanceof ObjectSchema ? Object.keys(input.shape) : names;
  const shown = names.filter((name) => fields.includes(name));
  const isSession = route.endpoint.access === "cached";
  const written = shown.length > 0 ? `{ ${shown.join(", ")} }` : requiredOf(input);
  return `Write ${nameOf(route)}(${isSession ? "" : `${written}, `}{ headers })`;
}

/** An input with the fields that an endpoint needs, or an empty input. */
function requiredOf(input: AnyEndpoint["input"]): string {
  if (!(input instanceof ObjectSchema)) return "input";
  const fields: Readonly<Record<string, { readonly presence: string }>> = input.shape;
  const required = Object.keys(fields).filter((name) => fields[name]?.presence === "required");
  return required.length > 0 ? `{ ${required.join(", ")} }` : "{}";
}
