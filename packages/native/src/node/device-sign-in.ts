import { setTimeout as pause } from "node:timers/promises";
import type { Answer } from "@keyhold/client";

/** What `signInByDeviceCode` uses of a client with `deviceAuthorizationClient()`. */
export interface DeviceCalls {
  readonly device: {
    readonly code: (input: { readonly client_id: string; readonly scope?: string }) => Promise<Answer<DeviceCode>>;
    readonly token: (input: {
      readonly grant_type: string;
      readonly device_code: string;
      readonly client_id: string;
    }) => Promise<Answer<DeviceSession>>;
  };
}

/** The answer of `POST /device/code` (RFC 8628, section 3.2). */
export interface DeviceCode {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds between two polls. */
  readonly interval: number;
}

/** The answer of `POST /device/token` (RFC 8628, section 3.5). */
export interface DeviceSession {
  readonly access_token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly scope: string;
}

/** Options of `signInByDeviceCode`. */
export interface DeviceSignInOptions {
  /** A client with `deviceAuthorizationClient()`, on `nodePlatform()`. */
  readonly client: DeviceCalls;
  /** The name of the program in the server's `deviceAuthorization({ clients })`. */
  readonly clientId: string;
  /** Scopes, separated by blanks. Default: none. */
  readonly scope?: string;
  /** Shows the user where to enter which code. */
  readonly show: (code: Pick<DeviceCode, "user_code" | "verification_uri" | "verification_uri_complete">) => unknown;
  /** Ends the polls; the error is then "ABORTED". */
  readonly signal?: AbortSignal;
}

const grantType = "urn:ietf:params:oauth:grant-type:device_code";

/**
 * Signs in on a machine without a browser: the user enters a code at another device (RFC 8628). Polls until the user has
 * decided. The server needs `deviceAuthorization()`.
 *
 * @returns the session's token, which `nodePlatform` has stored; or the error, e.g. `ACCESS_DENIED`, `EXPIRED_TOKEN`
 * @example
 * await signInByDeviceCode({ client: authClient, clientId: "cli", show: ({ user_code }) => console.log(user_code) });
 */
export async function signInByDeviceCode(options: DeviceSignInOptions): Promise<Answer<DeviceSession>> {
  const { client, clientId: client_id, scope, show, signal } = options;
  const asked = named(await client.device.code({ client_id, ...(scope !== undefined && { scope }) }));
  if (asked.error) return asked;
  const { device_code, interval, expires_in } = asked.data;
  await show(asked.data);
  let left = expires_in;
  for (let seconds = interval; ; ) {
    if (!(await waited(seconds, signal))) return aborted;
    left -= seconds;
    const answer = named(await client.device.token({ grant_type: grantType, device_code, client_id }));
    const { code, status = 0 } = answer.error ?? {};
    const isPassing = code === "NETWORK_ERROR" || status === 429 || status >= 500;
    // RFC 8628, section 3.5: after SLOW_DOWN, and after a lost connection, a longer pause.
    if (code === "SLOW_DOWN") seconds += 5;
    else if (isPassing && left > 0) seconds *= 2;
    else if (code !== "AUTHORIZATION_PENDING") return answer;
  }
}

/** The routes of RFC 8628 name their errors as RFC 6749 does: `error` in small letters, without a `code`. */
function named<Data>(answer: Answer<Data>): Answer<Data> {
  const { error } = answer;
  if (typeof error?.error !== "string") return answer;
  const { error_description: message = error.message }: { readonly error_description?: string } = Object(error);
  return { data: null, error: { ...error, code: error.error.toUpperCase(), message } };
}

const waited = (seconds: number, signal: AbortSignal | undefined): Promise<boolean> =>
  pause(seconds * 1000, true, signal && { signal }).catch(() => false);

const aborted: Answer<never> = {
  data: null,
  error: { code: "ABORTED", message: "Aborted.", status: 0, statusText: "" },
};
