import { type Context, type RedirectOutcome, seeOther } from "@keyhold/core/plugin";
import { withParameters } from "../redirect/redirect-uri.js";
import type { Flow } from "./flow.js";

/** The issuer of answers to apps (RFC 9207): the URL of the app. */
export const issuerOf = ({ settings }: Pick<Context, "settings">): string => settings.appUrl;

/** The URL that gives the app a code, or an error (RFC 6749, section 4.1.2). */
export const answerURL = (
  ctx: Pick<Context, "settings">,
  { redirectURI, state }: Pick<Flow, "redirectURI" | "state">,
  answer: { readonly code: string } | { readonly error: string },
): string => withParameters(redirectURI, { ...answer, state, iss: issuerOf(ctx) });

/** Sends the browser back to the app with an error (RFC 6749, section 4.1.2.1). */
export const failFlow = (
  ctx: Pick<Context, "settings">,
  flow: Pick<Flow, "redirectURI" | "state">,
  error: string,
): RedirectOutcome => seeOther(answerURL(ctx, flow, { error }));
