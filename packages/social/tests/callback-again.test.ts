import { memory } from "@keyhold/adapter-memory";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import type { Browser } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { callbackResultOf, open, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { tokenCallsDuring } from "./calls.ts";
import { ann, type Fixture, givesSession, goThere, openFixture, waysOf, whoIs } from "./fixture.ts";

const idp = useIdentityProvider();
const home = "https://app.example.com/home";
const errorPage = "https://app.example.com/api/auth/error?error=please_restart_the_process";

/** Opens a used callback URL again: no session is opened, and no provider is asked. */
async function openAgain(flow: Fixture, browser: Browser, url: URL): Promise<string> {
  const sessions = await flow.db.count(sessionModel, {});
  let where = "";
  const asked = await tokenCallsDuring(idp(), async () => {
    const again = await open(browser, url);
    expect(again.response.headers.getSetCookie()).toEqual([]);
    where = again.url.href;
  });
  expect(asked).toBe(0);
  expect(await flow.db.count(sessionModel, {})).toBe(sessions);
  return where;
}

describe("a callback that the same browser opens again", () => {
  test("leads to the page of the first answer, as long as the user is signed in", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow, { callbackURL: "/home?tab=2#top" });
    expect((await open(flow.browser, url)).error).toBe(null);
    for (const _ of [1, 2]) expect(await openAgain(flow, flow.browser, url)).toBe(`${home}?tab=2#top`);
    await flow.auth.idle();
    expect(flow.events.filter(({ type }) => type === "social.failed")).toEqual([]);

    await flow.browser.post("/sign-out");
    expect(await openAgain(flow, flow.browser, url)).toBe(errorPage);
  });

  test("leads a new user to the newUserCallbackURL again", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow, { newUserCallbackURL: "/welcome" });
    const first = (await open(flow.browser, url)).url.href;
    expect(first).toBe("https://app.example.com/welcome");
    expect(await openAgain(flow, flow.browser, url)).toBe(first);
  });

  test("leads to the page after a linking, and after a step-up", async () => {
    for (const path of ["/link-social", "/step-up/social"] as const) {
      const flow = openFixture(idp(), { hasProofs: true });
      const { browser, user } = await flow.signUp(ann.email);
      if (path === "/step-up/social") {
        const linking = { provider: "example", callbackURL: "/linked" };
        const linked = await goThere({ ...flow, browser }, linking, { as: ann, path: "/link-social" });
        expect((await open(browser, linked)).error).toBe(null);
      }
      const url = await goThere({ ...flow, browser }, { provider: "example" }, { as: ann, path });
      expect((await open(browser, url)).url.href).toBe(home);
      expect(await openAgain(flow, browser, url)).toBe(home);
      expect(await waysOf(flow, user.id)).toEqual(["credential", "example"]);
      expect(await whoIs(browser)).toBe(ann.email);
    }
  });

  test("fails in any other browser, also in one with a session", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow);
    await open(flow.browser, url);
    const other = await flow.signUp("bob@example.com");
    expect(await openAgain(flow, flow.visit().browser, url)).toBe(errorPage);
    expect(await openAgain(flow, other.browser, url)).toBe(errorPage);
  });

  test("fails if its first opening failed, although the user has another session", async () => {
    const flow = openFixture(idp());
    const { browser } = await flow.signUp("bob@example.com");
    const url = await goThere({ ...flow, browser }, {}, { deny: true });
    expect((await open(browser, url)).error).toBe("access_denied");
    expect(await openAgain(flow, browser, url)).toBe(errorPage);
  });

  test("fails with another state, and at another provider", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow);
    await open(flow.browser, url);
    const stranger = new URL(url);
    stranger.searchParams.set("state", "A".repeat(32));
    expect(await openAgain(flow, flow.browser, stranger)).toBe(errorPage);
    expect(await openAgain(flow, flow.browser, new URL(url.href.replace("/google?", "/example?")))).toBe(errorPage);
  });

  test("leads to no page that is not trusted any more", async () => {
    const database = memory();
    const config = { database, trustedOrigins: ["https://spa.example.com"] };
    const before = openFixture(idp(), { config });
    const url = await goThere(before, { callbackURL: "https://spa.example.com/home" });
    expect((await open(before.browser, url)).url.href).toBe("https://spa.example.com/home");
    const after = openFixture(idp(), { config: { database } });
    const answer = await after.auth.handler(new Request(url, { headers: before.browser.headers() }));
    expect(callbackResultOf(answer).url.href).toBe("https://app.example.com/");
  });
});

describe("a prefetch of a callback", () => {
  test.each([
    ["sec-purpose", "prefetch"],
    ["sec-purpose", "prefetch;prerender"],
    ["purpose", "prefetch"],
    ["x-purpose", "preview"],
    ["x-moz", "prefetch"],
  ])("with %s: %s uses no code up: the link of the page signs in", async (name, value) => {
    const flow = openFixture(idp());
    const url = await goThere(flow);
    let link = "";
    const asked = await tokenCallsDuring(idp(), async () => {
      const early = await flow.browser.fetch(url, { headers: { [name]: value } });
      expect(early.status).toBe(200);
      expect(early.headers.get("content-type")).toContain("text/html");
      expect(early.headers.getSetCookie()).toEqual([]);
      const [, href = ""] = /<a href="([^"]*)"/.exec(await early.text()) ?? [];
      link = href.replaceAll("&amp;", "&");
    });
    expect(asked).toBe(0);
    expect(await flow.db.count(userModel, {})).toBe(0);
    const landing = await open(flow.browser, link);
    expect(landing.url.href).toBe(home);
    expect(givesSession(landing.response)).toBe(true);
  });

  test("with hostile parameters stays a page with one link", async () => {
    const flow = openFixture(idp());
    const query = new URLSearchParams({ state: '"><script>alert(1)</script>', code: "'&<" });
    const answer = await flow.browser.fetch(`${flow.baseURL}/api/auth/callback/google?${query}`, {
      headers: { "sec-purpose": "prefetch" },
    });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).not.toContain("<script");
  });
});
