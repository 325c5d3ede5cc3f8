import { fingerprint, sessionModel, verificationModel } from "@keyhold/core/plugin";
import { expect, test } from "vitest";
import { open, travel, useIdentityProvider } from "../../../tests/harness/sign-in-flow.ts";
import { ann, come, type Fixture, goThere, openFixture } from "./fixture.ts";

const idp = useIdentityProvider();

/** Whether the cookie of a response outlives the browser. */
const outlivesBrowser = (response: Response): boolean =>
  /Max-Age=/i.test(response.headers.getSetCookie().find((line) => /session_token=[^;]/.test(line)) ?? "");

const daysOf = async ({ db }: Fixture): Promise<readonly number[]> =>
  (await db.list(sessionModel, {}, { orderBy: "id", limit: 10 })).map(
    ({ createdAt, expiresAt }) => (expiresAt.getTime() - createdAt.getTime()) / 86_400_000,
  );

test.each([
  { rememberMe: false, days: [1] },
  { rememberMe: true, days: [7] },
])("a new user with %o", async ({ rememberMe, days }) => {
  const flow = openFixture(idp());
  const { response } = await come(idp(), flow, { body: { rememberMe } });
  expect(outlivesBrowser(response)).toBe(rememberMe);
  expect(await daysOf(flow)).toEqual(days);
});

test("a flow of an earlier version, without the field, opens a session that outlives the browser", async () => {
  const flow = openFixture(idp());
  const url = await goThere(flow, { rememberMe: false });
  const identifier = `oauth-state:${fingerprint(url.searchParams.get("state") ?? "")}`;
  const row = await flow.db.consume(verificationModel, { identifier });
  if (!row) throw new Error("The flow has no row.");
  const { isRemembered, ...rest } = JSON.parse(row.value);
  expect(isRemembered).toBe(false);
  await flow.db.insert(verificationModel, { ...row, value: JSON.stringify(rest) });
  expect(outlivesBrowser((await open(flow.browser, url)).response)).toBe(true);
  expect(await daysOf(flow)).toEqual([7]);
});

test("a step-up by the provider keeps a session that ends with the browser", async () => {
  const flow = openFixture(idp(), { hasProofs: true });
  await come(idp(), flow, { provider: "example", body: { rememberMe: false } });
  flow.clock.forward({ minutes: 11 });
  const pages = { provider: "example", callbackURL: "/home" };
  const { response, error } = await travel(idp(), flow, pages, { as: ann, path: "/step-up/social" });
  expect(error).toBe(null);
  expect(response.headers.getSetCookie().join()).toMatch(/session_token=[^;]/);
  expect(outlivesBrowser(response)).toBe(false);
  flow.browser.cookies.close();
  expect(await (await flow.browser.get("/get-session")).json()).toBe(null);
});
