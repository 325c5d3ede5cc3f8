import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { jwt } from "@keyhold/jwt";
import { importJWK, type JWK, jwtVerify } from "jose";
import { answerCalls } from "../calls.ts";
import { baseURL, secret } from "../contenders/contender.ts";

const auth = createAuth({ secret, baseURL, database: memory(), plugins: [jwt()] });
const type = "at+jwt";
const { token } = await auth.api.signJwt({ payload: { sub: "person" }, type });
const { keys } = await auth.api.jwks({});
const publicKey = await importJWK(keys[0] as JWK, "ES256");
const rules = { issuer: baseURL, audience: baseURL, algorithms: ["ES256"], typ: type };

export const tokenContenderNames = ["jose", "keyhold"] as const;
export type TokenContenderName = (typeof tokenContenderNames)[number];

const check: Readonly<Record<TokenContenderName, () => Promise<unknown>>> = {
  jose: async () => (await jwtVerify(token, publicKey, rules)).payload.sub,
  keyhold: async () => (await auth.api.verifyJwt({ token, type })).payload?.sub,
};

const methods = {
  /** Checks of a token per second, one after another. */
  async time({ name, count }: { readonly name: TokenContenderName; readonly count: number }): Promise<number> {
    if ((await check[name]()) !== "person") throw new Error(`${name} does not accept the token`);
    const startedAt = performance.now();
    for (let done = 0; done < count; done += 1) await check[name]();
    return (count / (performance.now() - startedAt)) * 1000;
  },
};
export type TokenMethods = typeof methods;

answerCalls(methods);
