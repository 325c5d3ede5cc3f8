import { isBanned } from "@keyhold/admin/client";
import { useRef } from "react";
import { authClient } from "../auth-client.ts";
import { Busy } from "../form/Busy.tsx";
import { Field } from "../form/Field.tsx";
import { Form, type Values } from "../form/Form.tsx";
import { ResultLine } from "../form/ResultLine.tsx";
import { Select } from "../form/Select.tsx";
import { useActions } from "../form/use-actions.ts";
import { sayName } from "../layout/say-name.ts";
import { errorFields, errorTexts } from "./error-texts.ts";
import type { ManagedUser } from "./managed.ts";

interface BanProps {
  readonly user: ManagedUser;
  readonly changed: () => Promise<void>;
}

const hour = 3600;
const durations = [
  { label: "An hour", seconds: hour },
  { label: "A day", seconds: 24 * hour },
  { label: "A week", seconds: 7 * 24 * hour },
  { label: "30 days", seconds: 30 * 24 * hour },
];

export function Ban({ user, changed }: BanProps) {
  const top = useRef<HTMLHeadingElement>(null);
  const isOut = isBanned(user, new Date());

  /** The button is removed after its action; the focus moves to the heading. */
  async function done(): Promise<void> {
    await changed();
    top.current?.focus();
  }

  return (
    <section className="group">
      <h2 ref={top} tabIndex={-1}>
        Ban
      </h2>
      <p className="soft" role="status">
        {isOut ? "They are banned, and cannot sign in." : "They are signed out everywhere at once, and cannot sign in."}
      </p>
      {isOut ? <Lift user={user} changed={done} /> : <Impose user={user} changed={done} />}
    </section>
  );
}

function Impose({ user, changed }: BanProps) {
  async function ban({ reason, seconds }: Values) {
    const banExpiresIn = seconds ? Number(seconds) : null;
    const asked = { userId: user.id, banExpiresIn, ...(reason && { banReason: reason }) };
    const error = (await authClient.admin.banUser(asked)).error;
    if (!error) await changed();
    return error;
  }

  return (
    <Form send={ban} kind="danger" submit={`Ban ${sayName(user.name)}`} busy="Banning…" places={errorFields}>
      <Field
        name="reason"
        label="Reason"
        autoComplete="off"
        maxLength={2048}
        hint="For those who look after the app."
      />
      <Select name="seconds" label="For how long" defaultValue={durations[1]?.seconds}>
        {durations.map(({ label, seconds }) => (
          <option key={seconds} value={seconds}>
            {label}
          </option>
        ))}
        <option value="">For ever</option>
      </Select>
    </Form>
  );
}

function Lift({ user, changed }: BanProps) {
  const { busy, result, act } = useActions();

  async function lift(): Promise<void> {
    const isDone = await act("lift", {
      call: async () => (await authClient.admin.unbanUser({ userId: user.id })).error,
      said: "",
      errorTexts,
    });
    if (isDone) await changed();
  }

  return (
    <>
      <Busy kind="quiet" isBusy={busy !== null} label="Lift the ban" busy="Lifting…" onClick={lift} />
      <ResultLine {...result} />
    </>
  );
}
