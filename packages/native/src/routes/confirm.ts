import { commonErrors, ok, redirectToErrorPage, seeOther } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { issueCode } from "../code/issue.js";
import { endpoint } from "../endpoint.js";
import { nativeErrors } from "../errors.js";
import { findFlow } from "../flow/flow.js";

export const confirmNative = endpoint({
  route: "POST /native/confirm",
  access: "session",
  isPersonal: true,
  doc: "The signed-in user of the browser goes on in the app: answers the URL that gives the app its code.",
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
    const { url, cookies } = await issueCode(ctx, { id, flow, session, caller });
    return navigation ? seeOther(url, cookies) : ok({ url }, cookies);
  },
});
