import { defineRoles } from "@keyhold/access";
import { organization, organizationRoles, organizationStatements } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "../../../tests/harness/endpoints.ts";
import { type Line, lines, unauthorized } from "./lines.ts";
import { actors, answerOf, forkMatrix, openMatrix, type Place, type Scene } from "./matrix.ts";

// Public with the token: separate tests check the answers.
const withoutRoles = new Set(["GET /organization/preview-invitation"]);

const roles = defineRoles(organizationStatements, {
  ...organizationRoles,
  support: { member: ["update"], invitation: ["create"] },
});

let world: Scene;
beforeAll(async () => {
  world = await openMatrix([organization({ roles, roleLimit: 10 }), teams()]);
});
const open = (): Promise<Scene> => forkMatrix(world);

describe.each(lines)("$route", ({ route, input, own }) => {
  test.each(actors)("in the caller's own organization, as %s", async (actor) => {
    const scene = await open();
    const expected = actor === "nobody" ? unauthorized : own[actor];
    expect(await answerOf(scene, actor, { route, input: input(scene) })).toBe(expected);
  });
});

/** A place in which every id has the given name. */
function placeOf(name: string): Place {
  const subject = { user: { id: name }, memberId: name };
  return { organizationId: name, invitationId: name, teamId: name, colleague: subject, teammate: subject };
}
const namesOf = ({ input }: Line): string => JSON.stringify(input(placeOf("there")));

/** The calls with a target: an organization, or a row in an organization. */
const placed = lines.filter((line) => namesOf(line).includes("there"));

describe.each(placed)("$route", ({ route, input, own }) => {
  test("in a foreign organization every caller is an outsider", async () => {
    const home = await open();
    const away = { ...home, ...home.foreign };
    for (const actor of ["owner", "both", "admin", "support", "member"] as const)
      expect([actor, await answerOf(home, actor, { route, input: input(away) })]).toEqual([actor, own.outsider]);
  });
});

const named = placed.filter((line) => namesOf(line).includes('"organizationId"'));

describe.each(named)("$route", ({ route, input, own }) => {
  test("in an organization that does not exist every caller gets the answer for outsiders", async () => {
    const home = await open();
    const nowhere = { ...home, organizationId: "x".repeat(32) };
    expect(await answerOf(home, "owner", { route, input: input(nowhere) })).toBe(own.outsider);
  });
});

test("the matrix includes every route of organizations and teams", () => {
  const routes = allEndpoints()
    .filter(({ route, isServerOnly }) => route.includes(" /organization/") && !isServerOnly)
    .map(({ route }): string => route)
    .filter((route) => !withoutRoles.has(route));
  expect(routes.length).toBeGreaterThan(30);
  expect(named.length).toBeGreaterThan(20);
  expect([...routes].sort()).toEqual(lines.map(({ route }): string => route).sort());
});
