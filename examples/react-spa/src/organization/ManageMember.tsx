import { useState } from "react";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { Form, type Values } from "../form/Form.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { useActions } from "../form/use-actions.ts";
import { Dialog } from "../layout/Dialog.tsx";
import { sayName } from "../layout/say-name.ts";
import { errorFields, errorTexts } from "./error-texts.ts";
import { isOwner, may } from "./may.ts";
import { RoleChoice } from "./RoleChoice.tsx";
import { sayRoles } from "./roles.ts";
import type { Member, Work } from "./work.ts";

/** The result of an action on a member. */
export interface Done {
  readonly text: string;
  /** Whether the row or its button was removed by the action. */
  readonly isButtonGone: boolean;
}

interface ManageProps extends Pick<Work, "me" | "organization"> {
  readonly member: Member;
  readonly close: () => void;
  /** Closes the dialog. */
  readonly done: (what: Done) => void;
}

type Step = "role" | "transfer" | "remove";

/** The actions on a member. Irreversible actions need a confirmation. */
export function ManageMember(props: ManageProps) {
  const [step, setStep] = useState<Step>("role");
  const { member, me, close } = props;
  if (step === "transfer") return <Transfer {...props} close={() => setStep("role")} />;
  if (step === "remove") return <Remove {...props} close={() => setStep("role")} />;
  return (
    <Dialog title={sayName(member.user.name)} lead={member.user.email} close={close}>
      {may(me, { member: ["update"] }) && <ChangeRole {...props} />}
      {isOwner(me) && !isOwner(member) && (
        <button className="button quiet" type="button" onClick={() => setStep("transfer")}>
          Make them owner in your place…
        </button>
      )}
      {may(me, { member: ["delete"] }) && (
        <button className="button quiet" type="button" onClick={() => setStep("remove")}>
          Remove…
        </button>
      )}
    </Dialog>
  );
}

function ChangeRole({ member, me, organization, done }: ManageProps) {
  const { id: memberId, user } = member;
  async function change({ role = "" }: Values) {
    const { error } = await authClient.organization.updateMemberRole({
      memberId,
      role,
      organizationId: organization.id,
    });
    if (!error) done({ text: `${sayName(user.name)} is ${sayRoles(role)} now.`, isButtonGone: false });
    return error;
  }
  return (
    <Form send={change} submit="Save role" busy="Saving…" places={errorFields}>
      <RoleChoice me={me} present={member.role} />
    </Form>
  );
}

function Transfer({ member, me, organization, close, done }: ManageProps) {
  const { busy, result, act } = useActions();
  const name = sayName(member.user.name);

  async function transfer(): Promise<void> {
    const isDone = await act("transfer", {
      call: async () => {
        const to = { memberId: member.id, organizationId: organization.id };
        return (await authClient.organization.transferOwnership(to)).error;
      },
      said: "",
      errorTexts,
    });
    if (isDone) done({ text: `${name} is the owner now.`, isButtonGone: true });
  }

  return (
    <Dialog
      title={`Hand ${sayName(organization.name)} over?`}
      lead={`${name} becomes its owner, and you are no longer one: ${me.role === "owner" ? "you stay as an admin" : "you keep your other roles"}.`}
      cancel="Back"
      close={close}
    >
      <ResultLine {...result} />
      <Busy kind="danger" isBusy={busy !== null} label="Hand it over" busy="Handing over…" onClick={transfer} />
    </Dialog>
  );
}

function Remove({ member, organization, close, done }: ManageProps) {
  const { busy, result, act } = useActions();
  const name = sayName(member.user.name);

  async function remove(): Promise<void> {
    const isDone = await act("remove", {
      call: async () => {
        const who = { memberIdOrEmail: member.id, organizationId: organization.id };
        return (await authClient.organization.removeMember(who)).error;
      },
      said: "",
      errorTexts,
    });
    if (isDone) done({ text: `${name} is not a member any more.`, isButtonGone: true });
  }

  return (
    <Dialog
      title={`Remove ${name}?`}
      lead={`They lose ${sayName(organization.name)} and its teams at once.`}
      cancel="Back"
      close={close}
    >
      <ResultLine {...result} />
      <Busy kind="danger" isBusy={busy !== null} label="Remove" busy="Removing…" onClick={remove} />
    </Dialog>
  );
}
