import type { Difference } from "../difference.ts";
import { ada, password } from "../seed.ts";
import { landing } from "../sign-in-with.ts";
import { daysAgo, outcome, pathIn, type World } from "../world.ts";

/** Makes Ben a member of an organization of Ada's, beside the one of the seed. */
async function foundOther(world: World): Promise<{ readonly organizationId: string; readonly memberId: string }> {
  const { text } = await world.ada().post("/organization/create", { name: "Other", slug: "other" });
  const { id: organizationId } = JSON.parse(text);
  join(world, organizationId, "of-ben", "member");
  return { organizationId, memberId: "of-ben" };
}

const join = (world: World, organizationId: string, memberId: string, role: string): void =>
  world.run(
    'insert into "member" ("id", "organizationId", "userId", "role", "createdAt") values (?, ?, ?, ?, ?)',
    memberId,
    organizationId,
    world.seed.benId,
    role,
    daysAgo(0),
  );

/** How many of these calls, sent at once, are answered with 200. */
const atOnce = async (calls: readonly (() => Promise<{ readonly status: number }>)[]): Promise<number> =>
  (await Promise.all(calls.map((call) => call()))).filter(({ status }) => status === 200).length;

export const faults: readonly Difference[] = [
  {
    row: "An owner with several roles who is the only one",
    async observe(world) {
      const { organizationId } = world.seed;
      world.run('update "member" set "role" = \'owner,admin\'');
      return outcome(await world.ada().post("/organization/leave", { organizationId }));
    },
    was: "200",
    is: "400 YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER",
  },
  {
    row: "Roles of members of another organization",
    async observe(world) {
      const { organizationId, memberId } = await foundOther(world);
      await world.ada().post("/organization/update-member-role", {
        memberId,
        role: "admin",
        organizationId: world.seed.organizationId,
      });
      return [
        organizationId !== world.seed.organizationId,
        world.all('select "role" from "member" where "id" = ?', memberId),
      ];
    },
    was: [true, [{ role: "admin" }]],
    is: [true, [{ role: "member" }]],
  },
  {
    row: "`organization.update` to a slug that is taken",
    async observe(world) {
      await foundOther(world);
      const { organizationId } = world.seed;
      return outcome(await world.ada().post("/organization/update", { organizationId, data: { slug: "other" } }));
    },
    was: "500",
    is: "400 ORGANIZATION_ALREADY_EXISTS",
  },
  {
    row: "One's own username, sent again",
    async observe(world) {
      await world.ada().post("/update-user", { username: "ada" });
      return outcome(await world.ada().post("/update-user", { username: "ada" }));
    },
    was: "422 USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER",
    is: "200",
  },
  {
    row: "A password that is a number",
    observe: async (world) =>
      outcome(
        await world.browser().post("/sign-up/email", { name: "Cleo", email: "cleo@example.com", password: 12345678 }),
      ),
    was: "500",
    is: "400 VALIDATION_ERROR",
  },
  {
    row: "A body that is not JSON",
    observe: (world) =>
      world
        .browser()
        .post("/sign-in/email", "{")
        .then(outcome, () => "no answer"),
    was: "no answer",
    is: "400 INVALID_JSON",
  },
  {
    row: "`forgetPassword` without `redirectTo`",
    async observe(world) {
      await world.browser().post("/forget-password", { email: ada });
      return landing(await world.browser().get(pathIn(await world.lastEmail("reset-password"))));
    },
    was: "/api/auth/error?error=INVALID_TOKEN",
    is: "/reset-password",
  },
  {
    row: "One token for a new password, used at once",
    async observe(world) {
      await world.browser().post("/forget-password", { email: ada, redirectTo: "/new" });
      const { token } = await world.lastEmail("reset-password");
      const reset = () => world.browser().post("/reset-password", { token, newPassword: `${password}!` });
      return atOnce([reset, reset]);
    },
    was: 2,
    is: 1,
  },
];
