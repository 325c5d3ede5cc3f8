import { useState } from "react";
import type { FullClient } from "../client.js";
import { useUI } from "../context.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { useRead } from "../lists/use-read.js";
import { shortName } from "../parts/short-name.js";
import { useLinkQuery } from "../query.js";
import { invitation as english } from "../texts/en/invitation.js";
import { organization } from "../texts/en/organization.js";
import { useErrorText } from "../texts/use-error-text.js";
import { useTexts } from "../texts/use-texts.js";

/** The preview of an invitation for users with the link, signed in or not. */
export type InvitationPreview = NonNullable<
  Awaited<ReturnType<FullClient["organization"]["previewInvitation"]>>["data"]
>;

/** The state of an invitation's link. */
export type AcceptInvitationStep =
  /** The link or the session is not known yet. */
  | "reading"
  /** The invitation or the session could not be loaded. */
  | "failed"
  /** Answered, cancelled, expired, or an incomplete link. */
  | "closed"
  /** No user is signed in. */
  | "sign-in"
  /** Another user than the invited user is signed in. */
  | "other-account"
  /** The invited user can accept or decline. */
  | "answer"
  | "declined";

/** The state of the screen of an invitation's link. */
export interface AcceptInvitationState extends ActionState {
  readonly step: AcceptInvitationStep;
  /** Null in the steps "reading", "failed" and "closed". */
  readonly invitation: InvitationPreview | null;
  /** The path of this screen with the token, to return to after a sign-in. */
  readonly here: string;
  /** The email address of the signed-in user; null: signed out. */
  readonly email: string | null;
  /** Why the invitation or the session could not be loaded; null: no error. */
  readonly readError: string | null;
  readonly retry: () => Promise<void>;
  /** Joins the organization, and goes to it. */
  readonly accept: () => void;
  readonly decline: () => void;
  /** Signs the other user out. */
  readonly signOut: () => void;
}

/** The errors of a link that leads to no open invitation. */
const closedCodes = ["INVITATION_NOT_FOUND", "VALIDATION_ERROR"];

/**
 * The state and the handlers of the screen that the link of an invitation leads to, without markup.
 *
 * @example const { step, invitation, accept, decline } = useAcceptInvitation();
 */
export function useAcceptInvitation(): AcceptInvitationState {
  const { client, paths, navigate } = useUI();
  const { codes } = useTexts("organization", organization);
  const texts = useTexts("invitation", english);
  const sentenceOf = useErrorText();
  const query = useLinkQuery();
  const token = query && (query.get("token") ?? "");
  const session = client.useSession();
  const [isDeclined, setDeclined] = useState(false);
  const { run, ...action } = useAction();
  const { data, error, refetch } = useRead(
    token ?? "",
    token ? (signal) => client.organization.previewInvitation({ token }, { signal }) : null,
  );
  const email = session.data?.user.email ?? null;
  const readError = (data ? null : error) ?? (session.data ? null : session.error);

  function step(): AcceptInvitationStep {
    if (token === null || session.isPending) return "reading";
    if (isDeclined) return "declined";
    if (token === "" || (error && closedCodes.includes(error.code))) return "closed";
    if (readError) return "failed";
    if (!data) return "reading";
    if (email === null) return "sign-in";
    return email === data.email ? "answer" : "other-account";
  }

  async function accept(): Promise<void> {
    const call = async () => (await client.organization.acceptInvitation({ token: token ?? "" })).error;
    if (await run("accept", { call, errors: codes })) navigate(`${paths.organization}?joined`, { replace: false });
  }

  async function decline(): Promise<void> {
    const call = async () => (await client.organization.rejectInvitation({ token: token ?? "" })).error;
    const done = texts.declined(shortName(data?.organization.name ?? ""));
    if (await run("decline", { call, done, errors: codes })) setDeclined(true);
  }

  return {
    ...action,
    step: step(),
    invitation: data,
    here: `${paths.acceptInvitation}?${new URLSearchParams({ token: token ?? "" })}`,
    email,
    readError: readError && sentenceOf(readError),
    retry: async () => void (await Promise.all([session.refetch(), refetch()])),
    accept,
    decline,
    signOut: () => {
      run("sign-out", { call: async () => (await client.signOut()).error });
    },
  };
}
