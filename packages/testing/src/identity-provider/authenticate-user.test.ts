import { decodeJwt } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Changes, codeFor, read, redeem } from "../../tests/oauth-client.js";
import { createClock } from "../clock.js";
import { dialects, type IdentityProvider, startIdentityProvider } from "../identity-provider.js";
import type { Dialect } from "./dialect.js";
import { exampleDialect } from "./example.js";

const clock = createClock();
let idp: IdentityProvider;
let example: Dialect;
beforeAll(async () => {
  idp = await startIdentityProvider();
  example = exampleDialect(idp.origin);
});
beforeEach(() => idp.useClock(clock.now));
afterEach(() => {
  idp.recover();
  idp.revokeAll();
});
afterAll(() => idp.stop());

/** How many seconds ago the user has authenticated, by the ID token; undefined: the token does not say. */
async function ageAfter(changes: Changes, dialect = example): Promise<number | undefined> {
  const answer = await read(await redeem(idp, dialect, await codeFor(idp, dialect, changes)));
  const { auth_time: authTime } = decodeJwt<{ readonly auth_time?: number }>(String(answer.id_token));
  return authTime && Math.floor(clock.now().getTime() / 1000) - authTime;
}

describe("Example ID", () => {
  test("says when the user has authenticated if the request has max_age, and only then", async () => {
    expect(await ageAfter({})).toBe(undefined);
    clock.forward({ minutes: 5 });
    expect(await ageAfter({ max_age: "3600" })).toBe(300);
  });

  test("asks a user again who has authenticated longer ago than max_age", async () => {
    await ageAfter({});
    clock.forward({ minutes: 5 });
    expect(await ageAfter({ max_age: "299" })).toBe(0);
    expect(await ageAfter({ max_age: "299" })).toBe(0);
  });

  test("asks a user again with max_age 0 or the prompt login", async () => {
    await ageAfter({});
    const requests: readonly Changes[] = [
      { max_age: "0" },
      { max_age: "9000", prompt: "login" },
      { max_age: "9000", prompt: "login consent" },
    ];
    for (const again of requests) {
      clock.forward({ minutes: 5 });
      expect(await ageAfter(again)).toBe(0);
    }
    clock.forward({ minutes: 5 });
    expect(await ageAfter({ max_age: "9000", prompt: "consent" })).toBe(300);
  });

  test("asks no user again who is signed in, as a fault", async () => {
    idp.fail({ keepsSignedIn: true });
    await ageAfter({});
    clock.forward({ minutes: 5 });
    expect(await ageAfter({ max_age: "0", prompt: "login" })).toBe(300);
    idp.revokeAll();
    expect(await ageAfter({ max_age: "0", prompt: "login" })).toBe(0);
  });
});

test("a provider that does not document max_age ignores it", async () => {
  expect(await ageAfter({ max_age: "0", prompt: "login" }, dialects.google)).toBe(undefined);
});
