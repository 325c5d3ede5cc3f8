import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { teams } from "@keyhold/organization/teams";
import { describe, expect, test } from "vitest";
import { openTeams } from "./fixture.ts";

/** The message of `createAuth` about untyped options. */
function problemOf(options: object): string {
  try {
    openTeams({ teams: options });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

describe("createAuth rejects teams()", () => {
  test("without organization()", () => {
    const base = { secret: "for tests only: 0123456789abcdefghij", baseURL: "http://localhost", database: memory() };
    expect(() => createAuth({ ...base, plugins: [teams()] })).toThrow(
      '"teams" requires the plugin "organization"; add it to `plugins`',
    );
  });

  test.each(["maximumTeams", "maximumMembersPerTeam"])("with an invalid limit as %s", (name) => {
    for (const value of [Number.NaN, -1, 1.5, 2 ** 53, "5", null, true])
      expect(problemOf({ [name]: value })).toContain(`"teams": ${name}: must be a whole number from 0`);
    expect(problemOf({ [name]: 0 })).toContain(`"teams": ${name}: must be at least 1`);
    expect(problemOf({ [name]: 0, defaultTeam: false })).toBe("");
    for (const value of [1, Number.POSITIVE_INFINITY, () => 0, undefined])
      expect(problemOf({ [name]: value })).toBe("");
  });

  test.each(["defaultTeam", "allowRemovingAllTeams"])("with a %s that is not a boolean", (name) => {
    for (const value of ["false", 0, null, { enabled: true }])
      expect(problemOf({ [name]: value })).toContain(`"teams": ${name}: must be true or false`);
    for (const value of [true, false, undefined]) expect(problemOf({ [name]: value })).toBe("");
  });

  test("with an option that there is not", () => {
    expect(problemOf({ maximumTeam: 3 })).toContain(
      '"teams": maximumTeam: there is no such option; did you mean "maximumTeams"?',
    );
  });
});
