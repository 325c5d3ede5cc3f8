import { describe, expect, test } from "vitest";
import { openCompany } from "./fixture.ts";
import { invite, signUpVerified } from "./invited.ts";

describe("GET /organization/list-invitations", () => {
  test("lists the invitations of the active organization to every member, in any status, without secrets", async () => {
    const company = await openCompany();
    const { fixture, owner, admin, member, organizationId } = company;
    const dan = await signUpVerified(fixture);
    const accepted = await invite(company);
    await dan.client.organization.acceptInvitation({ invitationId: accepted.id });
    fixture.clock.forward({ seconds: 1 });
    const pending = await invite(company, { email: "a@x.io" });
    await fixture.auth.idle();
    const all = [pending, { ...accepted, status: "accepted" }];
    expect((await owner.client.organization.listInvitations()).data).toEqual(all);
    for (const person of [admin, member])
      expect((await person.client.organization.listInvitations({ organizationId })).data).toEqual(all);
  });

  test("filters by status", async () => {
    const company = await openCompany();
    const { owner } = company;
    const canceled = await invite(company, { email: "a@x.io" });
    const pending = await invite(company, { email: "b@x.io" });
    await owner.client.organization.cancelInvitation({ invitationId: canceled.id });
    const list = async (status: "pending" | "canceled" | "accepted") =>
      (await owner.client.organization.listInvitations({ status })).data?.map(({ id }) => id);
    expect([await list("pending"), await list("canceled"), await list("accepted")]).toEqual([
      [pending.id],
      [canceled.id],
      [],
    ]);
    const response = await owner.browser.get("/organization/list-invitations", { status: "gone" });
    expect(response.status).toBe(400);
  });

  test("returns pages; the id of the last row is the next cursor", async () => {
    const company = await openCompany();
    const { fixture, owner, outsider, foreignId } = company;
    const sent: string[] = [];
    for (let one = 0; one < 5; one += 1) {
      sent.unshift((await invite(company, { email: `p${one}@x.io` })).id);
      fixture.clock.forward({ seconds: 1 });
    }
    const page = async (cursor?: string) => {
      const { data } = await owner.client.organization.listInvitations({ limit: 2, ...(cursor && { cursor }) });
      return data?.map(({ id }) => id) ?? [];
    };
    const first = await page();
    const second = await page(first.at(-1));
    // The last row of a page stays a valid cursor after the status changes.
    await owner.client.organization.cancelInvitation({ invitationId: second.at(-1) ?? "" });
    const third = await page(second.at(-1));
    expect([...first, ...second, ...third]).toEqual(sent);
    expect(await page(third.at(-1))).toEqual([]);

    const foreign = await invite({ owner: outsider, organizationId: foreignId });
    for (const cursor of ["unknown", foreign.id])
      expect((await owner.client.organization.listInvitations({ cursor })).error).toMatchObject({
        code: "VALIDATION_ERROR",
        issues: [{ path: "cursor" }],
      });
  });

  test("shows rows with the same expiry on one page only", async () => {
    const company = await openCompany();
    const ids = new Set<string>();
    for (let one = 0; one < 6; one += 1) ids.add((await invite(company, { email: `p${one}@x.io` })).id);
    const seen: string[] = [];
    for (let cursor: string | undefined; seen.length < 6; cursor = seen.at(-1)) {
      const { data } = await company.owner.client.organization.listInvitations({ limit: 4, ...(cursor && { cursor }) });
      expect(data).not.toEqual([]);
      seen.push(...(data ?? []).map(({ id }) => id));
    }
    expect(new Set(seen)).toEqual(ids);
    expect(seen).toHaveLength(6);
  });

  // Security I32.
  test("fails for non-members, as for an unknown organization", async () => {
    const company = await openCompany();
    const { outsider, organizationId, owner, fixture } = company;
    await invite(company);
    for (const id of [organizationId, "unknown"])
      expect((await outsider.client.organization.listInvitations({ organizationId: id })).error).toMatchObject({
        code: "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION",
        status: 403,
      });
    await owner.client.organization.setActive({ organizationId: null });
    expect((await owner.client.organization.listInvitations()).error).toMatchObject({
      code: "ORGANIZATION_ID_IS_REQUIRED",
      status: 400,
    });
    expect((await fixture.client.organization.listInvitations({ organizationId })).error?.status).toBe(401);
  });
});
