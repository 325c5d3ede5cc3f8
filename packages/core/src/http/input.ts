import type { AnyEndpoint, SignedDelivery } from "../contract/endpoint.js";
import { commonError, type Issue } from "../contract/errors.js";
import type { Shape, ShapeIssue } from "../contract/shape.js";
import { readBody, readBytes, readForm } from "./body.js";

/** What a request asks for, before any schema: own keys only. */
export type RawInput = Readonly<Record<string, unknown>>;

type Receiver = Pick<AnyEndpoint, "takesForeignForm" | "takesSignedBody">;

/** Path parameters and query for GET, path parameters and body for POST: never query and body. */
async function readInput(request: Request, params: RawInput, { takesForeignForm }: Receiver): Promise<RawInput> {
  const read = takesForeignForm ? async () => readPairs(await readForm(request)) : () => readBody(request);
  const given = request.method === "GET" ? readQuery(request.url) : await read();
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw invalid([{ path: "", message: "Invalid input: expected object" }]);
  }
  return { ...given, ...params };
}

interface Received {
  /** Throws what is wrong with it. */
  readonly input: () => RawInput;
  readonly signed: SignedDelivery | null;
}

/**
 * The same, read now and looked at later. It has come as a whole before anything that is found out about its sender
 * could be over.
 */
export async function receive(request: Request, params: RawInput, receiver: Receiver): Promise<Received> {
  const { takesSignedBody } = receiver;
  if (takesSignedBody) {
    const body = await readBytes(request, takesSignedBody.mostBytes);
    return { input: () => params, signed: { headers: request.headers, body } };
  }
  const input = await readInput(request, params, receiver).then(
    (read) => () => read,
    (error: unknown) => () => {
      throw error;
    },
  );
  return { input, signed: null };
}

const noQuery: RawInput = Object.freeze({});

function readQuery(url: string): RawInput {
  const start = url.indexOf("?");
  return start === -1 ? noQuery : readPairs(new URLSearchParams(url.slice(start)));
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
export async function checkInput(shape: Shape, raw: RawInput): Promise<unknown> {
  const problem = textProblem(raw, "", 0);
  if (problem) throw invalid([problem]);
  const validated = shape["~standard"].validate(raw);
  const result = validated instanceof Promise ? await validated : validated;
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
