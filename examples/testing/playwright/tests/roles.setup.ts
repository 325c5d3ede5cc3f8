import { mkdir, writeFile } from "node:fs/promises";
import { type SignedInAs, signInAs } from "@keyhold/testing";
import { test as setup } from "@playwright/test";
import { auth } from "../auth.ts";

/** Writes the storage state of a role. */
async function save(role: string, { storageState }: Pick<SignedInAs, "storageState">): Promise<void> {
  await mkdir(".auth", { recursive: true });
  await writeFile(`.auth/${role}.json`, JSON.stringify(storageState));
}

setup("the roles of the admin plugin", async () => {
  await save("admin", await signInAs(auth, { email: "root@example.com", role: "admin" }));
  await save("user", await signInAs(auth, { email: "ada@example.com" }));
});

setup("the roles of an organization", async () => {
  const owner = await signInAs(auth, { email: "owner@example.com" });
  const member = await signInAs(auth, { email: "member@example.com" });
  const acme = { name: "Acme", slug: `acme-${Date.now()}` };
  const { id: organizationId } = await auth.api.organization.create(acme, { headers: owner.headers });
  await auth.api.organization.addMember({ organizationId, userId: member.user.id, role: "member" });
  await auth.api.organization.setActive({ organizationId }, { headers: member.headers });
  await save("owner", owner);
  await save("member", member);
});
