import { isAuthError } from "@keyhold/core";
import { user as userSchema } from "@keyhold/core/entity-schemas";
import { challengesOf, type SignedInByMailbox, signedInAnswer } from "@keyhold/core/mailbox";
import {
  type Context,
  moreAsked,
  type RedirectOutcome,
  redirect,
  redirectToErrorPage,
  type StoredValue,
  seeOther,
  withQuery,
} from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { endpoint } from "../endpoint.js";
import { magicLinkErrors } from "../errors.js";
import { askUser, maskedAddress } from "../link/ask.js";
import { consumeLink, findLink, type Link } from "../link/links.js";
import { type Follower, isUsable, openByLink, targetOf } from "../link/open.js";
import { homeOf, type Targets } from "../link/request.js";

const common = {
  access: "optional",
  takesNavigation: true,
  input: z.object({
    token: z.string(),
    /** The masked address that a page has shown to the user before. */
    email: z.string().optional(),
    callbackURL: z.string().optional(),
    newUserCallbackURL: z.string().optional(),
    errorCallbackURL: z.string().optional(),
  }),
  output: z.union([z.object({ token: z.string(), user: userSchema }), moreAsked]),
  errors: ["INVALID_TOKEN", "USER_ALREADY_EXISTS", "FAILED_TO_CREATE_SESSION"],
  redirects: ["callbackURL", "newUserCallbackURL", "errorCallbackURL"],
  limit: { windowSeconds: 60, max: 20 },
} as const;

export const openMagicLink = endpoint({
  ...common,
  route: "GET /magic-link/verify",
  hasCall: false,
  scriptsNameOrigin: true,
  doc: "Signs in the browser that asked for the link. Other browsers get a page with a button.",
  async handle({ input: { token, email, ...targets }, navigation, session, caller, ctx }, options) {
    try {
      const link = await requireLink(ctx, token, email);
      const isOwnBrowser = navigation?.isPrefetch === false && challengesOf(ctx, caller).includes(link.value.challenge);
      if (navigation && !isOwnBrowser)
        return (await isUsable(ctx, options, link.value))
          ? askUser(ctx, options, { link, token, targets })
          : ctx.fail(magicLinkErrors.INVALID_TOKEN);
      const followed = await openByLink(ctx, options, { ...usedBy(token), link: link.value, session, targets, caller });
      if (targetOf(targets, followed.isNewUser) === undefined) return signedInAnswer(followed);
      return redirect(locationOf(ctx, targets, followed), followed.cookies);
    } catch (thrown) {
      return redirectFailed(ctx, targets, thrown);
    }
  },
});

export const verifyMagicLink = endpoint({
  ...common,
  route: "POST /magic-link/verify",
  doc: "Signs in by the token of a link: for a script, or when the user presses the button of the page of a link.",
  queryFields: ["newUserCallbackURL", "errorCallbackURL"],
  errorRedirect: redirectToErrorPage,
  async handle({ input: { token, email, ...targets }, navigation, session, caller, ctx }, options) {
    const follow = async () => {
      const { value: link } = await requireLink(ctx, token, email);
      return openByLink(ctx, options, { ...usedBy(token), link, session, targets, caller });
    };
    if (!navigation) return signedInAnswer(await follow());
    try {
      const followed = await follow();
      return seeOther(locationOf(ctx, targets, followed), followed.cookies);
    } catch (thrown) {
      return seeOther(redirectFailed(ctx, targets, thrown).location);
    }
  },
});

const usedBy = (token: string): Pick<Follower, "consume"> => ({ consume: (ctx) => consumeLink(ctx, token) });

/** The link of a token. A page that has shown another address, e.g. of a fragment of another site, gets an error. */
async function requireLink(
  ctx: Context<"INVALID_TOKEN">,
  token: string,
  shownEmail: string | undefined,
): Promise<StoredValue<Link>> {
  const link = await findLink(ctx, token);
  const isShown = link && (shownEmail === undefined || shownEmail === maskedAddress(link.value.to));
  return isShown ? link : ctx.fail(magicLinkErrors.INVALID_TOKEN);
}

/** Where a browser goes after a link: to the page that asks for more, or to the app. */
function locationOf(ctx: Context, targets: Targets, { opened, isNewUser }: SignedInByMailbox): string {
  return opened.kind === "asked"
    ? opened.location
    : withQuery(ctx.settings, targetOf(targets, isNewUser) ?? homeOf(ctx));
}

/** Sends a browser to its page with the error in the query. Without a page, and for a fault, throws the error again. */
function redirectFailed(ctx: Context, { errorCallbackURL, callbackURL }: Targets, thrown: unknown): RedirectOutcome {
  const target = errorCallbackURL ?? callbackURL;
  if (target === undefined || !isAuthError(thrown) || thrown.status >= 500) throw thrown;
  return redirect(withQuery(ctx.settings, target, { error: thrown.callbackCode }));
}
