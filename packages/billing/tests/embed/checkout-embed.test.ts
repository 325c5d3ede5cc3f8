import { billingClient, type EmbedCheckout } from "@keyhold/billing/client";
import { createAuthClient } from "@keyhold/client";
import { afterEach, expect, test, vi } from "vitest";
import { openStore } from "../purchase/open.ts";

/* checkoutEmbed(): a checkout in a frame of the page. */

afterEach(() => vi.unstubAllGlobals());

/** A client of a signed-in user, whose page is of the app's origin. */
async function openPage(embed?: EmbedCheckout) {
  const { auth, person, desk, requests } = await openStore();
  const { headers } = await person("ada");
  const origin = "https://app.example.com";
  const visited: string[] = [];
  vi.stubGlobal("location", { origin, assign: (url: string) => void visited.push(url) });
  const client = createAuthClient({
    baseURL: origin,
    fetch: (url, init) =>
      auth.handler(
        new Request(url, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers, origin },
        }),
      ),
    plugins: [billingClient(embed ? { embed } : {})],
  });
  return { client, desk, requests, visited };
}

test("the provider's script is loaded by the call, gets the checkout of this page, and the browser stays", async () => {
  const embed = vi.fn<EmbedCheckout>(() => ({ close: () => undefined }));
  const { client, desk, requests, visited } = await openPage(embed);
  expect(embed).not.toHaveBeenCalled();
  const { data } = await client.checkoutEmbed({ slug: "pro", theme: "dark" });
  expect(data).toEqual({ url: expect.stringContaining(desk.origin), frame: { close: expect.any(Function) } });
  expect(embed.mock.calls).toEqual([[data?.url, { theme: "dark" }]]);
  expect(requests("POST", "/v1/checkouts/")).toMatchObject([{ embed_origin: "https://app.example.com" }]);
  expect(visited).toEqual([]);
});

test("without the script the browser goes to the page of the checkout", async () => {
  const { client, visited } = await openPage(async () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const { data, error } = await client.checkoutEmbed({ slug: "pro" });
  expect(error).toBe(null);
  expect(data?.frame).toBe(null);
  expect(visited).toEqual([data?.url]);
});

test("a refused checkout loads no script, and answers the error", async () => {
  const embed = vi.fn<EmbedCheckout>(() => ({ close: () => undefined }));
  const { client } = await openPage(embed);
  expect((await client.checkoutEmbed({ slug: "not sold" })).error?.code).toBe("BILLING_PRODUCT_NOT_FOUND");
  expect(embed).not.toHaveBeenCalled();
});

test("without `embed` the call says what the client lacks, and opens no checkout", async () => {
  const { client, requests } = await openPage();
  await expect(client.checkoutEmbed({ slug: "pro" })).rejects.toThrow("billingClient({ embed })");
  expect(requests("POST", "/v1/checkouts/")).toEqual([]);
});
