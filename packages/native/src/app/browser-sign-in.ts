import type { Answer } from "@keyhold/client";
import { type Asked, beginFlow, timeoutMilliseconds, withoutSlash } from "./begin.js";
import { failed } from "./errors.js";
import { type AppFlow, keepFlow } from "./flow.js";
import { readLink } from "./link.js";
import type { BrowserSignIn, BrowserSignInOptions, NativeCalls } from "./options.js";
import { redeemer } from "./redeem.js";
import { isOver, openRound, type Round } from "./round.js";
import { visit } from "./visit.js";

const ignored = { data: null, error: null } as const;

/**
 * Sign-in, linking and step-up of an app in the system browser: authorization code with PKCE (RFC 8252). Uses no `URL` and
 * no `document`, so it runs in React Native.
 *
 * @throws TypeError for a `baseURL` that is not an http(s) URL.
 * @example
 * const browserSignIn = createBrowserSignIn({
 *   client: authClient,
 *   baseURL: "https://example.com",
 *   clientId: "ios",
 *   redirect: "https://example.com/app/signed-in",
 *   openAuthSession,
 *   store,
 * });
 * const { data, error } = await browserSignIn.signIn({ provider: "google" });
 */
export function createBrowserSignIn<Client extends NativeCalls>(
  options: BrowserSignInOptions<Client>,
): BrowserSignIn<Client> {
  const { baseURL, issuer = baseURL, redirect } = options;
  if (!/^https?:\/\/[^/?#\s]+[^?#]*$/i.test(baseURL)) throw new TypeError(`createBrowserSignIn(): no URL ${baseURL}`);
  const own = { redirect, issuer: withoutSlash(issuer) };
  const flows = keepFlow(options.store, `${options.name ?? "keyhold"}.flow`);
  const redeem = redeemer(options, flows);
  let current: Round | null = null;

  function take(url: string, flow: AppFlow): Promise<Answer<object>> | null {
    const link = readLink(url, own);
    return link?.state === flow.state ? redeem(flow, link) : null;
  }

  async function goOn(round: Round, asked: Asked): Promise<Answer<object>> {
    const begun = await beginFlow(options, asked);
    if ("code" in begun) return { data: null, error: begun };
    if (round.isEnded()) return round.answer;
    round.flow = begun.flow;
    await flows.keep(begun.flow);
    if (round.isEnded()) return round.answer;
    void visit(options, begun, { round, flows, take });
    void isOver(round, timeoutMilliseconds(options)).then(() => round.end(failed("AUTH_SESSION_TIMED_OUT")));
    return round.answer;
  }

  async function run(asked: Asked): Promise<Answer<object>> {
    current?.end(failed("AUTH_SESSION_CANCELLED"));
    const round = openRound();
    current = round;
    const answer = await goOn(round, asked).catch((error) => failed("AUTH_SESSION_UNAVAILABLE", error));
    round.end(answer);
    if (current === round) current = null;
    return answer;
  }

  const signIn: BrowserSignIn = {
    signIn: (input) => run({ ...input }),
    link: ({ provider }) => run({ purpose: "link", provider }),
    stepUp: ({ provider }) => run({ purpose: "step-up", provider }),
    async resume(url) {
      const flow = await flows.find(readLink(url, own)?.state);
      const answer = flow && take(url, flow);
      if (!answer) return ignored;
      if (current?.flow?.state === flow.state) current.end(answer);
      return answer;
    },
  };
  return signIn as BrowserSignIn<Client>;
}
