import type { Session } from "@keyhold/core";
import { type Context, commonErrors, ok, redirectToErrorPage, seeOther } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { confirmFlow, type HandedOver, type HandOver, issueCode } from "../code/issue.js";
import { endpoint } from "../endpoint.js";
import { nativeErrors } from "../errors.js";
import { findFlow } from "../flow/flow.js";
import { startAtProvider } from "../flow/go-on.js";
import { opensPage } from "../flow/page-request.js";

export const confirmNative = endpoint({
  route: "POST /native/confirm",
  access: "optional",
  isPersonal: true,
  doc: "The signed-in user of the browser goes on in the app: answers the URL to open, which gives the app its code, or the URL of the provider that an app has asked for.",
  input: z.object({ id: z.string().max(64) }),
  output: z.object({ url: z.string() }),
  errors: ["NATIVE_FLOW_NOT_FOUND"],
  takesNavigation: true,
  alsoAnswers: ["redirect"],
  limit: { windowSeconds: 60, max: 30 },
  errorRedirect: redirectToErrorPage,
  async handle({ input: { id }, navigation, session, caller, ctx }) {
    // A token is of an app, and the page that asks is in the browser.
    if (caller.isBearer) return ctx.fail(commonErrors.UNAUTHORIZED);
    const flow = await findFlow(ctx, caller, id);
    if (!flow) return ctx.fail(nativeErrors.NATIVE_FLOW_NOT_FOUND);
    const isForm = navigation !== null && opensPage(caller);
    const { url, cookies } = await urlOf(ctx, { id, flow, session, caller }, isForm);
    return isForm ? seeOther(url, cookies) : ok({ url }, cookies);
  },
});

async function urlOf(
  ctx: Context<"NATIVE_FLOW_NOT_FOUND">,
  { session, ...present }: Omit<HandOver, "session"> & { readonly session: Session | null },
  isForm: boolean,
): Promise<HandedOver> {
  // What an app asks for in its own session needs no session of the browser.
  if (present.flow.request) return startAtProvider(ctx, present);
  if (!session) return ctx.fail(commonErrors.UNAUTHORIZED);
  return (isForm ? issueCode : confirmFlow)(ctx, { ...present, session });
}
