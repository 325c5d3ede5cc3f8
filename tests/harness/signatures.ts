import { keysFor, type Purpose } from "../../packages/core/src/secret/keys.ts";
import { sign } from "../../packages/core/src/secret/signature.ts";
import { secret } from "./app.ts";

type Secrets = readonly [string, ...string[]];

/** A value with a valid signature, by the key that an auth derives from its secret for this purpose. */
export const signedBy = (purpose: Purpose, label: string, value: string, secrets: Secrets = [secret]): string =>
  sign(keysFor(purpose, secrets), label, value);

/** A session cookie with a valid signature, for any token. */
export const signedCookie = (token: string, secrets: Secrets = [secret]): string =>
  `keyhold.session_token=${encodeURIComponent(signedBy("cookie", "session_token", token, secrets))}`;
