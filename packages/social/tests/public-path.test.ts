import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { nodeHandler } from "@keyhold/core/node";
import { createBrowser, createTestAuth, linkIn } from "@keyhold/testing";
import { afterEach, describe, expect, test } from "vitest";
import { comeBack, setOut, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { social } from "../src/index.js";
import { google } from "../src/providers/google.js";

/** A framework or a proxy removes a path that browsers see: `basePath` of Next.js, a server behind "/app". */

const idp = useIdentityProvider();
const baseURL = "https://example.com/app";

const open = () => {
  const { clientId, clientSecret, fetch } = idp();
  return createTestAuth({
    config: { baseURL, user: { deleteUser: { enabled: true } } },
    plugins: [social({ providers: [google({ clientId, clientSecret })], fetch })],
  });
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server behind a proxy: the proxy removes "/app". */
async function serve({ auth }: ReturnType<typeof open>): Promise<typeof fetch> {
  const handle = nodeHandler(auth);
  const server = createServer((incoming, outgoing) => {
    const { url = "" } = incoming;
    if (!url.startsWith("/app/")) return outgoing.writeHead(404).end();
    incoming.url = url.slice("/app".length);
    handle(incoming, outgoing);
  });
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return (target, init) => {
    const { pathname, search, origin } = new URL(String(target));
    if (origin !== "https://example.com") throw new Error(`The page is at another origin: ${origin}`);
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { redirect: "manual", ...init });
  };
}

const ada = { name: "Ada", email: "ada@example.com", password: "correct horse" };

describe("behind a proxy that removes the path of baseURL", () => {
  test("links in emails, the pages behind them and their forms have the path", async () => {
    const fixture = open();
    const visit = await serve(fixture);
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ ...ada, callbackURL: "/app/welcome" });
    const signedUp = await visit(`${baseURL}/api/auth/sign-up/email`, { method: "POST", headers, body });
    expect(signedUp.status).toBe(200);
    expect(signedUp.headers.get("set-cookie")).toContain("; Path=/;");

    const message = await fixture.mailbox.waitFor(ada.email, { kind: "verify-email" });
    expect(message.appUrl).toBe(baseURL);
    const link = linkIn(message);
    expect(String(link)).toMatch(/^https:\/\/example\.com\/app\/api\/auth\/verify-email\?token=/);
    const page = await visit(link, { headers: { accept: "text/html" } });
    expect(page.status).toBe(200);
    const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? "";
    expect(action).toBe("/app/api/auth/verify-email");
    const { searchParams } = new URL(link);
    const verified = await visit(new URL(action, link), { method: "POST", body: searchParams });
    expect(verified.headers.get("location")).toBe("https://example.com/app/welcome");
  });

  test("the link for a new password and the link that deletes an account have the path", async () => {
    const fixture = open();
    const person = await fixture.signUp(ada.email);
    await person.client.requestPasswordReset({ email: ada.email, redirectTo: "/app/reset" });
    const reset = linkIn(await fixture.mailbox.waitFor(ada.email, { kind: "reset-password" }));
    expect(String(reset)).toMatch(/^https:\/\/example\.com\/app\/api\/auth\/reset-password\//);
    const visit = await serve(fixture);
    expect((await visit(reset)).headers.get("location")).toMatch(/^https:\/\/example\.com\/app\/reset\?token=/);
    await person.client.deleteUser({ password: person.password });
    const deletion = linkIn(await fixture.mailbox.waitFor(ada.email, { kind: "delete-account" }));
    expect(String(deletion)).toMatch(/^https:\/\/example\.com\/app\/api\/auth\/delete-user\/callback\?token=/);
    const deleted = await person.browser.follow(deletion);
    expect(await deleted.text()).toContain(`href="${baseURL}/"`);
  });

  test("errors lead to the error page of the routes, and its link leads to the app", async () => {
    const visit = await serve(open());
    const failed = await visit(`${baseURL}/api/auth/callback/google?state=unknown&code=x`);
    const location = failed.headers.get("location") ?? "";
    expect(location).toMatch(/^https:\/\/example\.com\/app\/api\/auth\/error\?error=/);
    const page = await visit(location);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('href="https://example.com/app/"')]);
  });

  test("requests never have the path, and the other path answers 404", async () => {
    const { auth } = open();
    const ask = async (url: string): Promise<number> => (await auth.handler(new Request(url))).status;
    expect(await ask("https://example.com/api/auth/ok")).toBe(200);
    expect(await ask("https://example.com/app/api/auth/ok")).toBe(404);
    const visit = await serve(open());
    expect((await visit("https://example.com/api/auth/ok")).status).toBe(404);
  });

  test("the callback URL of a provider has the path, and a sign-in comes back to the app", async () => {
    const fixture = open();
    const browser = createBrowser(fixture.auth, { baseURL });
    const url = await setOut({ auth: fixture.auth, browser }, { provider: "google" });
    expect(new URL(url).searchParams.get("redirect_uri")).toBe(`${baseURL}/api/auth/callback/google`);
    const landing = await comeBack({ auth: fixture.auth, browser }, await idp().authorize(url));
    expect(landing.url.href).toBe(baseURL);
    expect(await (await browser.get("/get-session")).json()).toMatchObject({ user: { email: expect.any(String) } });
  });

  test("the client with the same baseURL calls the routes there", async () => {
    const { client } = open();
    expect((await client.signUp.email(ada)).error).toBe(null);
    expect((await client.getSession()).data?.user.email).toBe(ada.email);
  });
});
