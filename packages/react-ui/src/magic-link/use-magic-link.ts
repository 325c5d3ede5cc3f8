import { useState } from "react";
import { asksForFactor, useEndSignIn, useLeaveSignedIn, useWantedPath, withRedirect } from "../after-sign-in.js";
import { useUI } from "../context.js";
import { type AskedAddress, useAddressForm } from "../email/use-mailed-code.js";
import type { FormState } from "../form/form-state.js";
import { useForm } from "../form/use-form.js";
import { type Offers, useOffers } from "../offers.js";
import { ownPath, useLinkQuery } from "../query.js";
import { useChallenge } from "../sign-in/use-challenge.js";
import { useErrorText } from "../texts/use-error-text.js";
import { type LinkFragment, useLinkFragment } from "./use-link-fragment.js";
import { type SentLink, useSentLink } from "./use-sent-link.js";

/** Options of `useMagicLink`. */
export interface MagicLinkOptions {
  /** The path after the sign-in. Default: `?redirect=` of the URL, or the home screen. */
  readonly redirectTo?: string | undefined;
}

/** The step of a sign-in by a link. */
export type MagicLinkStep =
  /** The URL, or what the server offers, is not known yet. */
  | "reading"
  | "asking"
  | "sent"
  /** The link was opened in another browser than the browser that asked for the link. */
  | "confirming"
  /** The link does not work. */
  | "dead"
  /** The link works, but the user is not signed in: `failure` says why. */
  | "failed";

/** The state of a sign-in by a link. */
export interface MagicLinkState {
  readonly step: MagicLinkStep;
  /** Null: the server sends no links, or it is not known yet. */
  readonly offer: Offers["magicLink"];
  /** The form that asks for a link. */
  readonly form: FormState<"email" | "rememberMe">;
  /** The address that was asked for, with or without an account; null before. */
  readonly sentTo: string | null;
  /** The form of the code in the email, and the button that sends the email again. */
  readonly sent: SentLink;
  /** The form without fields that signs this browser in. */
  readonly confirm: FormState<never>;
  /** The masked address of the link; null unless `step` is "confirming". */
  readonly maskedEmail: string | null;
  readonly failure: string | null;
  /** Asks for another address, or for a new link. */
  readonly restart: () => void;
}

/**
 * The state and the handlers of a sign-in by a link in an email, without markup. Leaves the screen when the user is
 * signed in, here or by the link in another tab.
 *
 * @example const { step, form, sentTo, restart } = useMagicLink();
 */
export function useMagicLink({ redirectTo }: MagicLinkOptions = {}): MagicLinkState {
  const offers = useOffers();
  const to = useWantedPath(redirectTo);
  const fragment = useLinkFragment();
  const error = useLinkQuery()?.get("error");
  const [chosen, choose] = useState<"asking" | "sent" | "dead" | null>(null);
  const [asked, setAsked] = useState<AskedAddress | null>(null);
  const sentTo = asked?.email ?? null;
  const failure = useFailure(error ?? null);
  const ask = useAsk(to);
  const step = chosen ?? stepOf({ isKnown: offers !== null, fragment, error });
  // A signed-in user may confirm, too, to sign in to another account.
  useLeaveSignedIn(step === "reading" || step === "confirming" ? null : to);

  const form = useAddressForm(async (given) => {
    const problem = await ask(given);
    if (!problem) {
      setAsked(given);
      choose("sent");
    }
    return problem;
  });
  const sent = useSentLink({ sentTo, to, ask: (email) => ask({ ...asked, email }) });
  const confirm = useConfirm(fragment ?? null, () => choose("dead"));
  return {
    step,
    offer: offers?.magicLink ?? null,
    form,
    sentTo,
    sent,
    confirm,
    maskedEmail: step === "confirming" ? (fragment?.email ?? null) : null,
    failure,
    restart() {
      sent.code.forget("code");
      choose("asking");
    },
  };
}

interface Known {
  readonly isKnown: boolean;
  readonly fragment: LinkFragment | null | undefined;
  /** Undefined: the URL is not known yet. */
  readonly error: string | null | undefined;
}

function stepOf({ isKnown, fragment, error }: Known): MagicLinkStep {
  if (!isKnown || fragment === undefined || error === undefined) return "reading";
  if (fragment) return "confirming";
  if (error === null) return "asking";
  return error.toUpperCase() === "INVALID_TOKEN" ? "dead" : "failed";
}

/** The sentence of the error in the URL to which a link has led. */
function useFailure(error: string | null): string | null {
  const sentenceOf = useErrorText();
  if (error === null) return null;
  // The URL can have any text: only a code is shown.
  const code = /^[a-z_]{1,64}$/i.test(error) ? error.toUpperCase() : "UNKNOWN";
  return sentenceOf({ code: code === "BANNED" ? "BANNED_USER" : code, status: 400, statusText: "", message: "" });
}

/** A function that asks for a link, and answers the error. */
function useAsk(to: string) {
  const { client, paths } = useUI();
  const challenge = useChallenge();
  return async (asked: Partial<AskedAddress> & Pick<AskedAddress, "email">) => {
    const errorCallbackURL = withRedirect(paths.magicLink, to, paths.home);
    const input = { ...asked, callbackURL: to, errorCallbackURL };
    return (await client.signIn.magicLink(input, await challenge("sign-in"))).error;
  };
}

/** Signs this browser in, when the user presses the button. */
function useConfirm(fragment: LinkFragment | null, end: () => void): FormState<never> {
  const { client, paths, navigate } = useUI();
  const endSignIn = useEndSignIn();
  return useForm<never>({
    fields: [],
    async send() {
      if (!fragment) return null;
      const { token, email, callbackURL } = fragment;
      const to = pathOf(callbackURL) ?? paths.home;
      const answer = await client.magicLink.verify({ token, email });
      if (answer.error?.code === "INVALID_TOKEN") {
        end();
        return null;
      }
      const ended = await endSignIn(answer, to);
      if (!ended && !asksForFactor(answer.data)) navigate(to, { replace: true });
      return ended;
    },
  });
}

/** The path of this app that a URL of the server names; else null. Any site may link to a fragment. */
const pathOf = (url: string | null): string | null =>
  ownPath(url?.startsWith(`${location.origin}/`) ? url.slice(location.origin.length) : url);
