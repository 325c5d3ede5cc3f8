import type { Browser } from "@keyhold/testing";

/** A user at a browser, independent of the plugins. */
export interface Actor {
  readonly browser: Browser;
  readonly user: { readonly id: string };
}

/** Sends a request without the client's types. */
export async function posts({ browser }: Pick<Actor, "browser">, path: string, body: object) {
  const response = await browser.post(`/organization/${path}`, body);
  return { status: response.status, body: await response.json() };
}
