import { sessionModel } from "@keyhold/core/plugin";
import { jwt } from "@keyhold/jwt";
import { createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { describe, expect, test } from "vitest";
import { email, issuer, open, read } from "./fixture.ts";

describe("GET /token", () => {
  test("answers a token with ids, times and methods of proofs, and nothing of the profile", async () => {
    const { signUp, tokenOf, db } = open();
    const { browser, user } = await signUp(email);
    const session = await db.find(sessionModel, { userId: user.id });
    const { header, claims } = read(await tokenOf(browser));
    expect(header).toEqual({ alg: "ES256", typ: "at+jwt", kid: expect.stringMatching(/^[\w-]{32}$/) });
    const iat = claims.iat ?? 0;
    expect(claims).toEqual({
      iss: issuer,
      aud: issuer,
      sub: user.id,
      sid: session?.id,
      client_id: issuer,
      iat: expect.any(Number),
      exp: iat + 300,
      jti: expect.stringMatching(/^[\w-]{22}$/),
      auth_time: iat,
      amr: ["pwd"],
      acr: "1",
    });
  });

  test("is for a session, and no cache keeps the answer", async () => {
    const { signUp, visit } = open();
    expect((await visit().browser.get("/token")).status).toBe(401);
    const { browser } = await signUp(email);
    expect((await browser.get("/token")).headers.get("cache-control")).toBe("no-store");
  });

  test("signs for a listed audience only", async () => {
    const { signUp, tokenOf } = open({ options: { audiences: ["https://api.example.com", "orders"] } });
    const { browser } = await signUp(email);
    expect(read(await tokenOf(browser)).claims.aud).toBe("https://api.example.com");
    expect(read(await tokenOf(browser, "?audience=orders")).claims.aud).toBe("orders");
    for (const audience of ["other", issuer, "", "__proto__"]) {
      const answer = await browser.get(`/token?audience=${audience}`);
      expect([answer.status, (await answer.json()).code]).toEqual([400, "AUDIENCE_NOT_ALLOWED"]);
    }
  });

  test("has the claims that the app names, and fails if they say whose the token is", async () => {
    const { signUp, tokenOf } = open({
      options: { claims: ({ user }) => ({ scope: "orders:read", name: user.name }) },
    });
    const { browser } = await signUp(email);
    expect(read(await tokenOf(browser)).claims).toMatchObject({ scope: "orders:read", name: expect.any(String) });
    const wrong = open({ options: { claims: () => ({ sub: "another" }) } });
    const answer = await (await wrong.signUp(email)).browser.get("/token");
    expect([answer.status, String(wrong.logged[0]?.cause)]).toEqual([
      500,
      expect.stringContaining("may not set `sub`"),
    ]);
  });

  test("names the administrator who acts in the place of the user, and no proof of the user", async () => {
    const { boss: appoint, signUp, tokenOf } = open();
    const { user } = await signUp(email);
    const boss = await appoint();
    expect((await boss.browser.post("/admin/impersonate-user", { userId: user.id })).status).toBe(200);
    const { claims } = read(await tokenOf(boss.browser));
    expect(claims).toMatchObject({ sub: user.id, act: { sub: boss.user.id } });
    expect([claims.amr, claims.acr, claims.auth_time]).toEqual([undefined, undefined, undefined]);
  });

  test("is not for a session that must enrol a second factor", async () => {
    const due = { now: false };
    const plugins = [jwt({ setAuthJwt: true }), twoFactor({ require: () => due.now })] as const;
    const { signUp } = createTestAuth({ plugins });
    const { browser } = await signUp(email);
    due.now = true;
    const answer = await browser.get("/token");
    expect([answer.status, (await answer.json()).code]).toEqual([403, "STEP_UP_REQUIRED"]);
    expect((await browser.get("/get-session")).headers.get("set-auth-jwt")).toBe(null);
  });

  test("is not for a session of a banned user", async () => {
    const { boss, signUp } = open();
    const { browser, user } = await signUp(email);
    const { browser: admin } = await boss();
    expect((await admin.post("/admin/ban-user", { userId: user.id })).status).toBe(200);
    expect((await browser.get("/token")).status).toBe(401);
  });

  test("the client half answers tokens and keys", async () => {
    const { signUp, verify } = open();
    const { client, user } = await signUp(email);
    const { data } = await client.token();
    expect((await verify(data?.token ?? ""))?.sub).toBe(user.id);
    expect((await client.jwks()).data?.keys).toHaveLength(1);
  });
});

describe("the header `set-auth-jwt` of GET /get-session", () => {
  test("is absent, unless the app asks for the header", async () => {
    const { signUp } = open();
    const { browser } = await signUp(email);
    expect((await browser.get("/get-session")).headers.get("set-auth-jwt")).toBe(null);
  });

  test("has a token for a session, and is on no other answer", async () => {
    const { signUp, verify, visit } = open({ options: { setAuthJwt: true } });
    const { browser, user } = await signUp(email);
    const header = (await browser.get("/get-session")).headers.get("set-auth-jwt");
    expect((await verify(header ?? ""))?.sub).toBe(user.id);
    expect((await browser.get("/list-sessions")).headers.get("set-auth-jwt")).toBe(null);
    expect((await visit().browser.get("/get-session")).headers.get("set-auth-jwt")).toBe(null);
  });

  test("is absent if the session of a cached copy has ended", async () => {
    const { signUp, db } = open({
      options: { setAuthJwt: true },
      config: { session: { cookieCache: { enabled: true } } },
    });
    const { browser, user } = await signUp(email);
    await browser.get("/get-session");
    await db.remove(sessionModel, { userId: user.id });
    const answer = await browser.get("/get-session");
    expect([(await answer.json()).user.id, answer.headers.get("set-auth-jwt")]).toEqual([user.id, null]);
  });
});

test("an option of better-auth is a config error with the option to write", () => {
  expect(() => open({ options: { jwt: { issuer } } as object })).toThrow(/write `issuer`, `audiences`/);
  expect(() => open({ options: { algorithm: "HS256" } as object })).toThrow(/"ES256" or "EdDSA" or "RS256"/);
});
