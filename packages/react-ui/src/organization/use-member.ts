import { useState } from "react";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { useForm } from "../form/use-form.js";
import { shortName } from "../parts/short-name.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import { usePerson } from "../user/person.js";
import type { Member, OrganizationView } from "./types.js";
import type { MemberChange } from "./use-members.js";
import { useRoleNames } from "./use-role-names.js";

/** The actions on a member. */
export interface MemberState extends ActionState {
  /** Transfer and removal are asked again before they are done. */
  readonly step: "actions" | "transfer" | "remove";
  readonly show: (step: MemberState["step"]) => void;
  /** The choice of a role; null: the user may not change it. */
  readonly roleForm: FormState<"role"> | null;
  readonly canTransfer: boolean;
  readonly canRemove: boolean;
  /** Makes the member the owner in place of the user. */
  readonly transfer: () => void;
  readonly remove: () => void;
}

/**
 * The state and the handlers of the actions on a member, without markup. `finish` gets the result of an action.
 *
 * @example const { roleForm, canRemove, remove } = useMember(view, member, finish);
 */
export function useMember(
  { organization, rights }: OrganizationView,
  member: Member,
  finish: (change: MemberChange) => void,
): MemberState {
  const { client } = useUI();
  const texts = useTexts("organization", english);
  const [step, setStep] = useState<MemberState["step"]>("actions");
  const { run, ...action } = useAction();
  const organizationId = organization.id;
  const personOf = usePerson();
  const name = shortName(personOf(member.user).name);

  const roleForm = useRoleForm({ organization, rights }, member, finish);

  async function transfer(): Promise<void> {
    const { roleAfterTransfer } = rights;
    const kept = roleAfterTransfer === null ? {} : { keepRole: roleAfterTransfer };
    const call = async () =>
      (await client.organization.transferOwnership({ memberId: member.id, organizationId, ...kept })).error;
    if (await run("transfer", { call, errors: texts.codes }))
      finish({ text: texts.transferred(name), isButtonGone: true });
  }

  async function remove(): Promise<void> {
    const call = async () =>
      (await client.organization.removeMember({ memberIdOrEmail: member.id, organizationId })).error;
    if (await run("remove", { call, errors: texts.codes })) finish({ text: texts.removed(name), isButtonGone: true });
  }

  return {
    ...action,
    step,
    show: setStep,
    roleForm: rights.can({ member: ["update"] }) ? roleForm : null,
    canTransfer: rights.isOwner && !rights.isOwnerRole(member.role),
    canRemove: rights.can({ member: ["delete"] }),
    transfer,
    remove,
  };
}

function useRoleForm(
  { organization, rights }: Pick<OrganizationView, "organization" | "rights">,
  member: Member,
  finish: (change: MemberChange) => void,
): FormState<"role"> {
  const { client } = useUI();
  const texts = useTexts("organization", english);
  const namesOf = useRoleNames();
  const personOf = usePerson();
  const aboutOf = (role: string): string | undefined =>
    Object.hasOwn(texts.roles, role) ? texts.roles[role]?.about : undefined;
  const offered = rights.assignable.map((role) => ({ value: role, label: namesOf(role), hint: aboutOf(role) }));
  // Several roles at once, or a role of the organization's own.
  const present = offered.some(({ value }) => value === member.role)
    ? []
    : [{ value: member.role, label: namesOf(member.role) || texts.noRole, hint: texts.presentRole }];
  return useForm({
    fields: [
      {
        name: "role",
        kind: "radio",
        label: texts.role,
        options: [...present, ...offered],
        input: { defaultValue: member.role },
      },
    ],
    errorTexts: texts.codes,
    async send({ role = "" }) {
      const { error } = await client.organization.updateMemberRole({
        memberId: member.id,
        role,
        organizationId: organization.id,
      });
      const name = shortName(personOf(member.user).name);
      if (!error) finish({ text: texts.roleChanged(name, namesOf(role)), isButtonGone: false });
      return error;
    },
  });
}
