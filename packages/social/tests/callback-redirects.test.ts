import { memory } from "@keyhold/adapter-memory";
import { defineErrors } from "@keyhold/core";
import { sessionModel, userModel } from "@keyhold/core/plugin";
import { describe, expect, test } from "vitest";
import {
  type CallbackResult,
  callbackResultOf,
  open,
  useIdentityProvider,
  withParameters,
} from "../../../tests/harness/sign-in-flow.ts";
import { development, type Fixture, type FixtureOptions, givesSession, goThere, openFixture } from "./fixture.ts";

const idp = useIdentityProvider();
const app = "https://app.example.com";
const errorPage = `${app}/api/auth/error`;

type Sent = Readonly<Record<string, string | null>>;

/** Runs a flow. `sent` overrides parameters of the provider's redirect. */
async function travel(flow: Fixture, body: object, sent: Sent = {}): Promise<CallbackResult> {
  return open(flow.browser, withParameters(await goThere(flow, { callbackURL: undefined, ...body }), sent));
}

const hrefOf = ({ url }: CallbackResult): string => url.href;

describe("a user who signs in is redirected", () => {
  test("at the app's start, when no page was named", async () => {
    expect(hrefOf(await travel(openFixture(idp()), {}))).toBe(`${app}/`);
    expect(hrefOf(await travel(openFixture(idp()), { callbackURL: "" }))).toBe(`${app}/`);
  });

  test("at the callbackURL, as it was named", async () => {
    const callbackURL = "/home?tab=2&next=%2Fx#top";
    expect(hrefOf(await travel(openFixture(idp()), { callbackURL }))).toBe(`${app}${callbackURL}`);
  });

  test("to a trusted origin, or to a native app", async () => {
    const config = { trustedOrigins: ["https://spa.example.com", "myapp://"] };
    for (const callbackURL of ["https://spa.example.com/home", "myapp://home"]) {
      expect(hrefOf(await travel(openFixture(idp(), { config }), { callbackURL }))).toBe(callbackURL);
    }
  });

  test("at the newUserCallbackURL the first time, and never again", async () => {
    const flow = openFixture(idp());
    const body = { callbackURL: "/home", newUserCallbackURL: "/welcome?a=1" };
    expect(hrefOf(await travel(flow, body))).toBe(`${app}/welcome?a=1`);
    expect(hrefOf(await travel(flow, body))).toBe(`${app}/home`);
  });

  test("to the callbackURL if the identity was linked by its email address: the user is not new", async () => {
    const flow = openFixture(idp());
    await flow.signUp("jsmith@example.com");
    const body = { callbackURL: "/home", newUserCallbackURL: "/welcome" };
    expect(hrefOf(await travel(flow, body))).toBe(`${app}/home`);
  });

  test("without the provider's parameters: neither code nor state", async () => {
    const { url, response } = await travel(openFixture(idp()), { callbackURL: "/home" });
    expect(url.search).toBe("");
    expect(response.status).toBe(302);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-keyhold\.session_token=[^;]/),
      expect.stringMatching(
        /^__Host-keyhold\.finished=[^;]{1,1500}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
  });
});

describe("a sign-in that fails is redirected", () => {
  const deny = (flow: Fixture, errorCallbackURL: string | undefined) =>
    travel(flow, { errorCallbackURL }, { code: null, error: "access_denied" });

  test.each([
    ["/sign-in", `${app}/sign-in?error=access_denied`],
    ["/sign-in?a=1", `${app}/sign-in?a=1&error=access_denied`],
    ["/sign-in?a=1&b", `${app}/sign-in?a=1&b=&error=access_denied`],
    ["/sign-in?a=1#form", `${app}/sign-in?a=1&error=access_denied#form`],
    ["/sign-in?error=old&error=older&a=1", `${app}/sign-in?error=access_denied&a=1`],
    ["https://spa.example.com/x?y=1", "https://spa.example.com/x?y=1&error=access_denied"],
    ["myapp://cb", "myapp://cb?error=access_denied"],
    ["", `${errorPage}?error=access_denied`],
    [undefined, `${errorPage}?error=access_denied`],
  ])("for the errorCallbackURL %j at %s", async (errorCallbackURL, landing) => {
    const config = { trustedOrigins: ["https://spa.example.com", "myapp://"] };
    const { url, response } = await deny(openFixture(idp(), { config }), errorCallbackURL);
    expect(url.href).toBe(landing);
    expect(url.searchParams.getAll("error")).toEqual(["access_denied"]);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("to the errorCallbackURL for every failure after the flow is known to be this browser's", async () => {
    const flow = openFixture(idp(), { google: { disableSignUp: true } });
    const returns: readonly Sent[] = [{}, { code: "x" }, { code: null }, { iss: "https://evil.example" }];
    for (const sent of returns) {
      expect((await travel(flow, { errorCallbackURL: "/sign-in" }, sent)).url.pathname).toBe("/sign-in");
    }
  });

  test("to the error page before that: no browser is redirected by an attacker's flow", async () => {
    const flow = openFixture(idp());
    const url = await goThere(flow, { errorCallbackURL: "/sign-in" });
    expect((await open(flow.visit().browser, url)).url.pathname).toBe("/api/auth/error");
  });

  test("at the error page when the errorCallbackURL is not trusted any more", async () => {
    const database = memory();
    const config = { database, trustedOrigins: ["https://spa.example.com"] };
    const before = openFixture(idp(), { config });
    const errorCallbackURL = "https://spa.example.com/sign-in";
    const url = withParameters(await goThere(before, { errorCallbackURL }), { error: "access_denied" });
    const after = openFixture(idp(), { config: { database } });
    const answer = await after.auth.handler(new Request(url, { headers: before.browser.headers() }));
    expect(callbackResultOf(answer).url.href).toBe(`${errorPage}?error=access_denied`);
  });

  test("to the callbackURL if only the newUserCallbackURL is no longer trusted: the user is signed in", async () => {
    const database = memory();
    const before = openFixture(idp(), { config: { database, trustedOrigins: ["https://spa.example.com"] } });
    const url = await goThere(before, { newUserCallbackURL: "https://spa.example.com/welcome" });
    const after = openFixture(idp(), { config: { database } });
    const landing = callbackResultOf(await after.auth.handler(new Request(url, { headers: before.browser.headers() })));
    expect(landing.url.href).toBe(`${app}/home`);
    expect(givesSession(landing.response)).toBe(true);
  });

  test("under the path where the auth is mounted", async () => {
    const { browser } = openFixture(idp(), { config: { basePath: "/auth" } });
    const { url } = await open(browser, `${app}/auth/callback/google?code=x`);
    expect(url.href).toBe(`${app}/auth/error?error=state_not_found`);
  });
});

describe("if `trustedOrigins` is a function, the callback asks it again:", () => {
  const spa = "https://spa.example.com";
  const openAsking = () => {
    const asked: (string | null)[] = [];
    const answer: { list: readonly string[] | Error } = { list: [spa] };
    const trustedOrigins = async (request: Request | null) => {
      asked.push(request && new URL(request.url).pathname);
      if (answer.list instanceof Error) throw answer.list;
      return answer.list;
    };
    return { answer, asked, flow: openFixture(idp(), { config: { trustedOrigins } }) };
  };
  const pages = { callbackURL: `${spa}/home`, errorCallbackURL: `${spa}/failed`, newUserCallbackURL: `${spa}/welcome` };

  test("a page that is still trusted is the target", async () => {
    const { flow, asked } = openAsking();
    expect(hrefOf(await travel(flow, pages))).toBe(pages.newUserCallbackURL);
    expect(asked).toEqual(["/api/auth/sign-in/social", "/api/auth/callback/google"]);
  });

  test("a callbackURL that is not trusted any more gets no user, and an errorCallbackURL no error", async () => {
    const { flow, answer } = openAsking();
    const url = await goThere(flow, pages);
    answer.list = [];
    const landing = await open(flow.browser, url);
    expect(landing.url.href).toBe(`${errorPage}?error=no_callback_url`);
    expect(givesSession(landing.response)).toBe(false);
    expect(await flow.db.count(userModel, {})).toBe(0);
  });

  test("a newUserCallbackURL that is not trusted any more is left out", async () => {
    const { flow, answer } = openAsking();
    const url = await goThere(flow, { ...pages, callbackURL: "/home" });
    answer.list = [];
    expect((await open(flow.browser, url)).url.href).toBe(`${app}/home`);
  });

  test("a function that fails ends the flow at the error page, and the state stays valid", async () => {
    const { flow, answer } = openAsking();
    const url = await goThere(flow, pages);
    answer.list = new Error("The tenants are unknown.");
    const landing = await open(flow.browser, url);
    expect(landing.url.pathname).toBe("/api/auth/error");
    expect(givesSession(landing.response)).toBe(false);
    answer.list = [spa];
    expect((await open(flow.browser, url)).url.href).toBe(pages.newUserCallbackURL);
  });
});

describe("parameters of the callback URL have no effect:", () => {
  const cache = {
    callbackURL: "https://evil.example",
    errorCallbackURL: "https://evil.example/error",
    newUserCallbackURL: "https://evil.example/new",
    redirectTo: "//evil.example",
    redirect_uri: "https://evil.example",
    requestSignUp: "true",
    email: "victim@example.com",
    link: '{"userId":"x"}',
    userId: "x",
    codeVerifier: "x",
    nonce: "x",
  };

  test("neither on the redirect after a success", async () => {
    const flow = openFixture(idp());
    const body = { callbackURL: "/home", newUserCallbackURL: "/welcome" };
    expect(hrefOf(await travel(flow, body, cache))).toBe(`${app}/welcome`);
    expect(hrefOf(await travel(flow, body, cache))).toBe(`${app}/home`);
    expect(await flow.db.exists(userModel, { email: "victim@example.com" })).toBe(false);
  });

  test("nor on the redirect after a failure", async () => {
    const flow = openFixture(idp());
    expect(hrefOf(await travel(flow, {}, { ...cache, error: "x" }))).toBe(`${errorPage}?error=x`);
    const unknown = new URLSearchParams({ ...cache, state: "bad", error: "x" });
    const { url } = await open(flow.browser, `/callback/google?${unknown}`);
    expect(url.href).toBe(`${errorPage}?error=please_restart_the_process`);
  });

  test("nor on requestSignUp", async () => {
    const options: FixtureOptions = { google: { disableImplicitSignUp: true } };
    const flow = openFixture(idp(), options);
    expect((await travel(flow, {}, cache)).error).toBe("signup_disabled");
    expect((await travel(flow, { requestSignUp: false }, cache)).error).toBe("signup_disabled");
    expect(await flow.db.count(userModel, {})).toBe(0);
    expect((await travel(flow, { requestSignUp: true }, { requestSignUp: "false" })).error).toBe(null);
    expect(await flow.db.count(sessionModel, {})).toBe(1);
  });
});

describe("the error of a provider", () => {
  const tell = (flow: Fixture, error: string, description: string | null = null) =>
    travel(flow, { errorCallbackURL: "/sign-in" }, { code: null, error, error_description: description });

  test.each([
    ["access_denied", "access_denied"],
    ["user_cancelled_login", "access_denied"],
    ["user_cancelled_authorize", "access_denied"],
    ["user_canceled", "access_denied"],
    ["user_denied", "access_denied"],
    ["USER_DENIED_ACCESS", "access_denied"],
    ["Access_Denied", "access_denied"],
    ["authorization_declined", "access_denied"],
    ["consent_denied", "access_denied"],
    ["login_cancelled", "access_denied"],
    ["cancelled", "access_denied"],
    ["user_not_cancelled", "user_not_cancelled"],
    ["access_denied_by_policy", "access_denied_by_policy"],
    ["interaction.required-2", "interaction.required-2"],
    ["a b", "a_b"],
    ["a\r\nSet-Cookie: x=y", "a_Set-Cookie_x_y"],
    ["&code=1#", "_code_1_"],
    ["✓", "_"],
    ["<script>alert(1)</script>", "_script_alert_1_script_"],
    ["", "unknown"],
    ["x".repeat(10_000), "x".repeat(64)],
    [`${"x".repeat(63)}\u{1f642}`, `${"x".repeat(63)}_`],
  ])("is one code: %j is told as %j", async (error, code) => {
    const { url, response } = await tell(openFixture(idp()), error);
    expect([...url.searchParams]).toEqual([["error", code]]);
    expect(response.headers.get("location")).toMatch(/^[\x21-\x7e]+$/);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test.each([
    ["The user denied access.", "The user denied access."],
    ["a\r\nSet-Cookie: x=y", "a Set-Cookie: x=y"],
    ["&code=1#x", "&code=1#x"],
    [" a\u2028b\u0007 ", "a b"],
    ["Größe ✓", "Größe ✓"],
    ["", "The provider gave no reason."],
    [null, "The provider gave no reason."],
    ["y".repeat(10_000), "y".repeat(200)],
  ])("is shown to developers in its own words, on one line: %j as %j", async (description, shown) => {
    const { url, response } = await tell(openFixture(idp(), { config: { baseURL: development } }), "x", description);
    expect([...url.searchParams]).toEqual([
      ["error", "x"],
      ["error_description", shown],
    ]);
    expect(response.headers.get("location")).toMatch(/^[\x21-\x7e]+$/);
  });

  test("is truncated without half a character at its end", async () => {
    const flow = openFixture(idp(), { config: { baseURL: development } });
    const { url } = await tell(flow, "x", `${"y".repeat(199)}\u{1f642}${"z".repeat(300)}`);
    expect(url.searchParams.get("error_description")).toBe(`${"y".repeat(199)}\ufffd`);
    await flow.auth.idle();
    const told = flow.events.flatMap((event) => (event.type === "social.failed" ? event.explanation : []));
    expect(told.map((sentence) => [sentence.length, sentence.isWellFormed()])).toEqual([[200, true]]);
  });

  test("is emitted in an event with the purpose of the flow, and not logged as an unexpected error", async () => {
    const flow = openFixture(idp());
    await tell(flow, "access_denied", "No.");
    const ann = await flow.signUp("ann@example.com");
    const url = await goThere({ ...flow, browser: ann.browser }, {}, { path: "/link-social", deny: true });
    expect((await open(ann.browser, url)).error).toBe("access_denied");
    await flow.auth.idle();
    const told = flow.events.filter(({ type }) => type === "social.failed");
    const same = { providerId: "google", code: "access_denied" };
    expect(told).toEqual([
      expect.objectContaining({ ...same, purpose: "sign-in", explanation: "No." }),
      expect.objectContaining({ ...same, purpose: "link", explanation: "The user denied access." }),
    ]);
    expect(flow.logged).toEqual([]);
  });

  test("counts even if the callback has a code as well", async () => {
    const flow = openFixture(idp());
    expect((await travel(flow, {}, { error: "access_denied" })).error).toBe("access_denied");
    expect(await flow.db.count(sessionModel, {})).toBe(0);
  });
});

describe("a rule of the app", () => {
  test("refuses somebody new in its own words, which are no code of ours", async () => {
    const errors = defineErrors({ NOT_ON_THE_LIST: { status: 403, message: "You are not on the list" } });
    for (const baseURL of [app, development]) {
      const checkSignUp = () => errors.NOT_ON_THE_LIST;
      const flow = openFixture(idp(), { google: { checkSignUp }, config: { errors, baseURL } });
      const { url } = await travel(flow, { errorCallbackURL: "/sign-in" });
      expect(Object.fromEntries(url.searchParams)).toEqual({
        error: "not_on_the_list",
        ...(baseURL === development && { error_description: "You are not on the list" }),
      });
      expect(await flow.db.count(userModel, {})).toBe(0);
    }
  });
});
