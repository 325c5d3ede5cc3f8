import { definePlugin, text } from "@keyhold/core/plugin";
import type { Difference } from "../difference.ts";
import { ben, password } from "../seed.ts";
import { outcome, type World } from "../world.ts";

const shown = async (world: World, column: string): Promise<unknown> =>
  (await world.ada().get("/get-session")).body?.user?.[column];

export const users: readonly Difference[] = [
  {
    row: "`deleteUser` with the password",
    async observe(world) {
      const browser = await world.signedIn(ben);
      const { text: answer } = await browser.post("/delete-user", { password });
      return JSON.parse(answer).message;
    },
    was: "User deleted",
    is: "Verification email sent",
    keep: { config: { user: { deleteUser: { confirmByMail: false } } } },
  },
  {
    row: "`deleteUser` of an organization's only owner",
    observe: async (world) => outcome(await world.ada().post("/delete-user", { password })),
    was: "500",
    is: "400 YOU_ARE_THE_ONLY_OWNER_OF_AN_ORGANIZATION",
    options: { config: { user: { deleteUser: { confirmByMail: false } } } },
  },
  {
    row: "Pictures of users",
    async observe(world) {
      const image = world.isKept ? "https://example.com/ada.png" : "/ada.png";
      return outcome(await world.ada().post("/update-user", { image }));
    },
    was: "200",
    is: "400 VALIDATION_ERROR",
    keep: "call",
  },
  {
    row: "`image` as null or empty text at sign-up",
    async observe(world) {
      const cleo = { name: "Cleo", email: "cleo@example.com", password };
      return outcome(await world.browser().post("/sign-up/email", world.isKept ? cleo : { ...cleo, image: "" }));
    },
    was: "200",
    is: "400 VALIDATION_ERROR",
    keep: "call",
  },
  {
    row: "Names of more than 255 characters",
    observe: async (world) => outcome(await world.ada().post("/update-user", { name: "x".repeat(256) })),
    was: "200",
    is: "400 VALIDATION_ERROR",
  },
  {
    row: "`user.additionalFields`",
    before: {
      old: { user: { additionalFields: { plan: { type: "string", required: false } } } },
      async run(world) {
        await world.ada().post("/update-user", { plan: "free" });
        return {};
      },
    },
    observe: (world) => shown(world, "plan"),
    was: "free",
    is: undefined,
    old: { user: { additionalFields: { plan: { type: "string", required: false } } } },
    keep: {
      plugins: [definePlugin({ id: "plans", extends: { user: { columns: { plan: text().optional().input() } } } })],
    },
  },
  {
    row: "`modelName` and `fields`",
    before: {
      async run(world) {
        world.run('alter table "user" rename column "image" to "avatar"');
        world.run('update "user" set "avatar" = ?', "https://example.com/ada.png");
        // Under its usual name better-auth finds it without the option.
        if (world.isKept) world.run('alter table "user" rename column "avatar" to "image"');
        return {};
      },
    },
    observe: (world) => shown(world, "image"),
    was: "https://example.com/ada.png",
    is: null,
    old: { user: { fields: { image: "avatar" } } },
    keep: "call",
  },
  {
    row: "A wrong password at `signIn.username` where the address is not verified",
    async observe(world) {
      world.run('update "user" set "username" = \'ben\' where "email" = ?', ben);
      const guess = { username: "ben", password: "a wrong password" };
      return [outcome(await world.browser().post("/sign-in/username", guess)), await world.emailsTo(ben)];
    },
    was: ["403 EMAIL_NOT_VERIFIED", ["verify-email"]],
    is: ["401 INVALID_USERNAME_OR_PASSWORD", []],
    old: { emailAndPassword: { enabled: true, requireEmailVerification: true } },
    options: { config: { emailAndPassword: { requireEmailVerification: true } } },
  },
  {
    row: "Names for display of `username()`",
    async observe(world) {
      const names = { username: "ada", displayUsername: "Ada of Acme" };
      return [outcome(await world.ada().post("/update-user", names)), await shown(world, "displayUsername")];
    },
    was: ["200", "Ada of Acme"],
    is: ["422 USERNAME_IS_INVALID", null],
    keep: { username: { displayUsernameValidator: () => true } },
  },
];
