import type { CallOptions, NodeHeaders } from "../contract/calls.js";
import type { Context } from "../contract/context.js";
import type { Outcome } from "../contract/outcome.js";
import type { RawInput } from "../http/input.js";
import type { House, Mounted } from "../startup/assemble.js";
import { admit, answer, findTrusted, identify, recognise } from "./stages.js";

/** The other door to the same stages: each endpoint as a function, under its name. Trusts its caller, so it asks for no origin. */
export function createServerCalls(ctx: Context, house: House): unknown {
  const tree: Record<string, unknown> = {};
  for (const mounted of house.mounted) {
    if (!mounted.name) continue;
    const groups = mounted.name.slice(0, -1);
    const key = mounted.name.at(-1) ?? "";
    groups.reduce(openGroup, tree)[key] = (input: RawInput = {}, options: CallOptions = {}) =>
      call(ctx, mounted, input, options);
  }
  return tree;
}

/** The group of a name, made when it is first met. */
function openGroup(group: Record<string, unknown>, name: string): Record<string, unknown> {
  const inner = (group[name] ?? {}) as Record<string, unknown>;
  group[name] = inner;
  return inner;
}

const noHeaders = new Headers();

function toHeaders(given: Headers | NodeHeaders): Headers {
  if (given instanceof Headers) return given;
  const headers = new Headers();
  // The pseudo headers of HTTP/2 have names that no other header may have.
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !name.startsWith(":"))
      headers.set(name, typeof value === "string" ? value : value.join(", "));
  }
  return headers;
}

async function call(ctx: Context, mounted: Mounted, raw: RawInput, options: CallOptions): Promise<unknown> {
  const { headers = noHeaders, setCookie, ipAddress } = options;
  const { access } = mounted.endpoint;
  const trusted = findTrusted(ctx, mounted.endpoint, null);
  const caller = recognise(
    ctx,
    toHeaders(headers),
    { ipAddress },
    trusted instanceof Promise ? await trusted : trusted,
  );
  const { session, cookies } = await identify(ctx, access, { caller, raw });
  for (const line of cookies) setCookie?.(line);
  admit(ctx, mounted.endpoint, session);
  const outcome = await answer(ctx, mounted, { caller, session, raw, signed: null });
  return dataOf(outcome, setCookie);
}

function dataOf(outcome: Outcome<unknown>, setCookie: CallOptions["setCookie"]): unknown {
  if (outcome.kind === "page") throw new Error("A page is visited, not called.");
  for (const line of outcome.cookies) setCookie?.(line);
  if (outcome.kind === "redirect") throw new Error("A redirect is for browsers: call it without a callbackURL.");
  return outcome.data;
}
