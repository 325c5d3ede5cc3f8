import { type AuthError, type Context, type RedirectOutcome, redirect, withQuery } from "@keyhold/core";
import { z } from "zod";
import { endpoint } from "../../endpoint.js";
import type { CallbackCode } from "../../flow/callback-codes.js";
import { finishFlow, refuseOtherIssuer } from "../../flow/finish.js";
import { readProviderError, readRefusal, redirectRefused, tellRefused } from "../../flow/refusal.js";
import { type ResumedFlow, type Return, resumeFlow } from "../../flow/resume.js";
import type { Flow } from "../../flow/state.js";
import type { Social } from "../../options.js";

/** What a provider says went wrong is cut rather than refused: it is why the person comes back. */
const words = z
  .string()
  .transform((text) => text.slice(0, 512).toWellFormed())
  .optional();

/** Spec, section 7, and `iss` of RFC 9207. As a form or a URL, all of it fits into the URL that follows a form. */
const parameters = z.object({
  id: z.string(),
  state: z.string().max(512).optional(),
  code: z.string().max(8192).optional(),
  error: words,
  error_description: words,
  iss: z.string().max(1024).optional(),
  device_id: z.string().max(512).optional(),
  /** JSON, the first time somebody comes from Apple. */
  user: z.string().max(2048).optional(),
});

export const callback = endpoint({
  wire: "GET /callback/:id",
  access: "optional",
  doc: "Where a provider sends a browser back to: lets the person in, or links what they bring.",
  input: parameters,
  output: z.never(),
  limit: { windowSeconds: 60, max: 60 },
  refusal,
  async handle({ input: { id: providerId, ...given }, session, caller, ctx }, social) {
    const back: Return = { providerId, parameters: defined(given), session, caller };
    let flow: ResumedFlow | null = null;
    try {
      flow = await resumeFlow(ctx, social, back);
      return await arrive(ctx, social, flow, back);
    } catch (thrown) {
      // Anybody may have written the path: what is told and logged names a provider of the app, or none.
      const named = social.providers.has(providerId) ? providerId : "unknown";
      const attempt = { providerId: named, purpose: flow && purposeOf(flow), caller };
      const refused = readRefusal(ctx, attempt, thrown);
      tellRefused(ctx, refused, attempt);
      return redirectRefused(ctx, flow, refused);
    }
  },
});

const purposeOf = ({ link }: Flow): "sign-in" | "link" => (link ? "link" : "sign-in");

async function arrive(ctx: Context, social: Social, flow: ResumedFlow, back: Return): Promise<RedirectOutcome> {
  const { providerId, parameters, caller } = back;
  await refuseOtherIssuer(ctx, social, flow, parameters);
  const told = readProviderError(parameters);
  if (told) {
    tellRefused(ctx, told, { providerId, purpose: purposeOf(flow), caller });
    return redirectRefused(ctx, flow, told);
  }
  const { callbackURL, cookies } = await finishFlow(ctx, social, flow, back);
  return redirect(withQuery(ctx.settings, callbackURL), cookies);
}

/** A request that no flow was looked up for. */
function refusal(ctx: Context, { code, status, issues, message }: AuthError): RedirectOutcome {
  const refuse = (found: CallbackCode, explanation: string): RedirectOutcome =>
    redirectRefused(ctx, null, { code: found, explanation });
  if (status >= 500) return refuse("internal_server_error", message);
  if (code === "TOO_MANY_REQUESTS") return refuse("too_many_requests", message);
  const isState = issues.length > 0 && issues.every(({ path }) => path === "state");
  const wrong = issues.map((issue) => `${issue.path}: ${issue.message}`).join("; ");
  const explanation = `What came back is not understood: ${wrong || message}`;
  return refuse(isState ? "please_restart_the_process" : "invalid_callback_request", explanation);
}

export const callbackForm = endpoint({
  wire: "POST /callback/:id",
  access: "public",
  doc: "The same for providers that post a form, with which no cookie comes: sends the browser on as a GET.",
  input: parameters,
  output: z.never(),
  takesForeignForm: true,
  limit: { windowSeconds: 60, max: 60 },
  refusal,
  handle: ({ input: { id, ...given }, ctx: { settings } }) =>
    redirect(withQuery(settings, `${settings.basePath}/callback/${encodeURIComponent(id)}`, defined(given))),
});

const defined = (given: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined));
