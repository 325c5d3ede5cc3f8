import type { CaptchaOptions } from "../options.js";
import { providers } from "./providers.js";

/** What the provider says of a response. `reason`: for the log, never for the client. */
export type ProviderAnswer =
  | { readonly kind: "solved"; readonly hostname: string | null; readonly action: string | null }
  | { readonly kind: "rejected"; readonly reason: string }
  | { readonly kind: "away"; readonly reason: string }
  /** The keys of the app are wrong: no response passes until the app is mended. */
  | { readonly kind: "misconfigured"; readonly reason: string };

/** A person waits for the answer. */
const maxMilliseconds = 3000;
const keyErrors = ["missing-input-secret", "invalid-input-secret", "sitekey-secret-mismatch", "invalid-keys"];

/** Asks the provider about a response. An error of the network is the answer "away". */
export async function askProvider(
  options: CaptchaOptions,
  response: string,
  ipAddress: string | null,
): Promise<ProviderAnswer> {
  const { verifyURL, addressField, takesSiteKey, scoresPeople } = providers[options.provider];
  const body = new URLSearchParams({ secret: options.secretKey ?? "", response });
  if (ipAddress !== null) body.set(addressField, ipAddress);
  if (takesSiteKey && options.siteKey !== null) body.set("sitekey", options.siteKey);
  let answer: Readonly<Record<string, unknown>>;
  try {
    answer = await post(options.verifyURL ?? verifyURL, body);
  } catch (error) {
    return { kind: "away", reason: error instanceof Error ? `${error.name}: ${error.message}` : "no answer" };
  }
  const codes = codesOf(answer);
  if (codes.some((code) => keyErrors.includes(code))) return { kind: "misconfigured", reason: codes.join(", ") };
  if (answer.success !== true) return { kind: "rejected", reason: codes.join(", ") || "not solved" };
  if (scoresPeople && Number(answer.score ?? 1) < options.minScore) {
    return { kind: "rejected", reason: `the score is below ${options.minScore}` };
  }
  return { kind: "solved", hostname: textOf(answer.hostname), action: textOf(answer.action) };
}

/** A redirect would send the secret key to another server. */
async function post(url: string, body: URLSearchParams): Promise<Readonly<Record<string, unknown>>> {
  const signal = AbortSignal.timeout(maxMilliseconds);
  const response = await fetch(url, { method: "POST", body, signal, redirect: "error" });
  if (response.status >= 500 || response.status === 429) {
    await response.body?.cancel();
    throw new Error(`HTTP ${response.status}`);
  }
  // A client can choose a response that a firewall before the provider refuses: that is no solved CAPTCHA.
  const isRefused = response.status >= 400;
  const answer: unknown = await response.json().catch((error: unknown) => {
    if (!isRefused) throw error;
  });
  if (typeof answer === "object" && answer !== null && "success" in answer)
    return answer as Readonly<Record<string, unknown>>;
  if (isRefused) return { success: false, "error-codes": [`http-${response.status}`] };
  throw new Error("not a verdict");
}

/** The codes as far as they are names, since they reach the log. */
function codesOf({ "error-codes": codes }: Readonly<Record<string, unknown>>): readonly string[] {
  const all: readonly unknown[] = Array.isArray(codes) ? codes : [];
  return all.filter((code): code is string => typeof code === "string" && /^[\w-]{1,60}$/.test(code)).slice(0, 5);
}

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
