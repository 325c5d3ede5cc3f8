import { sessionModel, userModel } from "@keyhold/core/plugin";
import { oneTimeToken } from "@keyhold/one-time-token";
import { organization } from "@keyhold/organization";
import { memberModel } from "@keyhold/organization/plugin";
import { type Browser, createTestAuth, linkIn } from "@keyhold/testing";
import { expect, test } from "vitest";

/* Eve has put a one-time token into a link: the browser of Vic has a session of Eve's account. */

const victim = "vic@example.com";

function openAuth() {
  const fixture = createTestAuth({
    plugins: [oneTimeToken(), organization()] as const,
    config: { user: { changeEmail: { enabled: true, switchAt: "verification" } } },
  });
  /** A browser with a session by a token of another browser. */
  async function planted({ browser }: { readonly browser: Browser }): Promise<Browser> {
    const { token } = await (await browser.post("/one-time-token/generate", {})).json();
    const other = fixture.visit().browser;
    expect((await other.post("/one-time-token/verify", { token })).status).toBe(200);
    const { user } = await (await other.get("/get-session")).json();
    expect(user.email).toBe("eve@example.com");
    return other;
  }
  return { ...fixture, planted };
}

test("the link to a new address changes no account in a session by a one-time token", async () => {
  const { auth, db, mailbox, planted, signUp } = openAuth();
  const eve = await signUp("eve@example.com");
  await db.update(userModel, eve.user.id, { emailVerified: true });
  expect((await eve.client.changeEmail({ newEmail: victim })).error).toBe(null);
  await eve.browser.follow(linkIn(await mailbox.waitFor("eve@example.com", { kind: "confirm-email-change" })));
  const vic = await planted(eve);
  await vic.follow(linkIn(await mailbox.waitFor(victim, { kind: "verify-email" })));
  await auth.idle();
  expect(await db.find(userModel, { id: eve.user.id })).toMatchObject({ email: "eve@example.com" });
  expect(await db.exists(userModel, { email: victim })).toBe(false);
  expect(await db.count(sessionModel, { userId: eve.user.id })).toBe(2);
});

test("the link of an invitation is accepted by no session by a one-time token", async () => {
  const { auth, db, mailbox, planted, signUp } = openAuth();
  const boss = await signUp("boss@example.com");
  await db.update(userModel, boss.user.id, { emailVerified: true });
  const { id: organizationId } = await (
    await boss.browser.post("/organization/create", { name: "Acme", slug: "acme" })
  ).json();
  const invitation = { email: "eve@example.com", role: "member", organizationId };
  expect((await boss.browser.post("/organization/invite-member", invitation)).status).toBe(200);
  const token = linkIn(await mailbox.waitFor("eve@example.com", { kind: "organization.invitation" })).searchParams;
  const eve = await signUp("eve@example.com");
  const vic = await planted(eve);
  const refused = await vic.post("/organization/accept-invitation", { token: token.get("token") });
  expect([refused.status, (await refused.json()).code]).toEqual([403, "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION"]);
  await auth.idle();
  expect(await db.find(userModel, { id: eve.user.id })).toMatchObject({ emailVerified: false });
  expect(await db.exists(memberModel, { organizationId, userId: eve.user.id })).toBe(false);
  const accepted = await eve.browser.post("/organization/accept-invitation", { token: token.get("token") });
  expect(accepted.status).toBe(200);
});
