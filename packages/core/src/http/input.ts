import type { AnyEndpoint, SignedDelivery } from "../contract/endpoint.js";
import { commonError, type Issue } from "../contract/errors.js";
import type { Shape, ShapeIssue, ShapeResult } from "../contract/standard-schema.js";
import { readBody, readBytes, readForm } from "./body.js";
import type { IncomingRequest } from "./incoming-request.js";

/** What a request asks for, before any schema: own keys only. */
export type RawInput = Readonly<Record<string, unknown>>;

type Receiver = Pick<AnyEndpoint, "takesForeignForm" | "takesSignedBody">;

/** What a request brought, before the pipeline looks at it. */
export interface Received {
  readonly raw: RawInput;
  /** Why it cannot be read: `inputOf` throws it after the caller was authorized. */
  readonly failure: { readonly error: unknown } | null;
  /** Only for endpoints that take it. */
  readonly signed: SignedDelivery | null;
}

/** Reads a request as a whole: path parameters and query for GET, path parameters and body for POST, never query and body. */
export function receive(
  request: IncomingRequest,
  params: RawInput,
  { takesForeignForm, takesSignedBody }: Receiver,
): Received | Promise<Received> {
  if (takesSignedBody) return receiveSigned(request, params, takesSignedBody.mostBytes);
  if (request.method !== "GET") return receivePosted(request, params, takesForeignForm);
  try {
    return received({ ...readQuery(request.url), ...params });
  } catch (error) {
    return unreadable(error);
  }
}

/** What was received. Throws what is wrong with it. */
export function inputOf({ raw, failure }: Received): RawInput {
  if (failure) throw failure.error;
  return raw;
}

export const received = (raw: RawInput): Received => ({ raw, failure: null, signed: null });

const noInput: RawInput = Object.freeze({});
const unreadable = (error: unknown): Received => ({ raw: noInput, failure: { error }, signed: null });

async function receiveSigned(request: IncomingRequest, params: RawInput, mostBytes: number): Promise<Received> {
  const body = await readBytes(request, mostBytes);
  return { raw: params, failure: null, signed: { headers: request.headers, body } };
}

async function receivePosted(request: IncomingRequest, params: RawInput, isForm: boolean): Promise<Received> {
  try {
    const given = isForm ? readPairs(await readForm(request)) : await readBody(request);
    if (typeof given === "object" && given !== null && !Array.isArray(given)) return received({ ...given, ...params });
    return unreadable(invalid([{ path: "", message: "Invalid input: expected object" }]));
  } catch (error) {
    return unreadable(error);
  }
}

function readQuery(url: string): RawInput {
  const start = url.indexOf("?");
  return start === -1 ? noInput : readPairs(new URLSearchParams(url.slice(start)));
}

function readPairs(given: URLSearchParams): RawInput {
  const pairs: Record<string, string> = Object.create(null);
  for (const [name, value] of given) {
    if (Object.hasOwn(pairs, name)) throw invalid([{ path: name, message: "Given more than once" }]);
    pairs[name] = value;
  }
  return pairs;
}

/** The input as the endpoint's shape has it. Throws 400 with the path of every field that is wrong, never its value. */
export function checkInput(shape: Shape, raw: RawInput): unknown {
  const problem = textProblem(raw, "", 0);
  if (problem) throw invalid([problem]);
  const validated = shape["~standard"].validate(raw);
  return validated instanceof Promise ? validated.then(checkedValue) : checkedValue(validated);
}

function checkedValue(result: ShapeResult<unknown>): unknown {
  if (result.issues) throw invalid(result.issues.map(toIssue));
  return result.value;
}

const invalid = (issues: readonly Issue[]): Error => commonError("VALIDATION_ERROR", { issues });

function toIssue({ message, path = [] }: ShapeIssue): Issue {
  const keys = path.map((segment) => (typeof segment === "object" ? segment.key : segment));
  return { path: keys.map(String).join("."), message };
}

const deepest = 16;

/** What no database and no log keeps faithfully: NUL, half a surrogate pair, a key that reaches for the prototype. */
function textProblem(value: unknown, path: string, depth: number): Issue | null {
  if (typeof value === "string") {
    if (value.includes("\u0000")) return { path, message: "Holds a NUL character" };
    return value.isWellFormed() ? null : { path, message: "Holds half a surrogate pair" };
  }
  if (typeof value !== "object" || value === null) return null;
  if (depth === deepest) return { path, message: "Nested too deep" };
  for (const [key, inner] of Object.entries(value)) {
    const innerPath = path === "" ? key : `${path}.${key}`;
    if (key === "__proto__") return { path: innerPath, message: "Not a key that may be used" };
    const problem = textProblem(key, innerPath, depth) ?? textProblem(inner, innerPath, depth + 1);
    if (problem) return problem;
  }
  return null;
}
