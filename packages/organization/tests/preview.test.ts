import { describe, expect, test } from "vitest";
import { openCompany, openOrganizations } from "./fixture.ts";
import { invite, nextEmail, signUpVerified, statusOf } from "./invited.ts";

const notFound = { code: "INVITATION_NOT_FOUND", message: "Invitation not found", status: 400 };

describe("GET /organization/preview-invitation", () => {
  test("shows a user without an account the organization of the link, and no ids", async () => {
    const company = await openCompany();
    const { fixture, owner } = company;
    const logo = "https://example.com/logo.png";
    await owner.client.organization.update({ data: { logo, metadata: { plan: "gold" } } });
    const { expiresAt } = await invite(company, { role: ["admin", "member"] });
    const { token } = await nextEmail(fixture);
    const { data } = await fixture.visit().client.organization.previewInvitation({ token });
    expect(data).toEqual({
      organization: { name: "acme", slug: "acme", logo },
      inviter: { name: "owner" },
      email: "dan@example.com",
      role: "admin,member",
      status: "pending",
      expiresAt,
    });
  });

  test("is the same whether the address has an account or not", async () => {
    const company = await openCompany();
    const { fixture } = company;
    await invite(company);
    const { token } = await nextEmail(fixture);
    const before = await fixture.client.organization.previewInvitation({ token });
    await fixture.signUp("dan@example.com");
    expect(await fixture.client.organization.previewInvitation({ token })).toEqual(before);
  });

  test("works any number of times, and consumes no token", async () => {
    const company = await openCompany();
    const { fixture } = company;
    const { id } = await invite(company);
    const { token } = await nextEmail(fixture);
    const dan = await fixture.signUp("dan@example.com");
    for (let look = 0; look < 5; look += 1)
      expect((await fixture.client.organization.previewInvitation({ token })).error).toBe(null);
    expect(await statusOf(fixture, id)).toBe("pending");
    expect((await dan.client.organization.acceptInvitation({ token })).error).toBe(null);
  });

  test("gives the same answer for closed invitations and unknown tokens", async () => {
    const company = await openCompany();
    const { fixture, owner } = company;
    const dan = await signUpVerified(fixture);
    const secret = async () => {
      const { id } = await invite(company);
      return { id, token: (await nextEmail(fixture)).token };
    };
    const rejected = await secret();
    await dan.client.organization.rejectInvitation({ invitationId: rejected.id });
    const canceled = await secret();
    await owner.client.organization.cancelInvitation({ invitationId: canceled.id });
    const over = await secret();
    fixture.clock.forward({ days: 2 });
    const accepted = await secret();
    await dan.client.organization.acceptInvitation({ token: accepted.token });

    const tokens = [rejected, canceled, over, accepted].map(({ token }) => token);
    for (const token of [...tokens, accepted.id, "unknown", "%", "'", "a".repeat(255)]) {
      const { data, error } = await fixture.client.organization.previewInvitation({ token });
      expect({ token, data, error }).toEqual({ token, data: null, error: expect.objectContaining(notFound) });
    }
    const empty = await fixture.client.organization.previewInvitation({ token: "" });
    expect(empty.error?.code).toBe("VALIDATION_ERROR");
  });

  test("shows no invitation of a former member", async () => {
    const company = await openCompany();
    const { fixture, owner, admin } = company;
    await invite(company, { by: admin });
    const { token } = await nextEmail(fixture);
    await owner.client.organization.removeMember({ memberIdOrEmail: admin.user.email });
    expect((await fixture.client.organization.previewInvitation({ token })).error).toMatchObject(notFound);
  });

  test("is limited, against guessing tokens", async () => {
    const { client } = openOrganizations({}, { rateLimit: { enabled: true } });
    const codes = [];
    for (let tries = 0; tries < 31; tries += 1)
      codes.push((await client.organization.previewInvitation({ token: "unknown" })).error?.code);
    expect(codes.slice(29)).toEqual(["INVITATION_NOT_FOUND", "TOO_MANY_REQUESTS"]);
  });
});
