import { defineErrors } from "@keyhold/core";
import { definePlugin, text } from "@keyhold/core/plugin";
import { organization } from "@keyhold/organization";
import { organizationClient } from "@keyhold/organization/client";
import { createTestAuth } from "@keyhold/testing";
import { describe, expect, test } from "vitest";
import { found } from "./fixture.ts";
import { nextEmail, signUpVerified } from "./invited.ts";

const errors = defineErrors({ NOTE_IS_RUDE: { status: 400, message: "note is rude" } });

const notes = definePlugin({
  id: "notes",
  errors,
  extends: {
    invitation: {
      columns: {
        note: text()
          .optional()
          .input()
          .stored((value) => value.trim())
          .check((value) => (value.includes("rude") ? errors.NOTE_IS_RUDE : null)),
        source: text().optional().input().secret(),
        batch: text().initially(() => "none"),
        number: text().optional().input().unique(),
      },
    },
  },
});

async function open(options: Parameters<typeof organization>[0] = {}) {
  const fixture = createTestAuth({ plugins: [organization(options), notes], clientPlugins: [organizationClient()] });
  const owner = await signUpVerified(fixture, "owner@example.com");
  const organizationId = await found(owner, "acme");
  const dan = await signUpVerified(fixture);
  const ask = async (more: object) => {
    const body = { email: "dan@example.com", role: "member", organizationId, ...more };
    const response = await owner.browser.post("/organization/invite-member", body);
    return (await response.json()) as { readonly id: string; readonly code?: string; readonly note?: string | null };
  };
  return { fixture, owner, dan, ask };
}

describe("Columns of plugins on invitations", () => {
  test("are accepted if callers may set them, and shown in every response and the email unless they are secret", async () => {
    const { fixture, owner, dan, ask } = await open();
    const shown = { note: "welcome", batch: "none" };
    const made = await ask({ note: " welcome ", source: "crm", batch: "mine" });
    expect(made).toMatchObject(shown);
    const { message } = await nextEmail(fixture);
    const name = { invitationId: made.id };
    const { organization } = dan.client;
    const answers = [
      made,
      message.invitation,
      (await owner.client.organization.listInvitations()).data?.[0],
      (await owner.client.organization.getFullOrganization()).data?.invitations[0],
      (await organization.listUserInvitations()).data?.[0],
      (await organization.getInvitation({ id: made.id })).data,
      (await organization.acceptInvitation(name)).data?.invitation,
      (await owner.client.organization.cancelInvitation(name)).data,
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject(shown);
      expect(answer).not.toHaveProperty("source");
      expect(answer).not.toHaveProperty("linkHash");
    }
  });

  test("change if the invitation is sent again with them, and stay otherwise", async () => {
    const { ask } = await open();
    const { id } = await ask({ note: "welcome" });
    expect(await ask({ resend: true })).toMatchObject({ id, note: "welcome" });
    expect(await ask({ resend: true, note: "hello" })).toMatchObject({ id, note: "hello" });
    expect(await ask({ resend: true, note: null })).toMatchObject({ id, note: null });
  });

  test("stay if an expired invitation is sent again, as long as the limit has room for it", async () => {
    const { fixture, owner, dan, ask } = await open({ invitationLimit: 1 });
    const { id } = await ask({ note: "welcome" });
    fixture.clock.forward({ days: 3 });
    const other = await ask({ email: "other@example.com" });
    expect(await ask({ resend: true })).toMatchObject({ code: "INVITATION_LIMIT_REACHED" });
    await owner.client.organization.cancelInvitation({ invitationId: other.id });
    expect(await ask({ resend: true })).toMatchObject({ id, note: "welcome", status: "pending" });
    const accepted = await dan.client.organization.acceptInvitation({ invitationId: id });
    expect(accepted.data?.invitation).toMatchObject({ id, note: "welcome" });
  });

  test("are rejected if they are unique and another invitation has the value", async () => {
    const { ask } = await open();
    await ask({ number: "1" });
    const taken = { code: "VALIDATION_ERROR", issues: [{ path: "number" }] };
    expect(await ask({ email: "other@example.com", number: "1" })).toMatchObject(taken);
    await ask({ email: "other@example.com", number: "2" });
    expect(await ask({ email: "other@example.com", number: "1", resend: true })).toMatchObject(taken);
  });

  test("are validated, and cannot overwrite other columns of an invitation", async () => {
    const { fixture, ask } = await open();
    expect((await ask({ note: "rude" })).code).toBe("NOTE_IS_RUDE");
    expect((await ask({ note: 5 })).code).toBe("VALIDATION_ERROR");
    const past = { status: "accepted", expiresAt: "2999-01-01T00:00:00.000Z", linkHash: "x", inviterId: "x", id: "x" };
    const made = await ask(past);
    expect(made).toMatchObject({ status: "pending" });
    expect(made.id).not.toBe("x");
    expect((await fixture.client.organization.previewInvitation({ token: "x" })).error?.code).toBe(
      "INVITATION_NOT_FOUND",
    );
  });
});
