import { now } from "../clock.js";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { useForm } from "../form/use-form.js";
import { shortName } from "../parts/short-name.js";
import { common } from "../texts/en/common.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import type { Invitation, OrganizationView } from "./types.js";
import { useRoleNames } from "./use-role-names.js";

/** The state of the invitations of an organization. */
export interface InvitationsState extends ActionState {
  /** Invitations without an answer, also expired invitations. */
  readonly invitations: readonly Invitation[];
  /** Email address, role and, if there are teams, a team; null: the user may not invite. */
  readonly form: FormState | null;
  readonly canSendAgain: (invitation: Invitation) => boolean;
  readonly canCancel: (invitation: Invitation) => boolean;
  /** Sends the email again, with a new link. `busy` is "again" with the id during the call. */
  readonly sendAgain: (invitation: Invitation) => void;
  /** True after a success. `busy` is the id during the call. */
  readonly cancel: (invitation: Invitation) => Promise<boolean>;
}

/** Whether an invitation can still be answered. */
export const isOpen = ({ status, expiresAt }: Pick<Invitation, "status" | "expiresAt">): boolean =>
  status === "pending" && expiresAt.getTime() > now();

/**
 * The state and the handlers of the invitations of an organization, without markup.
 *
 * @example const { form, invitations, cancel } = useInvitations(view);
 */
export function useInvitations({ organization, rights }: OrganizationView): InvitationsState {
  const { client } = useUI();
  const texts = useTexts("organization", english);
  const { run, ...action } = useAction();
  const form = useInviteForm({ organization, rights });

  function sendAgain({ id, email, role, organizationId }: Invitation): void {
    run(`again ${id}`, {
      call: async () => {
        const again = { email, role: role ?? "member", organizationId, resend: true };
        return (await client.organization.inviteMember(again)).error;
      },
      done: texts.sentAgain(email),
      errors: texts.codes,
    });
  }

  const cancel = ({ id, email }: Invitation): Promise<boolean> =>
    run(id, {
      call: async () => (await client.organization.cancelInvitation({ invitationId: id })).error,
      done: texts.cancelled(email),
      errors: texts.codes,
    });

  return {
    ...action,
    invitations: organization.invitations.filter(({ status }) => status === "pending"),
    form: rights.can({ invitation: ["create"] }) ? form : null,
    canSendAgain: ({ role }) => rights.outranks(role ?? "") && rights.can({ invitation: ["create"] }),
    canCancel: ({ role }) => rights.outranks(role ?? "") && rights.can({ invitation: ["cancel"] }),
    sendAgain,
    cancel,
  };
}

function useInviteForm({ organization, rights }: Pick<OrganizationView, "organization" | "rights">): FormState {
  const { client } = useUI();
  const texts = useTexts("organization", english);
  const shared = useTexts("common", common);
  const namesOf = useRoleNames();
  const { id: organizationId, teams } = organization;
  const roles = rights.assignable.map((role) => ({ value: role, label: namesOf(role) }));
  const first = rights.lowest ?? "member";
  const teamOptions = (teams ?? []).map(({ id, name }) => ({ value: id, label: shortName(name) }));
  return useForm<string>({
    fields: [
      {
        name: "email",
        label: shared.email,
        empty: texts.inviteEmailEmpty,
        input: { type: "email", autoComplete: "off", autoCapitalize: "none", spellCheck: false },
      },
      { name: "role", kind: "select", label: texts.role, options: roles, input: { defaultValue: first } },
      ...(teamOptions.length > 0
        ? [
            {
              name: "teamId",
              kind: "select" as const,
              label: texts.team,
              options: [{ value: "", label: texts.noTeam }, ...teamOptions],
            },
          ]
        : []),
    ],
    errorFields: {
      INVALID_EMAIL: "email",
      USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: "email",
      USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: "email",
    },
    errorTexts: texts.codes,
    clearsAfterSuccess: true,
    async send({ email = "", role = first, teamId }) {
      const place = teamId ? { organizationId, teamId } : { organizationId };
      return (await client.organization.inviteMember({ email, role, ...place })).error;
    },
  });
}
