import { defineRoles } from "@keyhold/access";
import { organizationRoles, organizationStatements } from "@keyhold/organization";
import type { Difference } from "../difference.ts";
import { ben } from "../seed.ts";
import { outcome, type World } from "../world.ts";

const create = async (world: World, body: object): Promise<string> =>
  outcome(await world.ada().post("/organization/create", { name: "Shop", slug: "shop", ...body }));

const invite = async (world: World, role: string): Promise<string> => {
  const { organizationId } = world.seed;
  const body = { email: "cleo@example.com", role, organizationId };
  return outcome(await world.ada().post("/organization/invite-member", body));
};

export const organizations: readonly Difference[] = [
  {
    row: "`acceptInvitation` with an address that is not verified",
    async observe(world) {
      const browser = await world.signedIn(ben);
      return outcome(await browser.post("/organization/accept-invitation", { invitationId: world.seed.invitationId }));
    },
    was: "200",
    is: "403 EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION",
    keep: { organization: { requireEmailVerificationOnInvitation: false } },
  },
  {
    row: "`inviteMember` with an address that is not verified",
    async observe(world) {
      world.run('update "user" set "emailVerified" = 0');
      return invite(world, "member");
    },
    was: "200",
    is: "403 EMAIL_VERIFICATION_REQUIRED_TO_INVITE",
    keep: { organization: { requireEmailVerificationToInvite: false } },
  },
  {
    row: "Roles that are not declared",
    observe: (world) => invite(world, "accountant"),
    was: "200",
    is: "400 ROLE_NOT_FOUND",
    keep: {
      organization: { roles: defineRoles(organizationStatements, { ...organizationRoles, accountant: {} }) },
    },
  },
  {
    row: "Slugs",
    observe: (world) => create(world, { slug: world.isKept ? "my-shop" : "My Shop" }),
    was: "200",
    is: "400 VALIDATION_ERROR",
    keep: "call",
  },
  {
    row: "Names without a character",
    observe: (world) => create(world, { name: "" }),
    was: "200",
    is: "400 VALIDATION_ERROR",
  },
  {
    row: "Logos",
    observe: (world) => create(world, { logo: world.isKept ? "https://example.com/logo.png" : "/logo.png" }),
    was: "200",
    is: "400 VALIDATION_ERROR",
    keep: "call",
  },
  {
    row: "Values in `metadata`",
    observe: (world) => create(world, { metadata: { seats: world.isKept ? "3" : 3 } }),
    was: "200",
    is: "400 VALIDATION_ERROR",
    keep: "call",
  },
  {
    row: "Teams",
    observe: async (world) =>
      outcome(
        await world
          .ada()
          .post("/organization/create-team", { name: "Sales", organizationId: world.seed.organizationId }),
      ),
    was: "200",
    is: "404 NOT_FOUND",
    old: { organization: { teams: { enabled: true } } },
    keep: { teams: {} },
  },
  {
    row: "Answers of 200 and `null`",
    async observe(world) {
      const { organizationId } = world.seed;
      return [
        outcome(await world.browser().post("/organization/delete", { organizationId })),
        outcome(await (await world.signedIn()).get("/organization/get-active-member")),
      ];
    },
    was: ["200", "200"],
    is: ["401 UNAUTHORIZED", "400 NO_ACTIVE_ORGANIZATION"],
  },
];
