import { describe, expect, test } from "vitest";
import { openCompany } from "./fixture.ts";
import { invite, membersOf, nextEmail, signUpVerified, statusOf } from "./invited.ts";

const refused = { code: "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION", status: 403 };

describe("POST /organization/cancel-invitation", () => {
  test("cancels an invitation and its link", async () => {
    const company = await openCompany();
    const { fixture, admin } = company;
    const { id } = await invite(company);
    const { token } = await nextEmail(fixture);
    const { data } = await admin.client.organization.cancelInvitation({ invitationId: id });
    expect(data).toMatchObject({ id, status: "canceled", email: "dan@example.com" });
    expect(data).not.toHaveProperty("linkHash");
    expect((await fixture.client.organization.previewInvitation({ token })).error?.code).toBe("INVITATION_NOT_FOUND");
    expect(fixture.events.at(-1)).toMatchObject({
      type: "invitation.canceled",
      actorId: admin.user.id,
      invitation: { id },
    });
    expect(fixture.logged).toEqual([]);
  });

  // Security D4, I30.
  test("of an accepted invitation keeps the member, and it cannot be accepted again", async () => {
    const company = await openCompany();
    const { fixture, owner } = company;
    const dan = await signUpVerified(fixture);
    const invitationId = (await invite(company)).id;
    await dan.client.organization.acceptInvitation({ invitationId });
    expect((await owner.client.organization.cancelInvitation({ invitationId })).data?.status).toBe("canceled");
    expect(await membersOf(company)).toHaveLength(4);
    const again = await dan.client.organization.acceptInvitation({ invitationId });
    expect(again.error?.code).toBe("INVITATION_NOT_FOUND");
    expect(await membersOf(company)).toHaveLength(4);
  });

  test("works for a rejected and an expired invitation, and again without a change", async () => {
    const company = await openCompany();
    const { fixture, owner } = company;
    const dan = await signUpVerified(fixture);
    const rejected = { invitationId: (await invite(company)).id };
    await dan.client.organization.rejectInvitation(rejected);
    const over = { invitationId: (await invite(company)).id };
    fixture.clock.forward({ days: 3 });
    for (const name of [rejected, over, rejected])
      expect((await owner.client.organization.cancelInvitation(name)).data?.status).toBe("canceled");
    expect(fixture.events.filter(({ type }) => type === "invitation.canceled")).toHaveLength(2);
  });

  // Security I29.
  test("fails for members without the permission, and for non-members", async () => {
    const company = await openCompany();
    const { fixture, owner, member, outsider } = company;
    const dan = await signUpVerified(fixture);
    const { id } = await invite(company);
    for (const person of [member, outsider, dan])
      expect((await person.client.organization.cancelInvitation({ invitationId: id })).error).toMatchObject(refused);
    for (const person of [owner, outsider])
      expect((await person.client.organization.cancelInvitation({ invitationId: "unknown" })).error).toMatchObject({
        status: 400,
        code: "INVITATION_NOT_FOUND",
      });
    expect((await fixture.client.organization.cancelInvitation({ invitationId: id })).error?.status).toBe(401);
    expect(await statusOf(fixture, id)).toBe("pending");
  });

  // Security D3.
  test("of an invitation to become an owner needs an owner", async () => {
    const company = await openCompany();
    const { fixture, owner, admin } = company;
    const { id } = await invite(company, { role: ["member", "owner"] });
    expect((await admin.client.organization.cancelInvitation({ invitationId: id })).error).toMatchObject(refused);
    expect(await statusOf(fixture, id)).toBe("pending");
    expect((await owner.client.organization.cancelInvitation({ invitationId: id })).error).toBe(null);
  });
});
