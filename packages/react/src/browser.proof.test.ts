import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AuthServer, newPerson, startAuthServer } from "../../../tests/harness/auth-server.ts";
import { executablePath, sharedBrowser } from "../../../tests/harness/chromium.js";
import { settled } from "../../../tests/harness/settled.ts";

/** `/` has twenty components with the session; other pages have only the client. */
const app = `
  import { createAuthClient } from "@keyhold/react";
  import { usernameClient } from "@keyhold/username/client";
  import { StrictMode } from "react";
  import { createRoot } from "react-dom/client";

  const client = createAuthClient({ plugins: [usernameClient()] });
  globalThis.client = client;
  function Greeting() {
    const { data, isPending } = client.useSession();
    return <p>{isPending ? "Looking" : data ? "Hello " + data.user.name : "Signed out"}</p>;
  }
  const app = <StrictMode>{[...Array(20).keys()].map((place) => <Greeting key={place} />)}</StrictMode>;
  if (location.pathname === "/") createRoot(document.body).render(app);`;

async function bundleApp(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: app, loader: "tsx", resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"development"' },
    write: false,
  });
  return `<!doctype html><body></body><script>${outputFiles[0]?.text.replaceAll("</script", "<\\/script")}</script>`;
}

describe.skipIf(!executablePath)("in a real browser", () => {
  let server: AuthServer;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    server = await startAuthServer(await bundleApp());
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(() => context.close());
  afterAll(() => server?.close());

  async function open(path = "/"): Promise<Page> {
    const page = await context.newPage();
    await page.goto(server.url + path);
    return page;
  }
  const shows = (page: Page, text: string): Promise<unknown> => page.getByText(text, { exact: true }).nth(19).waitFor();
  const call = (page: Page, code: string): Promise<unknown> => page.evaluate(`client.${code}`);
  const reads = (since: number): number =>
    server.requests.slice(since).filter((one) => one === "GET /get-session").length;

  test("twenty components under StrictMode cost one request", async () => {
    const since = server.requests.length;
    const page = await open();
    await shows(page, "Signed out");
    await settled();
    expect(reads(since)).toBe(1);
  });

  test("a sign-in or sign-out in one tab updates all tabs, for one request each", async () => {
    const [one, other] = [await open(), await open()];
    await shows(one, "Signed out");
    await shows(other, "Signed out");
    const person = newPerson();
    const since = server.requests.length;
    await call(one, `signUp.email(${JSON.stringify(person)})`);
    await shows(one, `Hello ${person.name}`);
    await shows(other, `Hello ${person.name}`);
    await call(other, "signOut()");
    await shows(one, "Signed out");
    await shows(other, "Signed out");
    await settled();
    expect(reads(since)).toBe(4);
  });

  test("a page without the session notifies pages with it", async () => {
    const [showing, signIn] = [await open(), await open("/sign-in")];
    await shows(showing, "Signed out");
    const person = newPerson();
    await call(signIn, `signUp.email(${JSON.stringify(person)})`);
    await shows(showing, `Hello ${person.name}`);
  });

  /** A request that no client has sent, e.g. of a form. */
  const send = (page: Page, path: string, body: object): Promise<unknown> =>
    page.evaluate(`fetch("/api/auth${path}", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: ${JSON.stringify(JSON.stringify(body))},
    })`);

  test("getSession() shows every tab a session that a form has opened or ended", async () => {
    const [one, other] = [await open(), await open()];
    await shows(one, "Signed out");
    await shows(other, "Signed out");
    const person = newPerson();
    await send(one, "/sign-up/email", person);
    await call(one, "getSession()");
    await shows(one, `Hello ${person.name}`);
    await shows(other, `Hello ${person.name}`);
    await send(other, "/sign-out", {});
    await call(other, "getSession()");
    await shows(one, "Signed out");
    await shows(other, "Signed out");
  });

  test("a session that expires while its page is open is not shown after its end", async () => {
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(server.url);
    const person = newPerson();
    await call(page, `signUp.email(${JSON.stringify(person)})`);
    await page.clock.runFor(20);
    await shows(page, `Hello ${person.name}`);
    server.wait(8 * 86_400);
    await page.clock.fastForward(8 * 86_400_000);
    await shows(page, "Signed out");
  });

  test("a sign-in with a callbackURL navigates to it", async () => {
    const page = await open("/sign-in");
    const { name, email, password } = newPerson();
    await call(page, `signUp.email(${JSON.stringify({ name, email, password })})`);
    const arrived = page.waitForURL(`${server.url}/welcome`);
    await call(page, `signIn.email(${JSON.stringify({ email, password, callbackURL: "/welcome" })})`).catch(() => null);
    await arrived;
  });
});
