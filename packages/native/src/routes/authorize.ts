import { type Context, continuePage, type Outcome, redirectToErrorPage } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { type HandedOver, isOfFlow, issueCode, issueForRequest } from "../code/issue.js";
import { endpoint } from "../endpoint.js";
import { nativeErrors } from "../errors.js";
import { failFlow } from "../flow/answer.js";
import { findFlow, flows } from "../flow/flow.js";
import { goOn, type Present, toSignIn } from "../flow/go-on.js";
import { opensPage } from "../flow/page-request.js";
import { flowURL, rejectedPage } from "../flow/pages.js";
import { startFlow } from "../flow/start.js";

const text = z.string().optional();

export const authorizeNative = endpoint({
  route: "GET /native/authorize",
  hasCall: false,
  access: "optional",
  doc: "Opened by an app in the system browser: signs the user in, or asks the signed-in user, and gives the app a code. `flow`: goes on with a flow of this browser.",
  input: z.object({
    client_id: text,
    redirect_uri: text,
    state: text,
    code_challenge: text,
    code_challenge_method: text,
    login_hint: z.string().max(320).optional(),
    provider: z.string().max(64).optional(),
    request: z.string().max(64).optional(),
    flow: z.string().max(64).optional(),
    step: z.enum(["done"]).optional(),
    prompt: z.enum(["login"]).optional(),
    error: z.string().max(64).optional(),
  }),
  output: z.never(),
  errors: ["NATIVE_FLOW_NOT_FOUND"],
  takesNavigation: true,
  alsoAnswers: ["page", "redirect"],
  limit: { windowSeconds: 60, max: 60 },
  errorRedirect: redirectToErrorPage,
  async handle({ input, navigation, session, caller, ctx }, options): Promise<Outcome<never>> {
    const { flow: id, prompt, error, step, ...asked } = input;
    if (!opensPage(caller)) return rejectedPage("This sign-in goes on in a tab or a window of the browser alone.");
    if (id === undefined) return startFlow(ctx, asked, { session, caller }, options);
    const flow = await findFlow(ctx, caller, id);
    if (!flow) return rejectedPage("This sign-in has ended, or it began in another browser. Start again in the app.");
    if (error !== undefined) {
      await flows.end(ctx, id);
      return failFlow(ctx, flow, /^[a-z_]+$/.test(error) ? error : "server_error");
    }
    const present = { id, flow, session, caller, options };
    if (prompt && !flow.request) return toSignIn(ctx, present);
    if (!isReady(ctx, { flow, session, step })) return goOn(ctx, present);
    // The browser has not decided yet to open the URL.
    if (navigation?.isPrefetch)
      return continuePage({
        heading: "Continue in the app",
        explanation: "Your browser has loaded this page ahead of time.",
        url: flowURL(ctx.settings, id),
      });
    const { url, cookies } = await finish(ctx, present);
    return { kind: "redirect", location: url, status: 303, cookies };
  },
});

/** Whether the browser goes to the app without a question. */
const isReady = (
  ctx: Context,
  { flow, session, step }: Pick<Present, "flow" | "session"> & { readonly step: "done" | undefined },
): boolean => {
  if (flow.request) return step === "done";
  if (session === null) return false;
  return session.id === flow.confirmedBy || (flow.kind === "claimed" && isOfFlow(ctx, flow, session));
};

const finish = (
  ctx: Context<"NATIVE_FLOW_NOT_FOUND">,
  { id, flow, session, caller }: Omit<Present, "options">,
): Promise<HandedOver> => {
  if (flow.request) return issueForRequest(ctx, { id, flow }, flow.request);
  return session ? issueCode(ctx, { id, flow, session, caller }) : ctx.fail(nativeErrors.NATIVE_FLOW_NOT_FOUND);
};
