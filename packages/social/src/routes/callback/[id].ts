import type { AuthError } from "@keyhold/core";
import {
  type Context,
  continuePage,
  type RedirectOutcome,
  redirect,
  type Settings,
  withQuery,
} from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { handleCallback } from "../../callback/callback.js";
import { endpoint } from "../../endpoint.js";
import type { CallbackCode } from "../../flow/callback-codes.js";
import { FlowError, redirectToErrorPage } from "../../flow/error.js";

/** A long error text of a provider is truncated, not rejected: the user is redirected because of the error. */
const words = z
  .string()
  .transform((text) => text.slice(0, 512).toWellFormed())
  .optional();

/** Spec, section 7, and `iss` (RFC 9207). The maximum lengths let a posted form fit into the URL of the redirect. */
const parameters = z.object({
  id: z.string(),
  state: z.string().max(512).optional(),
  code: z.string().max(8192).optional(),
  error: words,
  error_description: words,
  iss: z.string().max(1024).optional(),
  device_id: z.string().max(512).optional(),
  /** JSON that Apple sends at a user's first sign-in. */
  user: z.string().max(2048).optional(),
});

export const callback = endpoint({
  route: "GET /callback/:id",
  hasCall: false,
  access: "optional",
  doc: "The redirect URI of a provider: signs the user in, links the identity, or records a step-up. A prefetch gets a page with a link.",
  input: parameters,
  output: z.never(),
  takesNavigation: true,
  hasStoredRedirects: true,
  limit: { windowSeconds: 60, max: 60 },
  errorRedirect,
  handle({ input: { id: providerId, ...given }, navigation, session, caller, ctx }, social) {
    const parameters = defined(given);
    if (navigation?.isPrefetch) return askUser(ctx, providerId, parameters);
    return handleCallback(ctx, social, { providerId, parameters, session, caller });
  },
});

/** The browser has not decided yet to open the URL, and may do so later: the `state` stays valid. */
const askUser = ({ settings }: Context, providerId: string, parameters: Record<string, string>) =>
  continuePage({
    heading: "Continue to sign in",
    explanation: `Your browser has loaded this page of ${settings.appName} ahead of time.`,
    url: callbackUrl(settings, providerId, parameters),
  });

/** A request that failed before the flow was looked up. */
function errorRedirect(ctx: Context, { code, status, issues, message }: AuthError): RedirectOutcome {
  const failed = (found: CallbackCode, explanation: string): RedirectOutcome =>
    redirectToErrorPage(ctx, null, new FlowError(found, explanation));
  if (status >= 500) return failed("internal_server_error", message);
  if (code === "TOO_MANY_REQUESTS") return failed("too_many_requests", message);
  const isState = issues.length > 0 && issues.every(({ path }) => path === "state");
  const wrong = issues.map((issue) => `${issue.path}: ${issue.message}`).join("; ");
  const explanation = `The parameters of the callback are invalid: ${wrong || message}`;
  return failed(isState ? "please_restart_the_process" : "invalid_callback_request", explanation);
}

export const callbackForm = endpoint({
  route: "POST /callback/:id",
  hasCall: false,
  access: "public",
  doc: "The redirect URI of a provider that posts a form: redirects to the same URL as a GET, because browsers send no cookies with a cross-site form post.",
  input: parameters,
  output: z.never(),
  takesCrossSiteForm: true,
  limit: { windowSeconds: 60, max: 60 },
  errorRedirect,
  handle: ({ input: { id, ...given }, ctx: { settings } }) => redirect(callbackUrl(settings, id, defined(given))),
});

const callbackUrl = (settings: Settings, providerId: string, parameters: Record<string, string>): string =>
  withQuery(settings, `${settings.publicPath}/callback/${encodeURIComponent(providerId)}`, parameters);

const defined = (given: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
