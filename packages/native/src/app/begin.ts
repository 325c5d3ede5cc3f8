import type { CallError } from "@keyhold/client";
import { nowMilliseconds } from "./clock.js";
import { challengeOf, randomText, webCrypto } from "./crypto.js";
import type { AppFlow } from "./flow.js";
import { query } from "./link.js";
import type { BrowserSignInOptions } from "./options.js";

/** What a caller asks for. */
export interface Asked {
  readonly purpose?: "link" | "step-up";
  readonly provider?: string | undefined;
  readonly loginHint?: string | undefined;
}

/** A flow, and the URL for the system browser. */
export interface Begun {
  readonly flow: AppFlow;
  readonly url: string;
}

/** The server's limit. */
const maxSeconds = 600;

export const timeoutMilliseconds = ({ timeoutSeconds = maxSeconds }: Pick<BrowserSignInOptions, "timeoutSeconds">) =>
  timeoutSeconds * 1000;

export const withoutSlash = (url: string): string => url.replace(/\/+$/, "");

/** Makes a flow; or answers the error of the server to the request to link or to step up. */
export async function beginFlow(
  options: BrowserSignInOptions,
  { purpose, provider, loginHint }: Asked,
): Promise<Begun | CallError> {
  const { client, clientId, redirect, baseURL, basePath = "/api/auth", crypto = webCrypto } = options;
  const [state, verifier] = await Promise.all([randomText(crypto, 16), randomText(crypto, 32)]);
  const challenge = await challengeOf(crypto, verifier);
  const asked =
    purpose && (await client.native.request({ purpose, provider: provider ?? "", code_challenge: challenge }));
  if (asked?.error) return asked.error;
  const request = asked?.data.request;
  const parameters = query({
    client_id: clientId,
    redirect_uri: redirect,
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
    login_hint: loginHint,
    ...(request === undefined ? { provider } : { request }),
  });
  const endsAt = nowMilliseconds() + timeoutMilliseconds(options);
  return {
    flow: { state, verifier, ...(request !== undefined && { request }), endsAt },
    url: `${withoutSlash(baseURL)}${withoutSlash(basePath)}/native/authorize?${parameters}`,
  };
}
