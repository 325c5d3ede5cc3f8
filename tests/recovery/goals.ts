import { userModel } from "@keyhold/core/plugin";
import { linkIn } from "@keyhold/testing";
import { email, newEmail, type Visit } from "../what-ends/world.ts";
import { type Attacker, enrol, followMailed, isSignedIn } from "./attacker.ts";

/** Answers whether the attacker reaches the goal. */
type Goal = (attacker: Attacker) => Promise<boolean>;

const inSession =
  (reach: (attacker: Attacker, visit: Visit) => Promise<boolean>): Goal =>
  async (attacker) =>
    attacker.visit !== null && reach(attacker, attacker.visit);

/** By the heads of the table's columns. */
export const goals: Readonly<Record<string, Goal>> = {
  "open a session": inSession((_, visit) => isSignedIn(visit)),
  async "set the password"({ fork, visit, password, has }) {
    const newPassword = "the last password of the attacker 5";
    if (!has("password") && password !== undefined) return true;
    const changed = await visit?.client.changePassword({ currentPassword: password ?? "a guess", newPassword });
    if (changed && !changed.error) return true;
    if (!has("mailbox")) return false;
    await fork.visit().client.forgetPassword({ email, redirectTo: "/new" });
    const { token } = await fork.mailbox.waitFor(email, { kind: "reset-password" });
    return !(await fork.visit().client.resetPassword({ token, newPassword })).error;
  },
  "change the address": inSession(async (attacker, visit) => {
    const { fork } = attacker;
    await visit.client.changeEmail({ newEmail });
    await followMailed(attacker, visit, "confirm-email-change");
    await fork.auth.idle();
    const sent = fork.mailbox.lastTo(newEmail);
    if (sent) await visit.browser.follow(linkIn(sent));
    return fork.db.exists(userModel, { email: newEmail });
  }),
  "change the factors": inSession(async ({ fork, password }, visit) => {
    const { passkey, twoFactor } = visit.client;
    const [first] = (await passkey.listUserPasskeys()).data ?? [];
    if (first && !(await passkey.deletePasskey({ id: first.id })).error) return true;
    if (!(await twoFactor.disable({})).error) return true;
    return enrol(fork, visit, password);
  }),
  "delete the account": inSession(async (attacker, visit) => {
    await visit.client.deleteUser({});
    await followMailed(attacker, visit, "delete-account");
    return !(await attacker.fork.db.exists(userModel, { email }));
  }),
  async "see provider tokens"({ fork, texts, userId, visit }) {
    // A proof of the mailbox may have removed the account.
    const stored = await fork.auth.api.getUserAccessToken({ providerId: "example", userId }).catch(() => null);
    if (stored === null || texts.includes(stored.accessToken)) return stored !== null;
    return (await visit?.client.getAccessToken({ providerId: "example" }))?.data?.accessToken === stored.accessToken;
  },
};
