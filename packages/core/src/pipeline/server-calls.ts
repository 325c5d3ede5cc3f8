import type { CallOptions } from "../contract/calls.js";
import type { Outcome } from "../contract/outcome.js";
import type { AuthDefinition, Route } from "../startup/define-auth.js";
import { type CallArguments, jsonColumnsIn, readArguments, toHeaders } from "./call-arguments.js";
import { inputOf } from "./form-input.js";
import type { EntryChecks } from "./incoming-call.js";
import type { Pipeline } from "./pipeline.js";

/** The caller is the app's own code, which is trusted, or passes on what a client has sent. */
const checksOf = (all: boolean): EntryChecks => ({ origin: all, rateLimit: all, challenge: all });

/** Runs a call with the arguments, e.g. inside of a transaction of the app. */
export type Around = (given: CallArguments, call: (given: CallArguments) => Promise<unknown>) => Promise<unknown>;

/** The entry point for server-side calls: each endpoint as a function, by name. */
export function createServerCalls(
  pipeline: Pipeline,
  { routes, schema }: Pick<AuthDefinition, "routes" | "schema">,
  around: Around = (given, call) => call(given),
): unknown {
  const jsonColumns = jsonColumnsIn(schema);
  const tree: Record<string, unknown> = {};
  for (const route of routes) {
    if (!route.name) continue;
    const groups = route.name.slice(0, -1);
    const key = route.name.at(-1) ?? "";
    groups.reduce(openGroup, tree)[key] = async (given?: unknown, options?: unknown) => {
      const input = given instanceof FormData ? inputOf(given, route, schema) : given;
      return around(readArguments(route, [input, options], jsonColumns), (read) => callRoute(pipeline, route, read));
    };
  }
  return tree;
}

/** The group of a name, created on first use. */
function openGroup(group: Record<string, unknown>, name: string): Record<string, unknown> {
  const inner = (group[name] ?? {}) as Record<string, unknown>;
  group[name] = inner;
  return inner;
}

/** Calls a route. */
export async function callRoute(
  pipeline: Pipeline,
  route: Route,
  { input, options, isReadOnly }: CallArguments,
): Promise<unknown> {
  const { headers = noHeaders, setCookie, setHeader, ipAddress, isFromClient = false } = options;
  const connection = { ipAddress };
  // Such a call checks no permission, so a client must not reach it: over HTTP the route does not exist either.
  if (isFromClient && route.endpoint.isServerOnly)
    throw new TypeError(`auth.api.${route.name?.join(".")}: only for calls of your server, without \`isFromClient\`.`);
  const checks = checksOf(isFromClient);
  const sent = { headers: toHeaders(headers), source: headers, connection, input };
  const call = { route, request: null, ...sent, checks, setCookie, setHeader, isReadOnly };
  return dataOf(await pipeline(call), setCookie);
}

const noHeaders = new Headers();

function dataOf(outcome: Outcome<unknown>, setCookie: CallOptions["setCookie"]): unknown {
  if (outcome.kind === "page")
    throw new Error("This route answers with a page for browsers: it cannot be called on the server.");
  for (const line of outcome.cookies) setCookie?.(line);
  if (outcome.kind === "redirect") throw new Error("This call redirects a browser: call it without a callbackURL.");
  return outcome.data;
}
