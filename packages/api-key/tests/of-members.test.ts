import { memberModel, organizationModel } from "@keyhold/organization/plugin";
import { beforeEach, describe, expect, test } from "vitest";
import { apiKeyModel } from "../src/models.ts";
import { codeOf, type Fixture, open } from "./fixture.ts";

const configs = { configIds: ["default", "personal"], personalConfigIds: ["personal"] };
const read = { files: ["read"] };
let fixture: Fixture;
beforeEach(() => {
  fixture = open({ options: configs });
});

/** An organization of Ada with Bob as a member, who may read files there if the role says so. */
async function members(role = "owner") {
  const ada = await fixture.signUp("ada@example.com");
  const bob = await fixture.signUp("bob@example.com");
  const organizationId = await fixture.found(ada.browser, "acme");
  await fixture.auth.api.organization.addMember({ organizationId, userId: bob.user.id, role: role as "owner" });
  return { ada, bob, organizationId };
}

const create = (caller: Awaited<ReturnType<Fixture["signUp"]>>, body: object) =>
  caller.browser.post("/api-key/create", { configId: "personal", ...body });

describe("a user's key that names an organization", () => {
  test("acts as the user in the organization, and is listed among the user's keys", async () => {
    const { bob, organizationId } = await members();
    const made = await (await create(bob, { organizationId, permissions: read })).json();
    expect(made).toMatchObject({ referenceId: bob.user.id, organizationId, configId: "personal" });
    const { principal } = await fixture.verify(made.key);
    expect(principal).toMatchObject({ userId: bob.user.id, organizationId, configId: "personal", permissions: read });
    expect(await fixture.principal({ "x-api-key": made.key })).toMatchObject({ organizationId, configId: "personal" });
    const own = await (await bob.browser.get("/api-key/list")).json();
    const shared = await (await bob.browser.get(`/api-key/list?organizationId=${organizationId}`)).json();
    expect([own.total, shared.total]).toEqual([1, 0]);
  });

  test("needs no permission for the organization's keys, and no other member may change it", async () => {
    const { ada, bob, organizationId } = await members("member");
    const { id } = await (await create(bob, { organizationId })).json();
    expect(await codeOf(await ada.browser.post("/api-key/delete", { keyId: id }))).toEqual([404, "KEY_NOT_FOUND"]);
    expect((await bob.browser.post("/api-key/rotate", { keyId: id })).status).toBe(200);
  });

  test("has no permission of the app's own that a member without a right to the organization lacks", async () => {
    fixture = open({ options: { ...configs, statements: { exports: ["read"] } } });
    const { ada, bob, organizationId } = await members("member");
    const asked = { organizationId, permissions: { exports: ["read"] } };
    expect(await codeOf(await create(bob, asked))).toEqual([403, "INSUFFICIENT_API_KEY_PERMISSIONS"]);
    expect((await create(ada, asked)).status).toBe(200);
  });

  test("is not made by a user who is no member, nor by the server for such a user", async () => {
    const { organizationId } = await members();
    const carol = await fixture.signUp("carol@example.com");
    const refused = [403, "USER_NOT_MEMBER_OF_ORGANIZATION"];
    for (const id of [organizationId, "absent"])
      expect(await codeOf(await create(carol, { organizationId: id }))).toEqual(refused);
    const call = fixture.auth.api.createApiKey({ userId: carol.user.id, organizationId });
    await expect(call).rejects.toMatchObject({ code: "USER_NOT_MEMBER_OF_ORGANIZATION" });
    const unowned = fixture.auth.api.createApiKey({ organizationId, configId: "personal" });
    await expect(unowned).rejects.toThrow("give `userId`");
    expect(await fixture.db.count(apiKeyModel, {})).toBe(0);
  });

  test("ends when the user leaves or is removed, and does not come back with the user", async () => {
    const { ada, bob, organizationId } = await members();
    const place = { organizationId, userId: bob.user.id };
    const add = () => fixture.auth.api.organization.addMember({ ...place, role: "owner" });
    const elsewhere = await fixture.auth.api.createApiKey({ userId: bob.user.id });
    const leave = () => bob.browser.post("/organization/leave", { organizationId });
    const remove = () =>
      ada.browser.post("/organization/remove-member", { organizationId, memberIdOrEmail: bob.user.email });
    for (const end of [leave, remove]) {
      const { key } = await fixture.auth.api.createApiKey(place);
      expect(await fixture.refusal(key)).toBe(null);
      expect((await end()).status).toBe(200);
      expect(await fixture.refusal(key)).toBe("INVALID_API_KEY");
      await add();
      expect(await fixture.refusal(key)).toBe("INVALID_API_KEY");
    }
    expect(await fixture.refusal(elsewhere.key)).toBe(null);
  });

  test("does not work while the membership is missing, also after a removal by hand", async () => {
    const { bob, organizationId } = await members();
    const { key } = await fixture.auth.api.createApiKey({ userId: bob.user.id, organizationId });
    await fixture.db.transactionOn(organizationModel, organizationId, (tx, organization) =>
      tx.remove(memberModel, { organizationId, userId: bob.user.id }, organization),
    );
    expect(await fixture.refusal(key)).toBe("OWNER_MAY_NOT_ACT");
    expect(await fixture.principal({ "x-api-key": key })).toBe(null);
  });

  test("ends with the organization, and with the user", async () => {
    const { ada, bob, organizationId } = await members("member");
    const keys = [ada, bob].map(({ user }) => fixture.auth.api.createApiKey({ userId: user.id, organizationId }));
    const [ofAda, ofBob] = await Promise.all(keys);
    await fixture.removeUser(bob.user.id);
    expect(await fixture.refusal(ofBob?.key ?? "")).toBe("INVALID_API_KEY");
    expect((await ada.browser.post("/organization/delete", { organizationId })).status).toBe(200);
    expect(await fixture.refusal(ofAda?.key ?? "")).toBe("INVALID_API_KEY");
    expect(await fixture.db.count(apiKeyModel, {})).toBe(0);
  });

  test("has at each use what the member may now, and at its creation no more", async () => {
    const { ada, bob, organizationId } = await members();
    const wide = { organizationId, permissions: { files: ["read", "delete"] } };
    expect(await codeOf(await create(bob, wide))).toEqual([403, "INSUFFICIENT_API_KEY_PERMISSIONS"]);
    const { key } = await (await create(bob, { organizationId, permissions: read })).json();
    const allowed = async () => (await fixture.verify(key)).principal?.permissions;
    expect(await allowed()).toEqual(read);
    const { members: listed } = await (
      await ada.browser.get(`/organization/list-members?organizationId=${organizationId}`)
    ).json();
    const { id: memberId } = listed.find((member: { userId: string }) => member.userId === bob.user.id);
    const demote = { organizationId, memberId, role: "member" };
    expect((await ada.browser.post("/organization/update-member-role", demote)).status).toBe(200);
    expect(await allowed()).toEqual({});
    expect((await fixture.verify(key, { permissions: read })).error?.code).toBe("INSUFFICIENT_API_KEY_PERMISSIONS");
  });
});
