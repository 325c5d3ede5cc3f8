import { accountModel, sessionModel, userModel } from "@keyhold/core/plugin";
import type { Browser } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import {
  type CallbackResult,
  callbackResultOf,
  open,
  useIdentityProvider,
} from "../../../tests/harness/sign-in-flow.ts";
import { tokenCallsDuring } from "./calls.ts";
import {
  development,
  type Fixture,
  type FixtureOptions,
  givesSession,
  goThere,
  openFixture,
  whoIs,
} from "./fixture.ts";

const idp = useIdentityProvider();
const john = "jsmith@example.com";
const home = "https://app.example.com/home";
const cookieName = "__Host-keyhold.state";

/** Opens a URL in a browser with only these cookies. */
const openWith = async ({ auth }: Fixture, url: URL, cookie: string | null): Promise<CallbackResult> =>
  callbackResultOf(await auth.handler(new Request(url, { headers: cookie === null ? {} : { cookie } })));

async function expectRefused(flow: Fixture, come: () => Promise<CallbackResult>): Promise<void> {
  const sessions = await flow.db.count(sessionModel, {});
  const asked = await tokenCallsDuring(idp(), async () => {
    const landing = await come();
    expect(landing.error).toBe("please_restart_the_process");
    expect(givesSession(landing.response)).toBe(false);
  });
  expect(asked).toBe(0);
  expect(await flow.db.count(sessionModel, {})).toBe(sessions);
  expect(await flow.db.exists(userModel, { email: john })).toBe(false);
  expect(await flow.db.exists(accountModel, { providerId: "google" })).toBe(false);
}

const cookieOf = ({ cookies }: Browser, name = cookieName): string => cookies.get(name) ?? "";

describe("a flow ends only in the browser in which it was started:", () => {
  /** Cookies of a victim's browser that opens the URL of an attacker's flow. */
  const victims: readonly (readonly [string, (flow: Fixture) => Promise<string | null> | string | null])[] = [
    ["not in one without cookies", () => null],
    ["not in one with other cookies", () => "theme=dark"],
    [
      "not in one with a flow of its own",
      async (flow) => {
        const { browser } = flow.visit();
        await goThere({ ...flow, browser });
        return browser.cookies.header();
      },
    ],
    [
      "not in one with another user's session",
      async (flow) => (await flow.signUp("ann@example.com")).browser.cookies.header(),
    ],
    ["not with an empty cookie", () => `${cookieName}=`],
    ["not with a cookie without a signature", (flow) => `${cookieName}=${cookieOf(flow.browser).slice(0, 32)}`],
    ["not with half a signature", (flow) => `${cookieName}=${cookieOf(flow.browser).slice(0, -3)}`],
    [
      "not with another secret and that signature",
      (flow) => `${cookieName}=${"A".repeat(32)}${cookieOf(flow.browser).slice(32)}`,
    ],
    ["not with its cookie under another name", (flow) => `keyhold.state=${cookieOf(flow.browser)}`],
    ["not with its cookie as that of a session", (flow) => `__Host-keyhold.session_token=${cookieOf(flow.browser)}`],
    [
      "not with the cookie of a session in its place, though we signed that, too",
      async (flow) => {
        const { browser } = await flow.signUp("ann@example.com");
        const session = cookieOf(browser, "__Host-keyhold.session_token");
        expect(session).toMatch(/^[A-Za-z0-9]{32}\./);
        return `${cookieName}=${session}`;
      },
    ],
    [
      "not with one that another app's secret signed",
      async () => {
        const other = openFixture(idp(), { config: { secret: "of another app: 0123456789abcdefgh" } });
        await goThere(other);
        return other.browser.cookies.header();
      },
    ],
  ];

  test.each(victims)("%s", async (_, cookie) => {
    const flow = openFixture(idp());
    const url = await goThere(flow);
    const header = await cookie(flow);
    await expectRefused(flow, () => openWith(flow, url, header));
    // The state is used up: not even the right browser can go on.
    await expectRefused(flow, () => open(flow.browser, url));
  });

  test("though a sibling subdomain set a cookie of that name with another signature", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow);
    const header = `${cookieName}=planted.AAAA; ${flow.browser.cookies.header()}`;
    expect((await openWith(flow, url, header)).url.href).toBe(home);
  });

  test("and its cookie opens no session", async () => {
    const flow = openFixture(idp());
    await goThere(flow);
    const value = cookieOf(flow.browser);
    const headers = { cookie: `__Host-keyhold.session_token=${value}` };
    expect(await (await flow.visit().browser.fetch("/get-session", { headers })).text()).toBe("null");
  });

  test("by a cookie that scripts and other sites cannot read, for as long as the state is valid", async () => {
    const flow = openFixture(idp());
    const answer = await flow.browser.post("/sign-in/social", { provider: "google" });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-keyhold\.state=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    flow.clock.forward({ minutes: 10 });
    expect(flow.browser.cookies.get(cookieName)).toBe(null);
  });

  test.each<[string, FixtureOptions["config"], string]>([
    ["over http", { baseURL: development }, "keyhold.state"],
    ["by another first part", { cookies: { prefix: "acme" } }, "__Host-acme.state"],
    ["for a whole domain", { cookies: { domain: "example.com" } }, "__Secure-keyhold.state"],
  ])("where the cookie has its name and place %s", async (_, config, name) => {
    const flow = openFixture(idp(), { config });
    const url = await goThere(flow);
    expect(flow.browser.cookies.get(name)).not.toBe(null);
    expect((await open(flow.browser, url)).error).toBe(null);
  });
});

describe("several tabs of one browser", () => {
  test("run their flows at the same time and finish in any order", async () => {
    const flow = openFixture(idp());
    const first = await goThere(flow, { callbackURL: "/first" });
    const cookie = cookieOf(flow.browser);
    const second = await goThere(flow, { callbackURL: "/second", provider: "example" });
    const third = await goThere(flow, { callbackURL: "/third" });
    expect(cookieOf(flow.browser)).toBe(cookie);
    const landings = [
      await open(flow.browser, third),
      await open(flow.browser, first),
      await open(flow.browser, second),
    ];
    expect(landings.map(({ url }) => url.pathname)).toEqual(["/third", "/first", "/second"]);
    expect(await flow.db.count(sessionModel, {})).toBe(1);
  });

  test("get at most one cookie of each name from one response", async () => {
    const flow = openFixture(idp(), { config: { session: { cookieCache: { enabled: true } } } });
    const { browser } = await flow.signUp("ann@example.com");
    flow.clock.forward({ days: 2 });
    const { response } = await open(browser, await goThere({ ...flow, browser }));
    const names = response.headers.getSetCookie().map((line) => line.split("=", 1)[0]);
    expect(names).toContain("__Host-keyhold.session_token");
    expect(new Set(names).size).toBe(names.length);
    expect(await whoIs(browser)).toBe(john);
  });

  test("get a new secret when the previous one has expired", async () => {
    const flow = openFixture(idp());
    await goThere(flow);
    const before = cookieOf(flow.browser);
    flow.clock.forward({ minutes: 10 });
    const url = await goThere(flow);
    expect(cookieOf(flow.browser)).not.toBe(before);
    expect((await open(flow.browser, url)).error).toBe(null);
  });
});

describe("a flow that links ends only in the session in which it was started:", () => {
  const begin = async (flow: Fixture) => {
    const ann = await flow.signUp("ann@example.com");
    return { ann, url: await goThere({ ...flow, browser: ann.browser }, {}, { path: "/link-social" }) };
  };
  const openLinking = () => openFixture(idp(), { social: { linking: { allowDifferentEmails: true } } });

  const returns: readonly (readonly [string, (flow: Fixture, browser: Browser) => Promise<unknown>])[] = [
    ["not after the user has signed out", (_, browser) => browser.post("/sign-out")],
    [
      "not in another session of the same user",
      async (_, browser) => {
        await browser.post("/sign-out");
        await browser.post("/sign-in/email", { email: "ann@example.com", password: "correct horse battery staple" });
        expect(await whoIs(browser)).toBe("ann@example.com");
      },
    ],
    [
      "not in a session of another user",
      async (flow, browser) => {
        const bob = await flow.signUp("bob@example.com");
        await browser.post("/sign-in/email", { email: "bob@example.com", password: bob.password });
        expect(await whoIs(browser)).toBe("bob@example.com");
      },
    ],
    [
      "not after the session was ended elsewhere",
      async (flow) => {
        const other = flow.visit().browser;
        await other.post("/sign-in/email", { email: "ann@example.com", password: "correct horse battery staple" });
        await other.post("/revoke-other-sessions");
      },
    ],
    ["not after the session has expired", async ({ clock }) => clock.forward({ minutes: 9 })],
  ];

  test.each(returns)("%s", async (_, meanwhile) => {
    const flow = openFixture(idp(), {
      social: { linking: { allowDifferentEmails: true } },
      config: { session: { expiresInSeconds: 500, updateAgeSeconds: 100 } },
    });
    const { ann, url } = await begin(flow);
    await meanwhile(flow, ann.browser);
    await expectRefused(flow, () => open(ann.browser, url));
  });

  test("not in another browser, though it has a session", async () => {
    const flow = openLinking();
    const { url } = await begin(flow);
    const bob = await flow.signUp("bob@example.com");
    await goThere({ ...flow, browser: bob.browser });
    await expectRefused(flow, () => open(bob.browser, url));
  });

  test("and there it links, in each of two tabs", async () => {
    const flow = openLinking();
    const { ann, url } = await begin(flow);
    const there = { ...flow, browser: ann.browser };
    const other = await goThere(there, { provider: "example" }, { path: "/link-social" });
    expect((await open(ann.browser, url)).url.href).toBe(home);
    expect((await open(ann.browser, other)).url.href).toBe(home);
    const accounts = await flow.db.list(accountModel, { userId: ann.user.id }, { orderBy: "id", limit: 10 });
    expect(accounts.map(({ providerId }) => providerId).sort()).toEqual(["credential", "example", "google"]);
    expect(await whoIs(ann.browser)).toBe("ann@example.com");
  });

  test("while a flow that signs in never links: a signed-in user gets a new session", async () => {
    const flow = openFixture(idp());
    const ann = await flow.signUp("ann@example.com");
    expect((await open(ann.browser, await goThere({ ...flow, browser: ann.browser }))).error).toBe(null);
    expect(await whoIs(ann.browser)).toBe(john);
    expect(await flow.db.count(accountModel, { userId: ann.user.id })).toBe(1);
    expect(await flow.db.count(sessionModel, { userId: ann.user.id })).toBe(0);
  });
});
