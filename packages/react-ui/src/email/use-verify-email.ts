import { useUI } from "../context.js";
import { useAction } from "../form/use-action.js";
import { useLinkQuery } from "../query.js";
import { useChallenge } from "../sign-in/use-challenge.js";
import { verifyEmail as english } from "../texts/en/verify-email.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";

/** The result of a link about an email address. */
export type VerifyEmailStep =
  /** The URL or the session is not known yet. */
  | "reading"
  /** The session could not be read: call `retry`. */
  | "failed"
  | "verified"
  /** Verified in a browser in which the user is not signed in. */
  | "verified-elsewhere"
  /** A second link was sent to the new address. */
  | "next-email"
  | "old-link"
  | "dead-link"
  /** The link is of another user, or no user is signed in. */
  | "other-browser"
  | "taken";

/** The state of the screen of links about an email address. */
export interface VerifyEmailState {
  readonly step: VerifyEmailStep;
  /** The address of the signed-in user; null: signed out. */
  readonly email: string | null;
  /** Why the session could not be read; null: no error. */
  readonly readError: string | null;
  readonly retry: () => Promise<void>;
  /** Sends the email again, to the signed-in user. */
  readonly again: SendAgain;
}

/** A button that sends a verification email. */
export interface SendAgain {
  readonly isBusy: boolean;
  readonly waitSeconds: number;
  readonly error: string | null;
  /** The text after a success. */
  readonly done: string | null;
  readonly send: () => void;
}

/** Sends the verification email of an address again. */
export function useSendAgain(email: string | null): SendAgain {
  const { client, paths } = useUI();
  const texts = useTexts("verifyEmail", english);
  const challenge = useChallenge();
  const { busy, error, done, waitSeconds, run } = useAction();
  const send = async (): Promise<void> => {
    if (email === null) return;
    await run("send", {
      call: async () => {
        const asked = { email, callbackURL: `${paths.verifyEmail}?verified` };
        return (await client.sendVerificationEmail(asked, await challenge("send-email"))).error;
      },
      done: texts.sentAgain(email),
    });
  };
  return { isBusy: busy !== null, waitSeconds, error, done, send };
}

/**
 * The state of the screen that links about an email address lead to, without markup.
 *
 * @example const { step, email } = useVerifyEmail();
 */
export function useVerifyEmail(): VerifyEmailState {
  const { client } = useUI();
  const query = useLinkQuery();
  const { data, error: unread, isPending, refetch } = client.useSession();
  const sentenceOf = useErrorText();
  const user = data?.user ?? null;
  const email = user?.email ?? null;
  const again = useSendAgain(email);

  function step(): VerifyEmailStep {
    if (query === null || isPending) return "reading";
    return unread && !data ? "failed" : stepOf(query, user);
  }

  return { step: step(), email, readError: unread && sentenceOf(unread), retry: refetch, again };
}

function stepOf(query: URLSearchParams, user: { readonly emailVerified: boolean } | null): VerifyEmailStep {
  const error = query.get("error")?.toLowerCase() ?? null;
  if (error === "unauthorized") return "other-browser";
  if (error === "couldnt_update_your_email") return "taken";
  // An old link was usually followed before.
  if (error !== null && !user?.emailVerified) return error === "token_expired" ? "old-link" : "dead-link";
  if (user) return user.emailVerified ? "verified" : "next-email";
  return query.has("verified") ? "verified-elsewhere" : "dead-link";
}
