import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";

/** An organization with its owner, and a user who is no member. Made once, for all tests of this file. */
async function createWorld() {
  const world = createTestAuth({ plugins: [organization()], clientPlugins: [organizationClient()] });
  const owner = await world.signUp("owner@example.com");
  const guest = await world.signUp("guest@example.com");
  const { data } = await owner.client.organization.create({ name: "Acme", slug: "acme" });
  return { ...world, owner, guest, organizationId: data?.id ?? "" };
}

const world = await createWorld();

test("the owner deletes the organization", async () => {
  const fork = await world.fork();
  const { client } = fork.copyOf(world.owner);
  const { organizationId } = world;
  expect((await client.organization.delete({ organizationId })).error).toBe(null);
  expect((await client.organization.list()).data).toEqual([]);
});

test("a user who is no member does not see the organization", async () => {
  const fork = await world.fork();
  const { client } = fork.copyOf(world.guest);
  expect((await client.organization.list()).data).toEqual([]);
});

test("the owner is signed out after a week without a visit", async () => {
  const { clock, copyOf } = await world.fork();
  clock.forward({ days: 8 });
  expect((await copyOf(world.owner).client.getSession()).data).toBe(null);
});
