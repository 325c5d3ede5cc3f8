import { userModel } from "@keyhold/core/plugin";
import { contextOf } from "@keyhold/core/tools";
import { deleteUser } from "@keyhold/core/users";
import { expect, test } from "vitest";
import { impersonating, openShop, type Shop } from "../seats/shop.ts";

/* The trial of a product: the server gives it, once to each owner. */

const trials = { pro: { trial: { days: 14 } }, max: { trial: { days: 7 } } };

const open = (settings: Parameters<typeof openShop>[0] = {}) => openShop({ sells: trials, ...settings });

/** The last request for a checkout at the provider. */
const lastBody = ({ desk }: Shop) =>
  desk.calls.findLast(({ method, path }) => method === "POST" && path === "/v1/checkouts/")?.body;

test("the first checkout of a user begins with the trial, and the next has none and says so", async () => {
  const shop = await open();
  const { post, person, desk, settled, provider } = shop;
  const { user, headers } = await person("ada");
  const first = await post("/checkout", { slug: "pro" }, headers);
  expect(first).toMatchObject({ status: 200, body: { trialDays: 14 } });
  expect(lastBody(shop)).toMatchObject({ allow_trial: true, trial_interval: "day", trial_interval_count: 14 });
  await desk.pay(first.body.url);
  await settled();
  const [subscription] = (await provider.subscriptions.list({ ownerId: user.id })).items;
  expect(subscription).toMatchObject({ status: "trialing" });
  for (const slug of ["pro", "max"]) {
    expect(await post("/checkout", { slug }, headers)).toMatchObject({ status: 200, body: { trialDays: 0 } });
    expect(lastBody(shop)).toMatchObject({ allow_trial: false });
  }
  const asked = await post("/checkout", { slug: "max", trial: true }, headers);
  expect(asked).toMatchObject({ status: 409, body: { code: "TRIAL_ALREADY_USED" } });
});

test("the length of a trial from a browser is ignored", async () => {
  const shop = await open();
  const { headers } = await shop.person("ada");
  await shop.post(
    "/checkout",
    { slug: "pro", trialInterval: "year", trialIntervalCount: 1000, allowTrial: true },
    headers,
  );
  expect(lastBody(shop)).toMatchObject({ trial_interval: "day", trial_interval_count: 14 });
  await shop.post("/checkout", { slug: "club", trialInterval: "year", trialIntervalCount: 1000 }, headers);
  expect(lastBody(shop)).not.toHaveProperty("trial_interval");
});

test("a buyer who clicks again gets the same page with the trial", async () => {
  const { post, person } = await open();
  const { headers } = await person("ada");
  const fields = { slug: "pro", successUrl: "/done" };
  const [first, second] = [await post("/checkout", fields, headers), await post("/checkout", fields, headers)];
  expect(second.body).toEqual(first.body);
  // Another page would be a second trial.
  const other = await post("/checkout", { ...fields, successUrl: "/other" }, headers);
  expect(other.body).toMatchObject({ trialDays: 0 });
  expect(other.body.url).not.toBe(first.body.url);
});

test("the trial of a checkout that expired, or that failed to open, is given back", async () => {
  const { post, person, desk, settled, clock } = await open();
  const { headers } = await person("ada");
  for (const fault of [{ status: 503 }, { status: 500, afterWriting: true }]) {
    desk.fail({ path: "/v1/checkouts/", method: "POST", times: 1, ...fault });
    expect((await post("/checkout", { slug: "pro" }, headers)).status).toBe(503);
  }
  const first = await post("/checkout", { slug: "pro" }, headers);
  expect(first.body.trialDays).toBe(14);
  await desk.clock.forward({ hours: 2 });
  await settled();
  expect(clock.now().getTime()).toBeGreaterThan(0);
  const second = await post("/checkout", { slug: "max" }, headers);
  expect(second.body.trialDays).toBe(7);
});

test("the hourly work gives back what expired, and keeps what was used", async () => {
  const { auth, post, person, desk, clock, settled, db } = await open();
  const [ada, bob] = [await person("ada"), await person("bob")];
  await post("/checkout", { slug: "pro" }, ada.headers);
  const { body } = await post("/checkout", { slug: "pro" }, bob.headers);
  desk.deliver({ drop: 1 });
  await desk.pay(body.url);
  await desk.clock.forward({ hours: 2 });
  clock.forward({ minutes: 1 });
  await auth.api.removeExpired({});
  await settled();
  expect(await trialRows(db)).toMatchObject([{ id: bob.user.id, usedAt: expect.any(Date) }]);
});

const trialRows = async (db: Shop["db"]) => {
  const { trialModel } = await import("../../src/trials/models.ts");
  return db.list(trialModel, {}, { orderBy: "id", limit: 100 });
};

test("a user who buys for many organizations has one trial, and the organization has none with another buyer", async () => {
  const { post, found, auth, join, person } = await open();
  const acme = await found("acme");
  const { headers } = acme.owner;
  const first = await post("/checkout", { slug: "pro", referenceId: acme.id }, headers);
  expect(first.body.trialDays).toBe(14);
  const beta = await auth.api.organization.create({ name: "beta", slug: "beta" }, { headers });
  for (const fields of [{ slug: "pro", referenceId: beta.id }, { slug: "pro" }]) {
    expect((await post("/checkout", fields, headers)).body.trialDays).toBe(0);
  }
  const bob = await person("bob");
  await join(acme.id, bob.user.id, "admin");
  const other = await post("/checkout", { slug: "max", referenceId: acme.id }, bob.headers);
  expect(other.body.trialDays).toBe(0);
  // The open page is the organization's.
  const same = await post("/checkout", { slug: "pro", referenceId: acme.id }, bob.headers);
  expect(same.body).toEqual(first.body);
  // A member of an organization with a trial has an own trial.
  expect((await post("/checkout", { slug: "pro" }, bob.headers)).body.trialDays).toBe(14);
});

test("a user who has had a trial gets none for an organization", async () => {
  const { post, found } = await open();
  const acme = await found("acme");
  await post("/checkout", { slug: "pro" }, acme.owner.headers);
  const answer = await post("/checkout", { slug: "pro", referenceId: acme.id }, acme.owner.headers);
  expect(answer.body.trialDays).toBe(0);
});

test("trial.allow decides, and is told whether there was a trial", async () => {
  const asked: unknown[] = [];
  const allow = (question: object) => {
    asked.push(question);
    return question !== null && Reflect.get(question, "userId") !== "nobody" && asked.length !== 2;
  };
  const { post, person } = await open({ sells: { pro: { trial: { days: 14, allow } } } });
  const { user, headers } = await person("ada");
  const days = async (fields: object) => (await post("/checkout", { slug: "pro", ...fields }, headers)).body.trialDays;
  expect(await days({ successUrl: "/1" })).toBe(14);
  expect(await days({ successUrl: "/2" })).toBe(0);
  expect(await days({ successUrl: "/3" })).toBe(14);
  const question = { ownerKind: "user", ownerId: user.id, userId: user.id, product: "pro" };
  expect(asked).toEqual([
    { ...question, hasHadTrial: false },
    { ...question, hasHadTrial: true },
    { ...question, hasHadTrial: true },
  ]);
});

test("a buyer who wants no trial keeps it, and a purchase without a trial cannot ask for it", async () => {
  const { post, person, desk } = await open();
  const { headers } = await person("ada");
  expect((await post("/checkout", { slug: "pro", trial: false }, headers)).body.trialDays).toBe(0);
  const refused = { status: 422, body: { code: "BILLING_INPUT_REFUSED", issues: [{ path: "trial" }] } };
  expect(await post("/checkout", { slug: "club", trial: true }, headers)).toMatchObject(refused);
  const products = [desk.products.pro, desk.products.max];
  expect(await post("/checkout", { products, trial: true }, headers)).toMatchObject(refused);
  expect((await post("/checkout", { products }, headers)).body.trialDays).toBe(0);
  expect((await post("/checkout", { slug: "pro", trial: true }, headers)).body.trialDays).toBe(14);
  expect((await post("/checkout", { slug: "club" }, headers)).body).not.toHaveProperty("trialDays");
});

test("a trial that was given at the provider is the owner's trial", async () => {
  const { post, person, provider, desk, settled } = await open();
  const { user, headers } = await person("ada");
  const { url } = await provider.checkouts.create({
    products: [String(desk.products.max)],
    externalCustomerId: user.id,
    allowTrial: true,
    trialInterval: "month",
    trialIntervalCount: 1,
  });
  await desk.pay(String(url), { email: user.email });
  await settled();
  expect((await post("/checkout", { slug: "pro" }, headers)).body.trialDays).toBe(0);
});

test("a trial from before the customer had an owner is the owner's trial", async () => {
  const { auth, post, person, provider, desk, settled } = await open();
  const { url } = await provider.checkouts.create({
    products: [String(desk.products.max)],
    allowTrial: true,
    trialInterval: "month",
    trialIntervalCount: 1,
  });
  await desk.pay(String(url), { email: "before@example.com" });
  await settled();
  const [customer] = (await provider.customers.list({ email: "before@example.com" })).items;
  const { user, headers } = await person("ada");
  await auth.api.billing.linkCustomer({ userId: user.id, customerId: String(customer?.id) });
  const asked = await post("/checkout", { slug: "pro", trial: true }, headers);
  expect(asked).toMatchObject({ status: 409, body: { code: "TRIAL_ALREADY_USED" } });
});

test("with the provider away the trial is not lost", async () => {
  const { post, person, desk } = await open();
  const { headers } = await person("ada");
  const first = await post("/checkout", { slug: "pro" }, headers);
  desk.fail({ path: "/v1/", status: 503 });
  expect((await post("/checkout", { slug: "max" }, headers)).status).toBe(503);
  desk.recover();
  expect((await post("/checkout", { slug: "pro" }, headers)).body).toEqual(first.body);
});

test("the end of a trial is told once, some days before, and again for a later end", async () => {
  const { auth, buy, person, desk, told, settled, provider } = await open();
  const { user, headers } = await person("ada");
  await buy(headers, { slug: "pro" });
  const [{ id } = { id: "" }] = (await provider.subscriptions.list({ ownerId: user.id })).items;
  const hourly = async () => {
    await auth.api.removeExpired({});
    await settled();
  };
  await desk.clock.forward({ days: 10 });
  await hourly();
  expect(told("trial.ending")).toEqual([]);
  await desk.clock.forward({ days: 2 });
  await hourly();
  await hourly();
  const event = { subscriptionId: id, ownerKind: "user", ownerId: user.id, isCanceled: false };
  expect(told("trial.ending")).toMatchObject([event]);
  await provider.subscriptions.change(id, { trialEnd: new Date(desk.clock.now().getTime() + 30 * 86_400_000) });
  await settled();
  await hourly();
  await provider.subscriptions.cancel(id);
  await desk.clock.forward({ days: 28 });
  await hourly();
  expect(told("trial.ending")).toMatchObject([event, { ...event, isCanceled: true }]);
  await desk.clock.forward({ days: 4 });
  await hourly();
  expect(told("trial.ending")).toHaveLength(2);
});

test("an impersonator takes no trial of a user", async () => {
  const shop = await open();
  const ada = await shop.person("ada");
  const headers = await impersonating(shop, ada.user.id);
  expect((await shop.post("/checkout", { slug: "pro" }, headers)).status).toBe(403);
  expect((await shop.post("/checkout", { slug: "pro" }, ada.headers)).body.trialDays).toBe(14);
});

test("with the user, and with the organization, the note about the trial goes", async () => {
  const { auth, post, found, db } = await open();
  const acme = await found("acme");
  await post("/checkout", { slug: "pro", referenceId: acme.id }, acme.owner.headers);
  expect((await trialRows(db)).map(({ id }) => id).sort()).toEqual([acme.owner.user.id, `org:${acme.id}`].sort());
  await auth.api.organization.delete({ organizationId: acme.id }, { headers: acme.owner.headers });
  // The buyer has had it.
  expect((await trialRows(db)).map(({ id }) => id)).toEqual([acme.owner.user.id]);
  const ctx = (await contextOf(auth)) ?? expect.fail();
  await ctx.transactionOn(userModel, acme.owner.user.id, (tx, user) => deleteUser(tx, user));
  expect(await trialRows(db)).toEqual([]);
});
