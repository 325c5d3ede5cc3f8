import { defineRoles, everything } from "@keyhold/access";
import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { organization, organizationRoles, organizationStatements } from "@keyhold/organization";
import { describe, expect, test } from "vitest";
import { type Options, openOrganizations } from "./fixture.ts";

/** The message of `createAuth` about untyped options. */
function problemOf(options: object): string {
  try {
    openOrganizations(options as Options);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

const statements = { ...organizationStatements, invoice: ["pay"] } as const;
const roles = defineRoles(statements, {
  boss: everything(statements),
  accountant: { invoice: ["pay"] },
});

describe("createAuth rejects organization()", () => {
  test.each(["organizationLimit", "membershipLimit", "invitationLimit", "roleLimit"])(
    "with an invalid limit as %s",
    (name) => {
      for (const value of [Number.NaN, -1, 1.5, Number.NEGATIVE_INFINITY, 2 ** 53, "5", null, true, {}]) {
        expect(problemOf({ [name]: value })).toContain(`"organization": ${name}: must be a whole number from 0`);
      }
      for (const value of [0, 1, Number.POSITIVE_INFINITY, () => 1, undefined]) {
        expect(problemOf({ [name]: value })).toBe("");
      }
    },
  );

  test.each([
    "requireEmailVerificationOnInvitation",
    "cancelPendingInvitationsOnReInvite",
    "activeOrganizationOnSignIn",
    "disableOrganizationDeletion",
  ])("with a %s that is not a boolean", (name) => {
    for (const value of ["false", 0, null, () => true]) {
      expect(problemOf({ [name]: value })).toContain(`"organization": ${name}: must be true or false`);
    }
    for (const value of [true, false, undefined]) expect(problemOf({ [name]: value })).toBe("");
  });

  test("with an allowUserToCreateOrganization of another type", () => {
    for (const value of ["no", null, 1]) {
      expect(problemOf({ allowUserToCreateOrganization: value })).toContain("allowUserToCreateOrganization: must be");
    }
    expect(problemOf({ allowUserToCreateOrganization: () => false })).toBe("");
  });

  test("with an invitation lifetime of zero, or without an end", () => {
    for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 0.5, 32_000_000, "60", null]) {
      expect(problemOf({ invitationExpiresInSeconds: value })).toContain("invitationExpiresInSeconds: must be a whole");
    }
    expect(problemOf({ invitationExpiresInSeconds: 60 })).toBe("");
  });

  test("with an invalid invitationURL", () => {
    for (const value of [
      "",
      "accept",
      "//evil.com",
      "/\\evil.com",
      "https://user@evil.com",
      "https://evil.com",
      " /x",
      null,
      1,
    ]) {
      expect(problemOf({ invitationURL: value })).toContain("invitationURL: must be a path");
    }
    for (const value of ["/join", "/join?from=mail", "https://app.example.com/join"]) {
      expect(problemOf({ invitationURL: value })).toBe("");
    }
  });

  test("with a creatorRole that is not one of the roles", () => {
    for (const value of ["boss", "", "Owner", "constructor", "owner,admin", null]) {
      expect(problemOf({ creatorRole: value })).toContain("creatorRole: must be one of roles");
    }
    expect(problemOf({ creatorRole: "admin" })).toBe("");
    expect(problemOf({ statements, roles })).toContain("creatorRole: must be one of roles");
    expect(problemOf({ statements, roles, creatorRole: "boss" })).toBe("");
  });

  test("with roles beyond the statements, and without statements that routes need", () => {
    expect(problemOf({ roles, creatorRole: "boss" })).toContain('roles: Role "boss": there is no resource "invoice"');
    expect(problemOf({ roles: null })).toContain("roles: Roles are an object");
    expect(problemOf({ statements: null })).toContain("roles: Statements are an object");
    const short = { organization: ["update"], member: ["create", "update", "delete"] };
    const lacking = problemOf({ statements: short, roles: { owner: short } });
    expect(lacking).toContain(
      "statements: lack organization.delete, invitation.create, invitation.cancel, team.create",
    );
    expect(problemOf({ statements, roles: organizationRoles })).toBe("");
  });

  test("with an unknown option, such as a misspelt one", () => {
    expect(problemOf({ disableOrganisationDeletion: true })).toContain("disableOrganisationDeletion: there is no such");
    expect(problemOf({ teams: { enabled: true } })).toContain(
      "teams: is an option of better-auth; write `plugins: [organization(), teams({ … })]`",
    );
  });

  test("with all config errors in one message", () => {
    const problem = problemOf({ membershipLimit: -1, creatorRole: "boss", nonsense: true });
    for (const name of ["membershipLimit", "creatorRole", "nonsense"]) expect(problem).toContain(`${name}: `);
  });
});

describe("roles of an app", () => {
  test("apply from the first organization on", async () => {
    const fixture = openOrganizations({ statements, roles, creatorRole: "boss" });
    const { client } = await fixture.signUp("ann@example.com");
    const { data } = await client.organization.create({ name: "Acme", slug: "acme" });
    expect(data?.members).toMatchObject([{ role: "boss" }]);
    const organizationId = data?.id ?? "";
    expect((await client.organization.update({ organizationId, data: { name: "B" } })).error).toBe(null);
    expect((await client.organization.delete({ organizationId })).error).toBe(null);
  });
});

test("an app with organization() builds without an environment", () => {
  for (const invitationURL of [undefined, "/join", "https://join.example.com"]) {
    expect(() =>
      createAuth({
        secret: undefined,
        baseURL: undefined,
        database: memory(),
        plugins: [organization({ invitationURL })],
      }),
    ).not.toThrow();
  }
});
