import type { Provider } from "@keyhold/social";
import { dialects, type Faults, type IdentityProvider, type Json } from "@keyhold/testing/identity-provider";
import { describe, expect, test } from "vitest";
import { type Fixture, openSocial } from "./fixture.ts";

/** The input of a sign-in by an ID token. */
export interface SentIdToken {
  readonly token: string;
  readonly nonce?: string;
  readonly accessToken?: string;
}

/** The response of `POST /sign-in/social` to an ID token. */
export interface IdTokenAnswer {
  readonly status: number;
  /** The code of the error; null after a sign-in. */
  readonly code: string | null;
  readonly user: Json | null;
}

export async function sendIdToken(
  { browser }: Pick<Fixture, "browser">,
  provider: string,
  idToken: SentIdToken,
): Promise<IdTokenAnswer> {
  const response = await browser.post("/sign-in/social", { provider, idToken });
  const { code = null, user = null } = (await response.json()) as Partial<IdTokenAnswer>;
  return { status: response.status, code, user };
}

/** A token that must be rejected. */
interface Worthless {
  readonly what: string;
  readonly faults?: Faults;
  readonly claims?: Json;
  /** The nonce in the input. */
  readonly nonce?: string;
}

const worthless: readonly Worthless[] = [
  { what: "is not signed", faults: { signature: "none" } },
  { what: "is signed by another key", faults: { signature: "other key" } },
  { what: "is signed by the public key", faults: { signature: "public key as secret" } },
  { what: "is signed by a key of an unknown id", faults: { signature: "unknown key id" } },
  { what: "is for another app", claims: { aud: "another-app" } },
  { what: "is for another app too", claims: { aud: ["example-client", "another-app"] } },
  { what: "was made for another app", claims: { azp: "another-app" } },
  { what: "is by another issuer", claims: { iss: "https://idp.example" } },
  { what: "is by a namesake", faults: { claims: (claims) => ({ ...claims, iss: `${claims.iss}.evil.example` }) } },
  { what: "has no issuer", claims: { iss: undefined } },
  { what: "is of no user", claims: { sub: undefined } },
  { what: "never ends", claims: { exp: undefined } },
  { what: "has ended", claims: { exp: 1 } },
  { what: "is not good yet", claims: { nbf: 4_000_000_000 } },
  { what: "was never issued", claims: { iat: undefined } },
  { what: "is of tomorrow", claims: { iat: 4_000_000_000 } },
  { what: "has no nonce", nonce: "n-0S6_WzA2Mj" },
  { what: "has another nonce", claims: { nonce: "another" }, nonce: "n-0S6_WzA2Mj" },
];

/** Tests of the sign-in with only an ID token. `idp`: the identity provider of the test file. */
export function describeIdTokenSignIn(
  id: keyof typeof dialects,
  idp: () => IdentityProvider,
  provide: () => Provider,
): void {
  const { name, sample } = dialects[id];

  describe(`an ID token of ${name}`, () => {
    test("signs in its user, once with a nonce and once without", async () => {
      const fixture = openSocial(idp(), [provide()]);
      const nonce = "n-0S6_WzA2Mj";
      const first = await sendIdToken(fixture, id, { token: await idp().idToken(id, sample, { nonce }), nonce });
      expect(first).toMatchObject({
        status: 200,
        user: { email: sample.email ?? expect.any(String), emailVerified: sample.emailVerified },
      });
      const again = await sendIdToken(fixture.visit(), id, { token: await idp().idToken(id, sample) });
      expect(again).toMatchObject({ status: 200, user: { id: first.user?.id } });
      await fixture.auth.idle();
      expect(fixture.logged).toEqual([]);
    });

    test.each(worthless)("is rejected if it $what", async ({ faults = {}, claims = {}, nonce }) => {
      const fixture = openSocial(idp(), [provide()]);
      idp().fail(faults);
      const token = await idp().idToken(id, sample, claims);
      expect(await sendIdToken(fixture, id, { token, ...(nonce !== undefined && { nonce }) })).toMatchObject({
        status: 401,
        code: "INVALID_TOKEN",
      });
      expect((await fixture.client.getSession()).data).toBe(null);
    });

    test("is rejected when it is older than five minutes", async () => {
      const fixture = openSocial(idp(), [provide()]);
      const token = await idp().idToken(id, sample);
      fixture.clock.forward({ minutes: 6 });
      expect(await sendIdToken(fixture, id, { token })).toMatchObject({ status: 401, code: "INVALID_TOKEN" });
    });

    test("is sufficient: an access token beside it is not sent to the provider", async () => {
      const fixture = openSocial(idp(), [provide()]);
      const before = idp().calls.length;
      const token = await idp().idToken(id, sample);
      expect((await sendIdToken(fixture, id, { token, accessToken: "of-somebody-else" })).status).toBe(200);
      const asked = idp().calls.slice(before);
      expect(asked.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint !== "jwks")).toEqual([]);
    });
  });
}
