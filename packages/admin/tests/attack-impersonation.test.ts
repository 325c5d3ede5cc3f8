import { expect, test } from "vitest";
import { eventsOf, type Fixture, open, type Person } from "./fixture.ts";

async function openScene(opening?: Parameters<typeof open>[0]) {
  const fixture = open(opening);
  const admin = await fixture.join("admin", "admin");
  const ann = await fixture.join("ann");
  const begin = async ({ client }: Pick<Person, "client"> = admin, { user }: Person = ann) => {
    const { data, error } = await client.admin.impersonateUser({ userId: user.id });
    expect(error).toBe(null);
    return data?.session.id ?? "";
  };
  return { fixture, admin, ann, begin };
}

const nothing = { session: null, user: null };

const pairOf = ({ browser }: Pick<Person, "browser">, name: string): string =>
  (browser.headers().get("cookie") ?? "").split("; ").find((pair) => pair.includes(`.${name}=`)) ?? "";

const stopWith = ({ auth }: Fixture, pairs: readonly string[]) =>
  auth.api.admin.stopImpersonating({}, { headers: new Headers({ cookie: pairs.join("; ") }) });

test("the own session stored for one impersonation is not resumed by another one of the same administrator", async () => {
  const { fixture, admin, begin } = await openScene();
  const elsewhere = fixture.visit();
  await elsewhere.client.signIn.email({ email: "admin@example.com", password: admin.password });
  await begin(admin);
  await begin(elsewhere, await fixture.join("bob"));
  const crossed = [pairOf(elsewhere, "session_token"), pairOf(admin, "admin_session")];
  expect(await stopWith(fixture, crossed)).toEqual(nothing);
  const own = [pairOf(admin, "session_token"), pairOf(elsewhere, "admin_session"), pairOf(admin, "admin_session")];
  expect(await stopWith(fixture, own)).toMatchObject({ user: { id: admin.user.id } });
});

test("an administrator banned by SQL does not resume their own session", async () => {
  const { fixture, admin, begin } = await openScene();
  await begin();
  await fixture.change(admin.user.id, { banned: true });
  expect((await admin.client.admin.stopImpersonating()).data).toEqual(nothing);
  expect((await admin.client.getSession()).data).toBe(null);
});

test("an own session that expired meanwhile is not resumed", async () => {
  const { fixture, admin, begin } = await openScene({
    config: { session: { expiresInSeconds: 7200, updateAgeSeconds: 7200 } },
  });
  fixture.clock.forward({ minutes: 100 });
  await begin();
  fixture.clock.forward({ minutes: 30 });
  expect((await admin.client.admin.stopImpersonating()).data).toEqual(nothing);
  expect((await admin.client.getSession()).data).toBe(null);
});

test("its end emits an event with the administrator, the user and the impersonated session", async () => {
  const { fixture, admin, ann, begin } = await openScene();
  const sessionId = await begin();
  await admin.client.admin.stopImpersonating();
  expect((await eventsOf(fixture)).at(-1)).toEqual({
    type: "admin.impersonation-stopped",
    actorId: admin.user.id,
    ipAddress: "203.0.113.7",
    userAgent: null,
    target: expect.objectContaining({ id: ann.user.id }),
    sessionId,
  });
});

test("the impersonation of a banned user fails with a message for the caller, not the one for banned users", async () => {
  const { fixture, admin, ann } = await openScene({ options: { bannedUserMessage: "You are out." } });
  await fixture.change(ann.user.id, { banned: true });
  const { error } = await admin.client.admin.impersonateUser({ userId: ann.user.id });
  expect(error).toMatchObject({ status: 403, code: "BANNED_USER", message: "This user is banned" });
});

test("it also ends if the app itself changes the roles of either user", async () => {
  const { fixture, admin, ann, begin } = await openScene();
  for (const [userId, role] of [
    [ann.user.id, "admin"],
    [admin.user.id, "user"],
  ] as const) {
    await fixture.auth.api.admin.setUserRole({ userId: ann.user.id, role: "user" });
    const { client } = fixture.visit();
    await client.signIn.email({ email: "admin@example.com", password: admin.password });
    await begin({ client });
    await fixture.auth.api.admin.setUserRole({ userId, role });
    expect((await client.getSession()).data).toBe(null);
  }
});
