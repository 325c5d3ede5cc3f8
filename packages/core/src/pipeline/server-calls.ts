import type { CallOptions, NodeHeaders } from "../contract/calls.js";
import type { Outcome } from "../contract/outcome.js";
import type { RawInput } from "../http/input.js";
import type { Route } from "../startup/define-auth.js";
import type { EntryChecks } from "./incoming-call.js";
import type { Pipeline } from "./pipeline.js";

/** The caller is the app's own code, and is trusted. */
const checks: EntryChecks = { origin: false, rateLimit: false, challenge: false };

/** The entry point for server-side calls: each endpoint as a function, under its name. */
export function createServerCalls(pipeline: Pipeline, routes: readonly Route[]): unknown {
  const tree: Record<string, unknown> = {};
  for (const route of routes) {
    if (!route.name) continue;
    const groups = route.name.slice(0, -1);
    const key = route.name.at(-1) ?? "";
    groups.reduce(openGroup, tree)[key] = (input: RawInput = {}, options: CallOptions = {}) =>
      callRoute(pipeline, route, { input, options });
  }
  return tree;
}

/** The group of a name, created on first use. */
function openGroup(group: Record<string, unknown>, name: string): Record<string, unknown> {
  const inner = (group[name] ?? {}) as Record<string, unknown>;
  group[name] = inner;
  return inner;
}

interface Given {
  readonly input: RawInput;
  readonly options: CallOptions;
}

async function callRoute(pipeline: Pipeline, route: Route, { input, options }: Given): Promise<unknown> {
  const { headers = noHeaders, setCookie, ipAddress } = options;
  const connection = { ipAddress };
  const call = { route, request: null, headers: toHeaders(headers), connection, input, checks, setCookie };
  return dataOf(await pipeline(call), setCookie);
}

const noHeaders = new Headers();

function toHeaders(given: Headers | NodeHeaders): Headers {
  if (given instanceof Headers) return given;
  const headers = new Headers();
  // The pseudo headers of HTTP/2 have names that `Headers` rejects.
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !name.startsWith(":"))
      headers.set(name, typeof value === "string" ? value : value.join(", "));
  }
  return headers;
}

function dataOf(outcome: Outcome<unknown>, setCookie: CallOptions["setCookie"]): unknown {
  if (outcome.kind === "page") throw new Error("A page is visited, not called.");
  for (const line of outcome.cookies) setCookie?.(line);
  if (outcome.kind === "redirect") throw new Error("A redirect is for browsers: call it without a callbackURL.");
  return outcome.data;
}
