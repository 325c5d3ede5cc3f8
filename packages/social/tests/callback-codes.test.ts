import { escapeHtml } from "@keyhold/core/plugin";
import { callbackCodes } from "@keyhold/social";
import { describe, expect, test } from "vitest";
import { type CallbackResult, open, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { type Cause, causes } from "./callback-causes.ts";
import { development, type Fixture, givesSession, goThere, openFixture } from "./fixture.ts";

const idp = useIdentityProvider();

async function come(
  baseURL: string,
  { options = {}, faults = {}, come: journey }: Cause,
): Promise<[Fixture, CallbackResult]> {
  const flow = openFixture(idp(), { ...options, config: { ...options.config, baseURL } });
  idp().fail(faults);
  const landing = journey ? await journey(flow) : await open(flow.browser, await goThere(flow));
  await flow.auth.idle();
  return [flow, landing];
}

/** As long as a state, a code, a verifier or a token. */
const secret = /[A-Za-z0-9_-]{32}/;

const cases = callbackCodes.flatMap((code) => causes[code].map((cause) => ({ code, what: cause.what, cause })));

describe("the codes of a callback", () => {
  test("are distinct, and each has a cause below", () => {
    expect(new Set(callbackCodes).size).toBe(callbackCodes.length);
    expect(Object.keys(causes).sort()).toEqual([...callbackCodes].sort());
    expect(callbackCodes.filter((code) => causes[code].length === 0)).toEqual([]);
  });
});

describe.each(cases)("$what", ({ code, cause }) => {
  test(`ends with ${code} at the error page, of which nothing more is said over https`, async () => {
    const [flow, { url, response }] = await come("https://app.example.com", cause);
    expect(`${url.origin}${url.pathname}`).toBe("https://app.example.com/api/auth/error");
    expect([...url.searchParams]).toEqual([["error", code]]);
    expect(givesSession(response)).toBe(false);
    const told = flow.events.filter(({ type }) => type === "social.failed");
    if (!cause.isEarly) expect(told).toContainEqual(expect.objectContaining({ code }));
    for (const event of told) expect(JSON.stringify({ ...event, code: null })).not.toMatch(secret);
    expect(flow.logged.filter(({ level }) => level === "error")).toHaveLength(cause.isLogged ? 1 : 0);
  });

  test("is explained to developers of the app in one sentence on the error page", async () => {
    const [flow, { url }] = await come(development, cause);
    expect(url.searchParams.get("error")).toBe(code);
    const sentence = url.searchParams.get("error_description") ?? "";
    expect(sentence).toMatch(cause.says);
    expect(sentence.length).toBeLessThanOrEqual(200);
    expect(sentence).not.toMatch(secret);
    const page = await (await flow.browser.fetch(url)).text();
    expect(page).toContain(`<code id="errorCode">${code}</code>`);
    expect(page).toContain(`<blockquote>${escapeHtml(sentence)}</blockquote>`);
  });
});
