import { createVerifier, TokenError, type Verifier } from "@keyhold/jwt/verify";

/** Variables of the worker. */
interface Env {
  /** The URL of the app that signs the tokens. */
  readonly APP_URL: string;
}

const audience = "https://api.example.com";
let verify: Verifier | undefined;

/** An API that asks no database: the access tokens of the app say who calls. */
export default {
  async fetch(request: Request, { APP_URL: issuer }: Env): Promise<Response> {
    verify ??= createVerifier({ issuer, audience });
    const token = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
    if (!token) return new Response(null, { status: 401 });
    try {
      const { sub, scope } = await verify(token);
      return Response.json({ userId: sub, scope });
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      return new Response(null, { status: error.code === "KEYS_UNAVAILABLE" ? 503 : 401 });
    }
  },
};
