import { linkIn } from "@keyhold/testing";
import { code, done, email, newEmail, newSecret, password, type World } from "./world.ts";

interface Event {
  /** Whether Ada has an authenticator app before the event. Default true. */
  readonly hasApp?: boolean;
  run(world: World): Promise<unknown>;
}

const newPassword = "a wholly new password 42";

/** By the heads of the table's rows: what happens to Ada. */
export const events: Readonly<Record<string, Event>> = {
  "sign-out in one browser": { run: async ({ here }) => done(await here.client.signOut()) },
  "new password": {
    run: async ({ here }) => done(await here.client.changePassword({ currentPassword: password, newPassword })),
  },
  "reset by email": {
    async run({ test }) {
      const { client } = test.visit();
      done(await client.forgetPassword({ email, redirectTo: "/new" }));
      const { token } = await test.mailbox.waitFor(email, { kind: "reset-password" });
      done(await client.resetPassword({ token, newPassword }));
    },
  },
  "change of the address": {
    async run({ here, test }) {
      done(await here.client.changeEmail({ newEmail }));
      await here.browser.follow(linkIn(await test.mailbox.waitFor(email, { kind: "confirm-email-change" })));
      await test.visit().browser.follow(linkIn(await test.mailbox.waitFor(newEmail)));
    },
  },
  "undo of that change": {
    async run({ here, test }) {
      // What was added in the second of the change ends by the undo.
      test.clock.forward({ seconds: 2 });
      done(await here.client.changeEmail({ newEmail }));
      await here.browser.follow(linkIn(await test.mailbox.waitFor(email, { kind: "confirm-email-change" })));
      await test.visit().browser.follow(linkIn(await test.mailbox.waitFor(email, { kind: "email-changed" })));
    },
  },
  "factor enrolled": { hasApp: false, run: ({ enrol, here }) => enrol(here.client) },
  "factor used": {
    run: async ({ here, secret, test }) =>
      done(await here.client.twoFactor.verifyTotp({ code: code(secret(), test.clock) })),
  },
  "factor removed": { run: async ({ here }) => done(await here.client.twoFactor.disable({ password })) },
  recovery: {
    async run({ begin, test }) {
      const { client } = await begin();
      await client.twoFactor.startRecovery();
      test.clock.forward({ days: 3 });
      done(await (await begin()).client.twoFactor.finishRecovery());
    },
  },
  "passkey removed": {
    async run({ here }) {
      const [first] = done(await here.client.passkey.listUserPasskeys());
      done(await here.client.passkey.deletePasskey({ id: first?.id ?? "" }));
    },
  },
  unlinking: { run: async ({ here }) => done(await here.client.unlinkAccount({ providerId: "example" })) },
  ban: { run: async ({ boss, here }) => done(await boss.client.admin.banUser({ userId: here.user.id })) },
  promotion: {
    run: async ({ boss, here }) => done(await boss.client.admin.setRole({ userId: here.user.id, role: "admin" })),
  },
  demotion: {
    async run({ boss, here }) {
      done(await boss.client.admin.setRole({ userId: here.user.id, role: "admin" }));
      done(await boss.client.admin.setRole({ userId: here.user.id, role: "user" }));
    },
  },
  impersonation: {
    async run({ boss, here }) {
      done(await boss.client.admin.impersonateUser({ userId: here.user.id }));
      done(await boss.client.admin.stopImpersonating());
    },
  },
  "password set by an administrator": {
    run: async ({ boss, here }) => done(await boss.client.admin.setUserPassword({ userId: here.user.id, newPassword })),
  },
  "new `secret`, before the old one": { run: async ({ secrets }) => secrets.unshift(newSecret) },
  "old `secret` removed": { run: async ({ secrets }) => secrets.splice(0, 1, newSecret) },
  deletion: { run: async ({ boss, here }) => done(await boss.client.admin.removeUser({ userId: here.user.id })) },
};
