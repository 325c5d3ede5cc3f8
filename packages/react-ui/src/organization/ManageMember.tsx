import type { ReactElement } from "react";
import { Button } from "../parts/Button.js";
import { Dialog } from "../parts/Dialog.js";
import { ErrorLine } from "../parts/ErrorLine.js";
import { Form } from "../parts/Form.js";
import { shortName } from "../parts/short-name.js";
import { common } from "../texts/en/common.js";
import { organization as english } from "../texts/en/organization.js";
import { useTexts } from "../texts/use-texts.js";
import { usePerson } from "../user/person.js";
import type { Member, OrganizationView } from "./types.js";
import { useMember } from "./use-member.js";
import type { MemberChange } from "./use-members.js";
import { useRoleNames } from "./use-role-names.js";

/** The properties of `ManageMember`. */
export interface ManageMemberProps {
  readonly view: OrganizationView;
  readonly member: Member;
  readonly close: () => void;
  readonly finish: (change: MemberChange) => void;
}

/** The actions on a member, in a dialog. The user confirms an action that cannot be undone. */
export function ManageMember({ view, member, close, finish }: ManageMemberProps): ReactElement {
  const state = useMember(view, member, finish);
  const texts = useTexts("organization", english);
  const shared = useTexts("common", common);
  const { step, show, roleForm, busy, error } = state;
  const person = usePerson()(member.user);
  const name = shortName(person.name);
  const organization = shortName(view.organization.name);
  const namesOf = useRoleNames();
  const keptRole = view.rights.roleAfterTransfer;

  const back = (): void => show("actions");
  const confirm = { isBusy: busy !== null, error, back };
  if (step === "transfer")
    return (
      <Confirm
        key={step}
        {...confirm}
        title={texts.transferTitle(organization, name)}
        lead={texts.transferLead(name, keptRole && namesOf(keptRole))}
        label={texts.transfer}
        busyLabel={texts.transferring}
        onConfirm={state.transfer}
      />
    );
  if (step === "remove")
    return (
      <Confirm
        key={step}
        {...confirm}
        title={texts.removeTitle(name)}
        lead={texts.removeLead(organization)}
        label={texts.remove}
        busyLabel={texts.removing}
        onConfirm={state.remove}
      />
    );
  return (
    <Dialog key={step} title={name} lead={person.contact ?? undefined} close={close}>
      {roleForm && <Form form={roleForm} submit={texts.saveRole} submitting={shared.saving} />}
      {state.canTransfer && (
        <button className="kh-button kh-quiet" type="button" onClick={() => show("transfer")}>
          {texts.transferStart}
        </button>
      )}
      {state.canRemove && (
        <button className="kh-button kh-quiet kh-bad" type="button" onClick={() => show("remove")}>
          {texts.removeStart}
        </button>
      )}
    </Dialog>
  );
}

interface ConfirmProps {
  readonly title: string;
  readonly lead: string;
  readonly label: string;
  readonly busyLabel: string;
  readonly isBusy: boolean;
  readonly error: string | null;
  readonly onConfirm: () => void;
  readonly back: () => void;
}

/** Asks again, in place of the actions. */
function Confirm({ title, lead, error, onConfirm, back, ...button }: ConfirmProps): ReactElement {
  const shared = useTexts("common", common);
  return (
    <Dialog title={title} lead={lead} cancel={shared.back} close={back}>
      <ErrorLine text={error} />
      <Button kind="danger" {...button} onClick={onConfirm} />
    </Dialog>
  );
}
