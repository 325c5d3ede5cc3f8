import { decodeJwt } from "jose";
import { afterEach, describe, expect, test } from "vitest";
import { authorizationUrl, codeFor, redeem, tokensFor } from "../tests/oauth-client.js";
import { createClock } from "./clock.js";
import { exampleDialect } from "./identity-provider/example.js";
import {
  dialects,
  type IdentityProvider,
  type IdentityProviderOptions,
  startIdentityProvider,
} from "./identity-provider.js";

const { google } = dialects;
const running: IdentityProvider[] = [];
const start = async (options?: IdentityProviderOptions): Promise<IdentityProvider> => {
  const idp = await startIdentityProvider(options);
  running.push(idp);
  return idp;
};
afterEach(() => Promise.all(running.splice(0).map((idp) => idp.stop())));

describe("the server", () => {
  test("listens on this machine only, each on its own port", async () => {
    const [first, second] = [await start(), await start()];
    expect(first.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(second.origin).not.toBe(first.origin);
  });

  test("fails with the number of a port that is in use, and uses the port when it is free again", async () => {
    const first = await start();
    const port = Number(new URL(first.origin).port);
    await expect(start({ port })).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
    await first.stop();
    expect((await start({ port })).origin).toBe(first.origin);
  });

  test("stops while a client waits for a slow response", async () => {
    const idp = await start();
    idp.fail({ answers: { jwks: { slowMilliseconds: 20_000 } } });
    const waiting = expect(idp.fetch(`${idp.origin}/jwks`)).rejects.toThrow("fetch failed");
    while (idp.calls.length === 0) await new Promise((done) => setTimeout(done, 5));
    await idp.stop();
    await waiting;
  });
});

describe("its fetch", () => {
  test("answers requests to providers in every form of fetch", async () => {
    const idp = await start();
    const body = (code: string): URLSearchParams =>
      new URLSearchParams({ grant_type: "authorization_code", code, client_id: idp.clientId });
    await idp.fetch(google.tokenUrl, { method: "POST", body: body("1") });
    await idp.fetch(new URL(google.tokenUrl), { method: "POST", body: body("2") });
    await idp.fetch(new Request(google.tokenUrl, { method: "POST", body: body("3"), headers: { "x-test": "kept" } }));
    expect(idp.calls.map(({ provider, endpoint, url, form }) => [provider, endpoint, url, form.get("code")])).toEqual([
      ["google", "token", google.tokenUrl, "1"],
      ["google", "token", google.tokenUrl, "2"],
      ["google", "token", google.tokenUrl, "3"],
    ]);
    expect(idp.calls[2]?.headers.get("x-test")).toBe("kept");
  });

  test("sends no request to the internet: an unknown URL is answered 404 with its name", async () => {
    const idp = await start();
    const response = await idp.fetch("https://nobody.example/<b>?q=1", { method: "PUT" });
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe("No dialect of this server answers PUT https://nobody.example/%3Cb%3E.");
    expect(idp.calls).toEqual([]);
  });
});

describe("Example ID", () => {
  test("has a discovery document, and answers at its endpoints", async () => {
    const idp = await start();
    const found = await (await fetch(`${idp.origin}/.well-known/openid-configuration`)).json();
    expect(found.issuer).toBe(idp.origin);
    expect(found.token_endpoint_auth_methods_supported).toEqual(["client_secret_post"]);
    const example = exampleDialect(idp.origin);
    expect([found.authorization_endpoint, found.token_endpoint]).toEqual([example.authorizationUrl, example.tokenUrl]);
    expect((await fetch(found.jwks_uri)).status).toBe(200);
    expect((await fetch(found.userinfo_endpoint)).status).toBe(401);
    expect((await fetch(authorizationUrl(idp, example))).status).toBe(200);
  });
});

describe("an ID token that a client obtains itself", () => {
  test("is of the named user and provider, with the given claims", async () => {
    const clock = createClock();
    const idp = await start({ now: clock.now, clientId: "my-app" });
    const claims = decodeJwt(await idp.idToken("google", google.sample, { nonce: "mine", email: "other@example.com" }));
    const issuedAt = Math.floor(clock.now().getTime() / 1000);
    expect(claims).toMatchObject({
      iss: "https://accounts.google.com",
      sub: google.sample.subject,
      aud: "my-app",
      iat: issuedAt,
      exp: issuedAt + 3600,
      nonce: "mine",
      email: "other@example.com",
    });
    expect(decodeJwt(await idp.idToken("example", google.sample)).iss).toBe(idp.origin);
  });

  test("does not exist for a provider without a dialect", async () => {
    const idp = await start();
    await expect(idp.idToken("nobody", google.sample)).rejects.toThrow('There is no dialect "nobody".');
  });
});

test("another clock counts from then on", async () => {
  const idp = await start();
  const code = await codeFor(idp, google);
  const clock = createClock();
  clock.forward({ days: 400 });
  idp.useClock(clock.now);
  expect((await redeem(idp, google, code)).status).toBe(400);
  const { iat } = decodeJwt(String((await tokensFor(idp, google)).id_token));
  expect(iat).toBe(Math.floor(clock.now().getTime() / 1000));
});
