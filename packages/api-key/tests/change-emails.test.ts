import { describe, expect, test } from "vitest";
import { email, type Fixture, open } from "./fixture.ts";

const changes = ["api-key.created", "api-key.enabled"];

/** Who was told of which change, in the order of the emails. */
const told = ({ mailbox }: Fixture) =>
  mailbox.messages.flatMap(({ kind, to }) => (changes.includes(kind) ? [`${kind} to ${to}`] : []));

type Browser = Awaited<ReturnType<Fixture["signUp"]>>["browser"];

async function post(browser: Browser, path: string, body: object) {
  const answer = await browser.post(path, body);
  expect(answer.status, path).toBe(200);
  return answer.json();
}

describe("an email to the owner", () => {
  test("tells of a new key, and of a disabled key that is enabled, without the key", async () => {
    const fixture = open();
    const { browser } = await fixture.signUp(email);
    const { id: keyId, key, start } = await post(browser, "/api-key/create", { name: "deploy" });
    await fixture.auth.idle();
    expect(told(fixture)).toEqual([`api-key.created to ${email}`]);
    // The key still works: the update changes nothing that an email tells.
    await post(browser, "/api-key/update", { keyId, enabled: true });
    await post(browser, "/api-key/update", { keyId, enabled: false });
    await fixture.auth.idle();
    expect(told(fixture)).toHaveLength(1);
    await post(browser, "/api-key/update", { keyId, enabled: true });
    await fixture.auth.idle();
    expect(told(fixture)).toEqual([`api-key.created to ${email}`, `api-key.enabled to ${email}`]);
    const emails = fixture.mailbox.messages.filter(({ kind }) => changes.includes(kind));
    for (const message of emails) {
      expect(message).toMatchObject({ keyId, key: start });
      expect(JSON.stringify(message)).not.toContain(key.slice(start.length));
    }
  });

  test("tells of a key that is enabled again and again as often as the address gets emails of a kind", async () => {
    const fixture = open({ config: { rateLimit: { enabled: true, limits: { "/api-key/update": false } } } });
    const { browser } = await fixture.signUp(email);
    const { id: keyId } = await post(browser, "/api-key/create", {});
    for (let times = 0; times < 5; times += 1)
      for (const enabled of [false, true]) await post(browser, "/api-key/update", { keyId, enabled });
    await fixture.auth.idle();
    expect(told(fixture).filter((line) => line.startsWith("api-key.enabled"))).toHaveLength(3);
  });

  test("goes to the managers of the organization of a key, and to no other members", async () => {
    const fixture = open();
    const [ada, bob, carol] = [
      await fixture.signUp("ada@a.com"),
      await fixture.signUp("bob@a.com"),
      await fixture.signUp("carol@a.com"),
    ];
    const organizationId = await fixture.found(ada.browser, "acme");
    await fixture.auth.api.organization.addMember({ organizationId, userId: bob.user.id, role: "owner" });
    await fixture.auth.api.organization.addMember({ organizationId, userId: carol.user.id, role: "member" as "owner" });
    await post(ada.browser, "/api-key/create", { organizationId });
    await fixture.auth.idle();
    expect(told(fixture).sort()).toEqual(["api-key.created to ada@a.com", "api-key.created to bob@a.com"]);
  });

  test("is not sent for a key of the server, for a refused key, or with `sendChangeEmails: false`", async () => {
    const fixture = open({ options: { maxPerUser: 1 } });
    const { browser, user } = await fixture.signUp(email);
    await fixture.auth.api.createApiKey({ userId: user.id });
    expect((await browser.post("/api-key/create", {})).status).toBe(403);
    await fixture.auth.idle();
    expect(told(fixture)).toEqual([]);

    const quiet = open({ options: { sendChangeEmails: false } });
    const { browser: other } = await quiet.signUp(email);
    const { id: keyId } = await post(other, "/api-key/create", {});
    await post(other, "/api-key/update", { keyId, enabled: false });
    await post(other, "/api-key/update", { keyId, enabled: true });
    await quiet.auth.idle();
    expect(told(quiet)).toEqual([]);
  });
});
