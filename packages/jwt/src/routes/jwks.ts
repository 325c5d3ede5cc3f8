import { fingerprint, ok } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { publishedKeys } from "../keys/published.js";
import { maxAgeSeconds, staleSeconds } from "../keys/states.js";

const cacheControl = `public, max-age=${maxAgeSeconds}, stale-while-revalidate=${staleSeconds}`;

export const getJwks = endpoint({
  route: "GET /jwks",
  access: "public",
  doc: "The public keys of the tokens, as a JSON Web Key Set (RFC 7517). May be cached for five minutes.",
  input: z.object({}),
  output: z.object({
    keys: z.array(
      z.object({
        kty: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.literal("sig"),
        crv: z.string().optional(),
        x: z.string().optional(),
        y: z.string().optional(),
        n: z.string().optional(),
        e: z.string().optional(),
      }),
    ),
  }),
  async handle({ ctx }, options) {
    const keys = [...(await publishedKeys(ctx, options))];
    const etag = `"${fingerprint(JSON.stringify(keys)).slice(0, 22)}"`;
    return { ...ok({ keys }), headers: { "cache-control": cacheControl, vary: "origin", etag } };
  },
});
