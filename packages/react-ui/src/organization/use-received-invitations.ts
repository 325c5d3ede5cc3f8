import type { FullClient } from "../client.js";
import { useUI } from "../context.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { useRead } from "../lists/use-read.js";
import { shortName } from "../parts/short-name.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";

/** An invitation to the signed-in user. */
export type ReceivedInvitation = NonNullable<
  Awaited<ReturnType<FullClient["organization"]["listUserInvitations"]>>["data"]
>[number];

/** The open invitations to the user. */
export interface ReceivedInvitationsState extends ActionState {
  /** Null: not known yet, or the email address of the user is not verified. */
  readonly invitations: readonly ReceivedInvitation[] | null;
  /** Joins the organization, and goes to it. `busy` is the id during the call. */
  readonly accept: (id: string) => void;
  /** True after a success. `busy` is "decline" with the id during the call. */
  readonly decline: (invitation: ReceivedInvitation) => Promise<boolean>;
}

/**
 * The open invitations to the user, without markup.
 *
 * @example const { invitations, accept, decline } = useReceivedInvitations();
 */
export function useReceivedInvitations(): ReceivedInvitationsState {
  const { client, paths, navigate } = useUI();
  const texts = useTexts("organization", english);
  const user = client.useSession().data?.user ?? null;
  const { run, ...action } = useAction();
  const { data, refetch } = useRead(
    user ? `${user.email} ${user.emailVerified}` : "",
    user?.emailVerified ? (signal) => client.organization.listUserInvitations({}, { signal }) : null,
  );

  async function accept(invitationId: string): Promise<void> {
    const call = async () => (await client.organization.acceptInvitation({ invitationId })).error;
    if (await run(invitationId, { call, errors: texts.codes }))
      navigate(`${paths.organization}?joined`, { replace: false });
    else refetch();
  }

  async function decline({ id: invitationId, organizationName }: ReceivedInvitation): Promise<boolean> {
    const call = async () => (await client.organization.rejectInvitation({ invitationId })).error;
    const done = texts.declined(shortName(organizationName));
    const isDone = await run(`decline ${invitationId}`, { call, done, errors: texts.codes });
    await refetch();
    return isDone;
  }

  return { ...action, invitations: data, accept, decline };
}
