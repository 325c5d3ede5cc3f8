import { moreAsked } from "../contract/asked.js";
import type { Context, Session } from "../contract/context.js";
import { user } from "../contract/entity-schemas.js";
import { coreErrors } from "../contract/errors.js";
import { askedOf, ok, type PageOutcome, redirect, seeOther } from "../contract/outcome.js";
import * as z from "../contract/schema.js";
import { confirmEmailChange } from "../flows/email/change-email.js";
import { isVerificationPending } from "../flows/email/pending-verification.js";
import { switchEmail } from "../flows/email/switch-email.js";
import {
  isOwnSession,
  readVerificationToken,
  type VerificationToken,
} from "../flows/verification/verification-token.js";
import { type Follower, failToken, verifyAddressByLink } from "../flows/verification/verify-address.js";
import { confirmPage, donePage } from "../http/confirm-page.js";
import { redirectToErrorPage, redirectWithError, withQuery } from "../http/redirect.js";
import type { User } from "../model/models.js";
import { switchesLate } from "../records/user/pending-email.js";
import type { AskedSignIn } from "../session/open.js";
import { endpoint } from "./endpoint.js";

const common = {
  access: "optional",
  takesNavigation: true,
  input: z.object({ token: z.string(), callbackURL: z.string().optional() }),
  output: z.union([z.object({ status: z.boolean(), user: user.nullable() }), moreAsked]),
  errors: ["COULDNT_UPDATE_YOUR_EMAIL", "FAILED_TO_CREATE_SESSION", "INVALID_TOKEN", "TOKEN_EXPIRED", "USER_NOT_FOUND"],
  redirects: ["callbackURL"],
  limit: { windowSeconds: 60, max: 20 },
} as const;

export const verifyEmail = endpoint({
  ...common,
  route: "GET /verify-email",
  doc: "Verifies or changes an email address by the token of an email.",
  async handle({ input, navigation, session, caller, ctx }) {
    const { callbackURL } = input;
    try {
      const token = await readToken(ctx, input.token);
      const mayAct = !navigation || (!navigation.isPrefetch && isOwnSession(ctx, session, token));
      if (!mayAct && (await isVerificationPending(ctx, token, session))) return askUser(ctx, token, input);
      const followed = mayAct ? await follow(ctx, token, { session, caller, callbackURL }) : unchanged;
      const { cookies, user, asked } = followed;
      if (asked && callbackURL !== undefined) return redirect(asked.location, cookies);
      if (asked) return askedOf({ ...asked, cookies }, { status: true, user });
      if (callbackURL === undefined) return ok({ status: true, user }, cookies);
      return redirect(withQuery(ctx.settings, callbackURL), cookies);
    } catch (thrown) {
      return redirectWithError(ctx.settings, callbackURL, thrown);
    }
  },
});

export const postVerifyEmail = endpoint({
  ...common,
  route: "POST /verify-email",
  hasCall: false,
  doc: "Verifies or changes an email address by the token of an email.",
  errorRedirect: redirectToErrorPage,
  async handle({ input, navigation, session, caller, ctx }) {
    const { callbackURL } = input;
    const run = async (): Promise<Followed & { readonly token: VerificationToken }> => {
      const token = await readToken(ctx, input.token);
      return { token, ...(await follow(ctx, token, { session, caller, callbackURL })) };
    };
    if (!navigation) {
      const { cookies, user, asked } = await run();
      return asked ? askedOf({ ...asked, cookies }, { status: true, user }) : ok({ status: true, user }, cookies);
    }
    try {
      const { cookies, token, asked } = await run();
      if (asked) return seeOther(asked.location, cookies);
      if (callbackURL === undefined) return donePage(ctx.settings, doneOf(ctx, token, session), cookies);
      return seeOther(withQuery(ctx.settings, callbackURL), cookies);
    } catch (thrown) {
      return seeOther(redirectWithError(ctx.settings, callbackURL, thrown).location);
    }
  },
});

type Input = z.output<typeof common.input>;

interface Followed {
  /** The user after a change of address; null if an address was verified. */
  readonly user: User | null;
  readonly asked: AskedSignIn | null;
  readonly cookies: readonly string[];
}

const unchanged: Followed = { user: null, asked: null, cookies: [] };

async function readToken(ctx: Context<"TOKEN_EXPIRED" | "INVALID_TOKEN">, given: string): Promise<VerificationToken> {
  const token = await readVerificationToken(ctx, given);
  if (token === "expired") return ctx.fail(coreErrors.TOKEN_EXPIRED);
  return token === "invalid" ? failToken(ctx) : token;
}

async function follow(
  ctx: Context<"INVALID_TOKEN" | "USER_NOT_FOUND" | "FAILED_TO_CREATE_SESSION" | "COULDNT_UPDATE_YOUR_EMAIL">,
  token: VerificationToken,
  follower: Follower,
): Promise<Followed> {
  if (token.isNewAddress) return { asked: null, ...(await switchEmail(ctx, token, follower)) };
  if (token.isChange) return { asked: null, ...(await confirmEmailChange(ctx, token, follower)) };
  const { opened, cookies } = await verifyAddressByLink(ctx, token, follower);
  return { user: null, asked: opened?.kind === "asked" ? opened : null, cookies };
}

function askUser(ctx: Context, verification: VerificationToken, { token, callbackURL }: Input): PageOutcome {
  const { ask } = wordsOf(ctx, verification);
  return confirmPage(ctx.settings, { ...ask, path: "/verify-email", fields: { token, callbackURL } });
}

/** The words after the effect of a link. */
function doneOf(ctx: Context, token: VerificationToken, session: Session | null) {
  const { appName } = ctx.settings;
  if (token.isNewAddress && !session)
    return {
      heading: "Sign in to finish",
      explanation: `Sign in to ${appName} in this browser with your password. Then your account has the new address.`,
    };
  if (token.isChange && !token.isNewAddress && switchesLate(ctx))
    return {
      heading: "Confirm your new address",
      explanation: `Follow the link in the email that we have sent to the new address. Until then your account at ${appName} keeps the present address.`,
    };
  return wordsOf(ctx, token).done;
}

const wordsOf = ({ settings: { appName } }: Context, { isChange, isNewAddress }: VerificationToken) =>
  isChange && !isNewAddress
    ? {
        ask: {
          heading: "Change your email address",
          explanation: `This changes the email address of your account at ${appName}. If you did not ask for this, close this page.`,
          button: "Change email address",
        },
        done: {
          heading: "Your email address is changed",
          explanation: `Your account at ${appName} has the new address now. Confirm it with the email that we have sent there.`,
        },
      }
    : {
        ask: {
          heading: "Confirm your email address",
          explanation: `This confirms that your email address belongs to your account at ${appName}. If you did not ask for this, close this page.`,
          button: "Confirm email address",
        },
        done: {
          heading: "Your email address is confirmed",
          explanation: `It belongs to your account at ${appName} now.`,
        },
      };
