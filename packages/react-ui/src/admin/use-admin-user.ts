import type { CallError } from "@keyhold/react";
import { useUI } from "../context.js";
import type { FormState } from "../form/form-state.js";
import { type ActionState, useAction } from "../form/use-action.js";
import { useForm } from "../form/use-form.js";
import { type Reading, useRead } from "../lists/use-read.js";
import { admin as english } from "../texts/en/admin.js";
import { useTexts } from "../texts/use-texts.js";
import { useAdminRights } from "./rights.js";
import { isBanned, type ManagedUser } from "./types.js";

/** Reads a user, as shown to administrators. Null until the user is known. */
export function useManagedUser(id: string): Reading<{ readonly user: ManagedUser }> {
  const { client } = useUI();
  return useRead(id, (signal) => client.admin.getUser({ id }, { signal }));
}

/** What an administrator can do with a user. An action that is null is not allowed, or not possible now. */
export interface AdminUserState {
  /** True for the administrator's own account: all actions are null. */
  readonly isOwn: boolean;
  readonly isAdministrator: boolean;
  readonly isBanned: boolean;
  readonly canSeeSessions: boolean;
  readonly roleForm: FormState<"role"> | null;
  /** Reason and duration of a ban. */
  readonly banForm: FormState<"reason" | "seconds"> | null;
  readonly unban: UserAction | null;
  /** Goes to the home screen as the user. */
  readonly impersonate: UserAction | null;
  /** Removes the second factors; also allowed for a user without second factors. */
  readonly resetFactors: UserAction | null;
}

/** A button for a user. */
export interface UserAction extends Omit<ActionState, "busy"> {
  readonly isBusy: boolean;
  /** True after a success. */
  readonly run: () => Promise<boolean>;
}

/** An hour, a day, a week and 30 days, in seconds, by the names of their texts. */
const durations = { hour: 3600, day: 86_400, week: 7 * 86_400, month: 30 * 86_400 } as const;

/**
 * The handlers of what an administrator can do with a user, without markup. `changed` is called after a change, to read
 * the user again.
 *
 * @example const { banForm, impersonate } = useAdminUser(user, refetch);
 */
export function useAdminUser(user: ManagedUser, changed: () => Promise<void>): AdminUserState {
  const { client, paths, navigate } = useUI();
  const texts = useTexts("admin", english);
  const rights = useAdminRights();
  const isOwn = client.useSession().data?.user.id === user.id;
  const userId = user.id;
  const isOut = isBanned(user);
  const isAdministrator = rights.isAdministrator(user);

  const roleForm = useRoleForm(user, changed);
  const banForm = useBanForm(user, changed);
  const unban = useUserAction(async () => (await client.admin.unbanUser({ userId })).error, { changed });
  const impersonate = useUserAction(async () => (await client.admin.impersonateUser({ userId })).error, {
    changed: async () => navigate(paths.home, { replace: false }),
  });
  const resetFactors = useUserAction(async () => (await client.admin.resetTwoFactor({ userId })).error, {
    changed,
    done: texts.wasReset,
  });

  const may = (action: Parameters<typeof rights.can>[0]): boolean => !isOwn && rights.can(action);
  return {
    isOwn,
    isAdministrator,
    isBanned: isOut,
    canSeeSessions: rights.can({ session: ["list"] }),
    roleForm: may({ user: ["set-role"] }) ? roleForm : null,
    banForm: may({ user: ["ban"] }) && !isOut ? banForm : null,
    unban: may({ user: ["ban"] }) && isOut ? unban : null,
    impersonate: may({ user: ["impersonate"] }) && !isAdministrator && !isOut ? impersonate : null,
    resetFactors: may({ user: ["reset-two-factor"] }) ? resetFactors : null,
  };
}

interface AfterAction {
  readonly changed: () => Promise<void>;
  readonly done?: string;
}

function useUserAction(call: () => Promise<CallError | null>, { changed, done }: AfterAction): UserAction {
  const { codes } = useTexts("admin", english);
  const { busy, run, ...rest } = useAction();
  return {
    ...rest,
    isBusy: busy !== null,
    async run() {
      const isDone = await run("action", { call, errors: codes, ...(done !== undefined && { done }) });
      if (isDone) await changed();
      return isDone;
    },
  };
}

function useRoleForm({ id: userId, role: given }: ManagedUser, changed: () => Promise<void>): FormState<"role"> {
  const { client } = useUI();
  const texts = useTexts("admin", english);
  const { roles } = useAdminRights();
  const role = given ?? "user";
  const names = Object.keys(roles).reverse();
  // Several roles at once, or a role that the app no longer has.
  const known = names.includes(role) ? names : [role, ...names];
  return useForm<"role">({
    fields: [
      {
        name: "role",
        kind: "radio",
        label: texts.role,
        options: known.map((value) => ({
          value,
          label: texts.roles[value]?.name ?? value,
          hint: names.includes(value) ? texts.roles[value]?.about : texts.presentRole,
        })),
        input: { defaultValue: role },
      },
    ],
    errorTexts: texts.codes,
    staysAfterSuccess: true,
    async send({ role: chosen = "" }) {
      const { error } = await client.admin.setRole({ userId, role: chosen });
      if (!error) await changed();
      return error;
    },
  });
}

function useBanForm({ id: userId }: ManagedUser, changed: () => Promise<void>): FormState<"reason" | "seconds"> {
  const { client } = useUI();
  const texts = useTexts("admin", english);
  return useForm<"reason" | "seconds">({
    fields: [
      {
        name: "reason",
        label: texts.reason,
        hint: texts.reasonHint,
        input: { autoComplete: "off", maxLength: 2048 },
      },
      {
        name: "seconds",
        kind: "select",
        label: texts.duration,
        options: [
          ...Object.entries(durations).map(([name, seconds]) => ({
            value: String(seconds),
            label: texts.durations[name as keyof typeof durations],
          })),
          { value: "", label: texts.durations.ever },
        ],
        input: { defaultValue: String(durations.day) },
      },
    ],
    errorTexts: texts.codes,
    staysAfterSuccess: true,
    async send({ reason, seconds }) {
      const banExpiresIn = seconds ? Number(seconds) : null;
      const { error } = await client.admin.banUser({ userId, banExpiresIn, ...(reason && { banReason: reason }) });
      if (!error) await changed();
      return error;
    },
  });
}
