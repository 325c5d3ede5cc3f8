import { defineRoles } from "@keyhold/access";
import { organization, organizationRoles, organizationStatements } from "@keyhold/organization";
import { teams } from "@keyhold/organization/teams";
import { describe, expect, test } from "vitest";
import { allEndpoints } from "../../core/tests/endpoints.ts";
import { type Line, lines, unauthorized } from "./lines.ts";
import { actors, answerOf, openMatrix, type Place, type Scene } from "./matrix.ts";

/** Seen by whoever has the secret, whoever they are: its own tests say what it answers. */
const withoutRoles = new Set(["GET /organization/preview-invitation"]);

const roles = defineRoles(organizationStatements, {
  ...organizationRoles,
  support: { member: ["update"], invitation: ["create"] },
});
const open = (): Promise<Scene> => openMatrix([organization({ roles, roleLimit: 10 }), teams()]);

describe.each(lines)("$wire", ({ route, input, own }) => {
  test.each(actors)("in their own organization, as %s", async (actor) => {
    const scene = await open();
    const expected = actor === "nobody" ? unauthorized : own[actor];
    expect(await answerOf(scene, actor, { route, input: input(scene) })).toBe(expected);
  });
});

/** A place in which everything is called the same. */
function placeOf(name: string): Place {
  const subject = { user: { id: name }, memberId: name };
  return { organizationId: name, invitationId: name, teamId: name, colleague: subject, teammate: subject };
}
const namesOf = ({ input }: Line): string => JSON.stringify(input(placeOf("there")));

/** The calls that say where something is to be done, by the organization or by what is in it. */
const placed = lines.filter((line) => namesOf(line).includes("there"));

describe.each(placed)("$wire", ({ route, input, own }) => {
  test("in a foreign organization whoever is somebody at home is an outsider", async () => {
    const home = await open();
    const away = { ...home, ...home.foreign };
    for (const actor of ["owner", "both", "admin", "support", "member"] as const)
      expect([actor, await answerOf(home, actor, { route, input: input(away) })]).toEqual([actor, own.outsider]);
  });
});

const named = placed.filter((line) => namesOf(line).includes('"organizationId"'));

describe.each(named)("$wire", ({ route, input, own }) => {
  test("in an organization that there is not, whoever asks is answered as a stranger is", async () => {
    const home = await open();
    const nowhere = { ...home, organizationId: "x".repeat(32) };
    expect(await answerOf(home, "owner", { route, input: input(nowhere) })).toBe(own.outsider);
  });
});

test("the matrix holds every route of organizations and teams", () => {
  const routes = allEndpoints()
    .filter(({ route, isServerOnly }) => route.includes(" /organization/") && !isServerOnly)
    .map(({ route }): string => route)
    .filter((route) => !withoutRoles.has(route));
  expect(routes.length).toBeGreaterThan(30);
  expect(named.length).toBeGreaterThan(20);
  expect([...routes].sort()).toEqual(lines.map(({ route }): string => route).sort());
});
