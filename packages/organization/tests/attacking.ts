import type { Browser } from "@keyhold/testing";

/** Somebody at a browser, whatever plugins there are. */
export interface Actor {
  readonly browser: Browser;
  readonly user: { readonly id: string };
}

/** Sends what a client could, whatever its types say. */
export async function posts({ browser }: Pick<Actor, "browser">, path: string, body: object) {
  const response = await browser.post(`/organization/${path}`, body);
  return { status: response.status, body: await response.json() };
}
