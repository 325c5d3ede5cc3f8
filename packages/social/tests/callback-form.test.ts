import { memory } from "@keyhold/adapter-memory";
import { sessionModel } from "@keyhold/core/plugin";
import { type CountedDatabase, counted } from "@keyhold/testing/faults";
import { beforeEach, describe, expect, test } from "vitest";
import {
  type CallbackResult,
  callbackResultOf,
  open,
  useIdentityProvider,
} from "../../../tests/harness/sign-in-flow.ts";
import { tokenCallsDuring } from "./calls.ts";
import { development, type Fixture, goThere, openFixture, whoIs } from "./fixture.ts";

const idp = useIdentityProvider();
const app = "https://app.example.com";
const callback = `${app}/api/auth/callback/google`;

interface Posted {
  readonly body?: BodyInit | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly url?: string;
}

const form = { "content-type": "application/x-www-form-urlencoded" };

/** Posts as the page of a provider does, without cookies. */
const post = (
  { auth }: Pick<Fixture, "auth">,
  { body = null, headers = form, url = callback }: Posted,
): Promise<Response> => auth.handler(new Request(url, { method: "POST", body, headers }), { ipAddress: "203.0.113.7" });

let database: CountedDatabase;
let flow: Fixture;

beforeEach(() => {
  database = counted(memory());
  flow = openFixture(idp(), { config: { database, session: { cookieCache: { enabled: true, maxAgeSeconds: 300 } } } });
});

describe("a form that a provider posts", () => {
  test("is redirected to a GET of the same callback, which the browser sends with its cookies", async () => {
    const url = await goThere(flow);
    const body = new URLSearchParams(url.searchParams);
    const answer = await post(flow, { body });
    expect(answer.status).toBe(302);
    const { url: onward } = callbackResultOf(answer);
    expect(`${onward.origin}${onward.pathname}`).toBe(callback);
    expect((await open(flow.browser, onward)).url.href).toBe(`${app}/home`);
    expect(await whoIs(flow.browser)).toBe("jsmith@example.com");
  });

  test("has no other effect: no row is read or written, no request to a provider, no cookie read or set", async () => {
    const { browser } = await flow.signUp("ann@example.com");
    // Late enough that a request of another kind would renew the session cache and remove expired rows.
    flow.clock.forward({ hours: 2 });
    const url = await goThere({ ...flow, browser });
    flow.clock.forward({ minutes: 6 });
    await flow.auth.idle();
    database.reset();
    const asked = await tokenCallsDuring(idp(), async () => {
      for (const cookie of ["", browser.cookies.header() ?? "", "__Host-keyhold.session_token=wrong"]) {
        const headers = { ...form, ...(cookie && { cookie }) };
        const answer = await post(flow, { body: url.searchParams, headers });
        expect(answer.headers.getSetCookie()).toEqual([]);
        expect(callbackResultOf(answer).url.searchParams.get("state")).toBe(url.searchParams.get("state"));
      }
      await flow.auth.idle();
    });
    expect(asked).toBe(0);
    expect(database.calls).toEqual([]);
    expect((await open(browser, url)).error).toBe(null);
  });

  test.each([
    ["of another origin", { origin: "https://appleid.apple.com", "sec-fetch-site": "cross-site" }],
    ["of a page without one", { origin: "null" }],
    ["that does not say where from", {}],
    ["of our own", { origin: app, "sec-fetch-site": "same-origin" }],
  ])("may be %s", async (_, headers) => {
    for (const cookie of ["", "__Host-keyhold.session_token=x.y"]) {
      const answer = await post(flow, { body: "code=x&state=y", headers: { ...form, ...headers, cookie } });
      expect(callbackResultOf(answer).url.href).toBe(`${callback}?state=y&code=x`);
    }
  });

  test("keeps the known parameters of a callback, and drops all others", async () => {
    const known = {
      state: "s",
      code: "c&d=e#f",
      error: "e",
      error_description: "a\r\nb é",
      iss: "https://i.example",
      device_id: "d",
      user: '{"name":{"firstName":"Ada"}}',
    };
    const other = { id: "other", id_token: "x", callbackURL: "https://evil.example", scope: "y", access_token: "z" };
    const { url } = callbackResultOf(await post(flow, { body: new URLSearchParams({ ...known, ...other }) }));
    expect(`${url.origin}${url.pathname}`).toBe(callback);
    expect(Object.fromEntries(url.searchParams)).toEqual(known);
  });

  test("reads no query, so that no parameter occurs twice", async () => {
    const { url } = callbackResultOf(await post(flow, { body: "code=x", url: `${callback}?state=y&code=z` }));
    expect(url.href).toBe(`${callback}?code=x`);
  });

  test("stays at the provider in its path, even an unknown one", async () => {
    for (const id of ["nope", "a%2Fb", "..%2Fsign-out", "%3Fx", "%23x", "a%20b", "__proto__"]) {
      const { url } = callbackResultOf(await post(flow, { body: "code=x", url: `${app}/api/auth/callback/${id}` }));
      expect(url.href).toBe(`${app}/api/auth/callback/${id}?code=x`);
    }
  });

  test("without parameters fails like a URL without parameters", async () => {
    const { url } = callbackResultOf(await post(flow, { body: "x=y" }));
    expect(url.href).toBe(callback);
    expect((await open(flow.browser, url)).error).toBe("state_not_found");
  });

  test("is truncated to the maximum length of a URL", async () => {
    const long = "x".repeat(20_000);
    const { url } = callbackResultOf(
      await post(flow, { body: new URLSearchParams({ error: long, error_description: long }) }),
    );
    expect(url.href.length).toBeLessThan(2000);
  });
});

describe("an invalid form ends at the error page:", () => {
  const large = new URLSearchParams({ state: "s", code: "x".repeat(70_000) }).toString();
  const bodies: readonly (readonly [string, Posted, string, RegExp])[] = [
    ["a form that is too large", { body: large }, "invalid_callback_request", /Payload too large/],
    [
      "one that only says so",
      { body: "state=x", headers: { ...form, "content-length": "70000" } },
      "invalid_callback_request",
      /Payload too large/,
    ],
    [
      "JSON",
      { body: '{"code":"x","state":"y"}', headers: { "content-type": "application/json" } },
      "invalid_callback_request",
      /send a form/,
    ],
    ["a form of another kind", { body: new FormData(), headers: {} }, "invalid_callback_request", /send a form/],
    [
      "plain text",
      { body: "code=x&state=y", headers: { "content-type": "text/plain" } },
      "invalid_callback_request",
      /send a form/,
    ],
    ["no body and no type", { headers: {} }, "invalid_callback_request", /send a form/],
    [
      "bytes that are no UTF-8",
      { body: new Uint8Array([0x61, 0x3d, 0xff]) },
      "invalid_callback_request",
      /Bad request/,
    ],
    ["two codes", { body: "code=x&code=y&state=z" }, "invalid_callback_request", /code: Given more than once/],
    ["two states", { body: "code=x&state=y&state=z" }, "please_restart_the_process", /state: Given more than once/],
    ["a state with a NUL", { body: "code=x&state=%00" }, "please_restart_the_process", /state: Holds a NUL/],
    [
      "a state that is too long",
      { body: `state=${"x".repeat(10_000)}` },
      "please_restart_the_process",
      /state: Too big/,
    ],
    ["a key of the prototype", { body: "code=x&__proto__=y" }, "invalid_callback_request", /__proto__: Not a key/],
  ];

  test.each(bodies)("%s", async (_, posted, code, says) => {
    for (const baseURL of [app, development]) {
      const there = openFixture(idp(), { config: { baseURL, database } });
      database.reset();
      const landing: CallbackResult = callbackResultOf(
        await post(there, { ...posted, url: `${baseURL}/api/auth/callback/google` }),
      );
      expect(`${landing.url.origin}${landing.url.pathname}`).toBe(`${baseURL}/api/auth/error`);
      const { error, error_description: said } = Object.fromEntries(landing.url.searchParams);
      expect(error).toBe(code);
      if (baseURL === app) expect(said).toBe(undefined);
      else expect(said).toMatch(says);
      expect(landing.response.headers.getSetCookie()).toEqual([]);
      expect(database.calls).toEqual([]);
      expect(there.logged).toEqual([]);
    }
  });

  test("a body that is too large is not read beyond the limit", async () => {
    let read = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 1;
        if (read > 1000) controller.close();
        else controller.enqueue(new Uint8Array(10_000).fill(0x61));
      },
    });
    const request = new Request(callback, { method: "POST", body, headers: form, duplex: "half" } as RequestInit);
    expect(callbackResultOf(await flow.auth.handler(request)).error).toBe("invalid_callback_request");
    expect(read).toBeLessThan(20);
  });
});

test("no other route accepts a cross-site form post", async () => {
  const { browser } = await flow.signUp("ann@example.com");
  const headers = { ...form, origin: "https://evil.example", cookie: browser.cookies.header() ?? "" };
  for (const path of ["/sign-in/social", "/link-social", "/sign-out", "/refresh-token", "/get-access-token"]) {
    const answer = await post(flow, { body: "provider=google", headers, url: `${app}/api/auth${path}` });
    expect(answer.status).toBe(403);
  }
  expect(await flow.db.count(sessionModel, {})).toBe(1);
});
