import type { Session } from "@keyhold/core";
import { type Caller, type Context, fingerprint, type Outcome, randomText } from "@keyhold/core/plugin";
import { actorOf } from "@keyhold/core/session";
import type { NativeOptions } from "../options.js";
import { clientOf } from "../redirect/client.js";
import { matchRedirectURI, type RedirectKind } from "../redirect/redirect-uri.js";
import { failFlow } from "./answer.js";
import { browserOf, type Flow, flows } from "./flow.js";
import { goOn } from "./go-on.js";
import { rejectedPage } from "./pages.js";
import { requests } from "./request.js";

/** The parameters of an app (RFC 6749, section 4.1.1, and RFC 7636, section 4.3). */
export interface Asked {
  readonly client_id?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly state?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
  readonly login_hint?: string | undefined;
  readonly provider?: string | undefined;
  readonly request?: string | undefined;
}

/** The browser that follows the link of an app. */
export interface Visit {
  readonly session: Session | null;
  readonly caller: Caller;
}

/** 32 bytes in base64url. */
const challengePattern = /^[A-Za-z0-9_-]{43}$/;
const statePattern = /^[\x20-\x7e]{1,512}$/;

/** Begins a flow of an app in the system browser. */
export async function startFlow(
  ctx: Context,
  asked: Asked,
  { session, caller }: Visit,
  options: NativeOptions,
): Promise<Outcome<never>> {
  const found = readRedirect(asked, options);
  if (typeof found === "string") return rejectedPage(found);
  const { clientId, redirectURI, kind } = found;
  const { state = "", code_challenge: challenge = "", code_challenge_method: method, login_hint: hint } = asked;
  if (!statePattern.test(state)) return failFlow(ctx, { redirectURI, state: "" }, "invalid_request");
  const isSound = method === "S256" && challengePattern.test(challenge);
  if (!isSound) return failFlow(ctx, { redirectURI, state }, "invalid_request");
  const request = asked.request === undefined ? null : await findRequest(ctx, asked.request, { clientId, challenge });
  if (asked.request !== undefined && !request) return failFlow(ctx, { redirectURI, state }, "invalid_request");
  // An administrator in the user's place hands over no session of the user.
  if (session && actorOf(ctx, session) !== null) return failFlow(ctx, { redirectURI, state }, "access_denied");
  const { browser, cookie } = browserOf(ctx, caller);
  const flow: Flow = {
    ...{ clientId, redirectURI, kind, state, challenge, browser },
    startedAt: ctx.now().getTime(),
    before: session && { sessionId: session.id, userId: session.userId },
    confirmedBy: null,
    loginHint: hint ?? null,
    provider: request?.provider ?? asked.provider ?? null,
    request: request && { ...request.flow },
  };
  const id = randomText(32);
  await flows.insert(ctx, id, flow);
  const answer = await goOn(ctx, { id, flow, session, caller, options });
  return { ...answer, cookies: [...answer.cookies, cookie] };
}

/** The request that an app has made in its session, for this flow alone: the challenge binds the two. */
async function findRequest(ctx: Context, id: string, { clientId, challenge }: Pick<Flow, "clientId" | "challenge">) {
  const found = (await requests.find(ctx, id))?.value;
  if (!found || found.challenge !== challenge || (found.clientId ?? clientId) !== clientId) return null;
  const { provider, purpose, sessionId, userId } = found;
  return { provider, flow: { id: fingerprint(id), purpose, sessionId, userId } };
}

interface Target {
  readonly clientId: string;
  readonly redirectURI: string;
  readonly kind: RedirectKind;
}

/** The app and its redirect; else the reason. */
function readRedirect(
  { client_id: clientId, redirect_uri: redirectURI }: Asked,
  options: NativeOptions,
): Target | string {
  const client = clientId === undefined ? null : clientOf(options, clientId);
  if (clientId === undefined || !client) return "The link names an app that is not known here.";
  const kind = redirectURI === undefined ? null : matchRedirectURI(client.redirectURIs, redirectURI);
  if (redirectURI === undefined || !kind) return `The link leads to an address that is not one of ${client.name}.`;
  return { clientId, redirectURI, kind };
}
