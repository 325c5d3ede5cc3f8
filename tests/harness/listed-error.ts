import type { ErrorEntry } from "@keyhold/core";
import type { Browser } from "@keyhold/testing";
import { expect } from "vitest";
import { allEndpoints } from "./endpoints.ts";

/** A call and its answer. */
export interface Asked {
  readonly route: string;
  readonly response: Response;
}

/** Asks a route, as its declaration names it. */
export async function send({ browser }: { readonly browser: Browser }, route: string, input: object): Promise<Asked> {
  const [method, path = ""] = route.split(" ");
  const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
  return { route, response: await (method === "GET" ? browser.get(path, query) : browser.post(path, input)) };
}

interface Exception {
  /** The code is of a plugin's hook at another plugin's route, so the route cannot list it. */
  readonly isOfAHook?: boolean;
}

/** A refusal with its code in the words of the catalogue, by a route that says that it may answer so. */
export async function expectListedError(
  { route, response }: Asked,
  [code, entry]: readonly [code: string, entry: ErrorEntry],
  { isOfAHook = false }: Exception = {},
): Promise<void> {
  expect(await response.json()).toMatchObject({ code, message: entry.message });
  expect(response.status).toBe(entry.status);
  const listing = allEndpoints().find((endpoint) => endpoint.route === route)?.errors;
  if (isOfAHook) expect(listing).not.toContain(code);
  else expect(listing).toContain(code);
}
