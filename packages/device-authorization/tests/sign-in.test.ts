import { beforeEach, describe, expect, test } from "vitest";
import { deviceAddress, email, type Fixture, grantType, open } from "./fixture.ts";

let fixture: Fixture;
beforeEach(() => {
  fixture = open();
});

const form = "a form";
const json = "JSON";

describe("POST /device/code", () => {
  test.each([form, json])("answers %s with the codes of RFC 8628, section 3.2", async (kind) => {
    const { status, body, headers } = await fixture.ask(
      "/device/code",
      { client_id: "cli", scope: "deploy read:logs" },
      { asJson: kind === json },
    );
    expect(status).toBe(200);
    const letters = /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/;
    expect(body).toEqual({
      device_code: expect.stringMatching(/^[A-Za-z0-9]{43}$/),
      user_code: expect.stringMatching(letters),
      verification_uri: "https://app.example.com/device",
      verification_uri_complete: `https://app.example.com/device?user_code=${body.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect([headers.get("cache-control"), headers.getSetCookie()]).toEqual(["no-store", []]);
  });

  test("stores the hash of the device code alone", async () => {
    const { device_code } = await fixture.begin();
    const rows = JSON.stringify(await fixture.codesInDatabase());
    expect(rows).toContain('"requestedIp":"198.51.100.9"');
    expect(rows).not.toContain(device_code);
  });

  test.each<[string, Readonly<Record<string, string>>, number, string]>([
    ["a client that is not listed", { client_id: "other" }, 401, "invalid_client"],
    ["the name of a property of objects", { client_id: "constructor" }, 401, "invalid_client"],
    ["a scope that the client may not ask for", { client_id: "cli", scope: "deploy admin" }, 400, "invalid_scope"],
    ["a scope of a client without scopes", { client_id: "tv", scope: "deploy" }, 400, "invalid_scope"],
    ["no client", { scope: "deploy" }, 400, "invalid_request"],
  ])("rejects %s", async (_, input, status, error) => {
    const answer = await fixture.ask("/device/code", input);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test.each([
    ["a parameter twice", "client_id=cli&client_id=cli", "application/x-www-form-urlencoded"],
    ["a body that is no JSON", "{", "application/json"],
    ["a text", "client_id=cli", "text/plain"],
  ])("rejects %s", async (_, body, type) => {
    const { body: said } = await fixture.ask("/device/code", body, { headers: { "content-type": type } });
    expect(said).toEqual({ error: "invalid_request", error_description: expect.any(String) });
  });

  test("has ten pending requests of a client at an address, and a place again after a decision or the end", async () => {
    const { browser } = await fixture.signUp(email);
    const codes = [];
    for (let made = 0; made < 10; made += 1) codes.push(await fixture.begin());
    const refused = await fixture.ask("/device/code", { client_id: "cli" });
    expect([refused.status, refused.body.error, refused.headers.get("retry-after")]).toEqual([429, "slow_down", "5"]);
    // Another client, and another address.
    expect((await fixture.ask("/device/code", { client_id: "tv" })).status).toBe(200);
    await fixture.begin("deploy", { ipAddress: "198.51.100.10" });
    await fixture.decide(browser, "deny", codes[3]?.user_code ?? "");
    await fixture.begin();
    expect((await fixture.ask("/device/code", { client_id: "cli" })).status).toBe(429);
    fixture.clock.forward({ minutes: 11 });
    await fixture.begin();
  });
});

describe("POST /device/token", () => {
  test("answers that the user has not decided, and then with the token of a session, once", async () => {
    const { browser, user } = await fixture.signUp(email);
    const codes = await fixture.begin("deploy deploy");
    expect(await fixture.polled(codes)).toBe("authorization_pending");
    await fixture.look(browser, codes.user_code);
    fixture.clock.forward({ seconds: 5 });
    expect(await fixture.polled(codes)).toBe("authorization_pending");
    expect((await fixture.decide(browser, "approve", codes.user_code)).body).toEqual({ success: true });
    fixture.clock.forward({ seconds: 5 });
    const { status, body, headers } = await fixture.poll(codes);
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      token_type: "Bearer",
      expires_in: 7 * 86_400,
      scope: "deploy",
    });
    expect([headers.get("cache-control"), headers.getSetCookie(), headers.get("set-auth-token")]).toEqual([
      "no-store",
      [],
      null,
    ]);
    const session = await fixture.call(String(body.access_token), "/get-session");
    expect(session.body).toMatchObject({
      user: { id: user.id },
      session: { amr: "pwd,device", deviceClientId: "cli", deviceScope: "deploy", ipAddress: deviceAddress },
    });
    fixture.clock.forward({ seconds: 5 });
    expect(await fixture.polled(codes)).toBe("invalid_grant");
  });

  test("answers slow_down to an early poll, waits five seconds longer from then on, and loses no approval", async () => {
    const { browser } = await fixture.signUp(email);
    const codes = await fixture.begin();
    expect(await fixture.polled(codes)).toBe("authorization_pending");
    fixture.clock.forward({ seconds: 4 });
    expect(await fixture.polled(codes)).toBe("slow_down");
    fixture.clock.forward({ seconds: 9 });
    expect(await fixture.polled(codes)).toBe("slow_down");
    await fixture.decide(browser, "approve", codes.user_code);
    fixture.clock.forward({ seconds: 14 });
    expect(await fixture.polled(codes)).toBe("slow_down");
    fixture.clock.forward({ seconds: 20 });
    expect(await fixture.polled(codes)).toBe("token");
  });

  test("answers that the user has denied", async () => {
    const { browser } = await fixture.signUp(email);
    const codes = await fixture.begin();
    await fixture.decide(browser, "deny", codes.user_code);
    expect(await fixture.polled(codes)).toBe("access_denied");
    fixture.clock.forward({ seconds: 5 });
    expect(await fixture.polled(codes)).toBe("access_denied");
    expect(await fixture.sessions()).toHaveLength(1);
  });

  test("answers that the code has expired, also after an approval", async () => {
    const { browser } = await fixture.signUp(email);
    const [pending, approved] = [await fixture.begin(), await fixture.begin()];
    await fixture.decide(browser, "approve", approved.user_code);
    fixture.clock.forward({ minutes: 10 });
    expect(await fixture.polled(pending)).toBe("expired_token");
    expect(await fixture.polled(approved)).toBe("expired_token");
    expect((await fixture.look(browser, pending.user_code)).body.error).toBe("expired_token");
  });

  test.each<[string, Readonly<Record<string, string>>, number, string]>([
    ["another grant type", { grant_type: "password" }, 400, "unsupported_grant_type"],
    ["an unknown client", { client_id: "other" }, 401, "invalid_client"],
    ["another client", { client_id: "tv" }, 400, "invalid_grant"],
    ["an unknown code", { device_code: "x".repeat(43) }, 400, "invalid_grant"],
  ])("rejects %s, and counts no poll", async (_, more, status, error) => {
    const codes = await fixture.begin();
    const answer = await fixture.poll(codes, more);
    expect([answer.status, answer.body]).toEqual([status, { error, error_description: expect.any(String) }]);
    expect(await fixture.polled(codes)).toBe("authorization_pending");
  });

  test.each(["grant_type", "device_code", "client_id"])("rejects a request without %s, or with two", async (name) => {
    const { device_code } = await fixture.begin();
    const parameters = new URLSearchParams({ grant_type: grantType, device_code, client_id: "cli" });
    const twice = `${parameters}&${name}=${parameters.get(name)}`;
    parameters.delete(name);
    for (const body of [String(parameters), twice])
      expect((await fixture.ask("/device/token", body)).body.error).toBe("invalid_request");
  });
});

describe("a user code", () => {
  test("shows a signed-in user the app, the scopes and where it was asked, and no other client", async () => {
    const ada = await fixture.signUp(email);
    const { user_code } = await fixture.begin();
    const shown = { user_code, status: "pending" };
    expect((await fixture.look(fixture.visit().browser, user_code)).body).toEqual(shown);
    const whole = {
      ...shown,
      client_id: "cli",
      client_name: "Example CLI",
      scope: "deploy",
      requestedFrom: deviceAddress,
      requestedCountry: null,
    };
    expect((await fixture.look(ada.browser, user_code)).body).toEqual(whole);
    expect((await ada.client.device.open({ userCode: user_code })).data).toEqual(whole);
    const bob = await fixture.signUp("bob@example.com");
    expect((await fixture.look(bob.browser, user_code)).body).toEqual(shown);
  });

  test.each<[string, string | null, string | null]>([
    ["a code of two letters", "de", "DE"],
    ["the code of an unknown country", "XX", null],
    ["a code of the proxy's own", "T1", null],
    ["a longer text", "Germany", null],
    ["no answer", null, null],
  ])("shows the country that the app knows: %s", async (_, header, requestedCountry) => {
    fixture = open({ options: { countryOf: async ({ headers }) => headers.get("cf-ipcountry") } });
    const { browser } = await fixture.signUp(email);
    const headers: Record<string, string> = header === null ? {} : { "cf-ipcountry": header };
    const { user_code } = await fixture.begin("deploy", { headers });
    expect((await fixture.look(browser, user_code)).body).toMatchObject({ requestedCountry });
  });

  test("is made without a country if the app's function fails", async () => {
    fixture = open({
      options: {
        countryOf() {
          throw new Error("no database of countries");
        },
      },
    });
    const { browser } = await fixture.signUp(email);
    const { user_code } = await fixture.begin();
    expect((await fixture.look(browser, user_code)).body).toMatchObject({ requestedCountry: null });
  });

  test("asks no header for a country by itself", async () => {
    const { browser } = await fixture.signUp(email);
    const { user_code } = await fixture.begin("deploy", { headers: { "cf-ipcountry": "DE" } });
    expect((await fixture.look(browser, user_code)).body).toMatchObject({ requestedCountry: null });
  });

  test("is read without case, dashes, blanks and invisible characters", async () => {
    const { browser } = await fixture.signUp(email);
    const { user_code } = await fixture.begin();
    const typed = `\u202d ${user_code.toLowerCase().replace("-", "\u2013")} \u202c`;
    expect((await fixture.look(browser, typed)).body.user_code).toBe(user_code);
    expect((await fixture.decide(browser, "approve", typed)).status).toBe(200);
  });

  test("is decided once: a second decision is an invalid request", async () => {
    const { browser } = await fixture.signUp(email);
    for (const [first, then] of [
      ["approve", "approve"],
      ["approve", "deny"],
      ["deny", "approve"],
    ] as const) {
      const codes = await fixture.begin();
      expect((await fixture.decide(browser, first, codes.user_code)).status).toBe(200);
      const second = await fixture.decide(browser, then, codes.user_code);
      expect([second.status, second.body.error]).toEqual([400, "invalid_request"]);
      expect(await fixture.polled(codes)).toBe(first === "approve" ? "token" : "access_denied");
    }
  });
});

describe("the session of a device", () => {
  test("is in the list of sessions and of devices, and ends when the user revokes it", async () => {
    const { browser, client } = await fixture.signUp(email);
    const token = await fixture.signInDevice(browser, "deploy read:logs");
    expect((await client.listSessions()).data).toHaveLength(2);
    const [device, ...others] = (await client.device.list()).data ?? [];
    expect(others).toEqual([]);
    expect(device).toMatchObject({
      clientId: "cli",
      clientName: "Example CLI",
      scopes: ["deploy", "read:logs"],
      isCurrent: false,
    });
    expect((await client.device.revoke({ token: "x" })).data).toEqual({ status: true });
    expect((await fixture.call(token, "/get-session")).body).toMatchObject({ user: { email } });
    expect((await client.device.revoke({ token: device?.token ?? "" })).data).toEqual({ status: true });
    expect((await fixture.call(token, "/get-session")).body).toBe(null);
    expect((await client.getSession()).data).not.toBe(null);
  });

  test("has proven nothing on the device: no route takes it for fresh, and it approves no other device", async () => {
    fixture = open({ config: { user: { changeEmail: { enabled: true } } } });
    const { browser } = await fixture.enrol();
    const [approving] = await fixture.sessions();
    const token = await fixture.signInDevice(browser);
    const device = (await fixture.sessions()).find(({ deviceClientId }) => deviceClientId === "cli");
    expect(device?.amr?.split(",")).toEqual([...(approving?.amr?.split(",") ?? []), "device"]);
    expect((await fixture.call(token, "/get-session")).body).toMatchObject({ user: { email } });
    const codes = await fixture.begin("deploy read:logs");
    for (const [path, body] of [
      ["/device/approve", { userCode: codes.user_code }],
      ["/change-email", { newEmail: "eve@example.com" }],
    ] as const) {
      const { status, body: said } = await fixture.call(token, path, body);
      expect([status, said.stepUp !== undefined]).toEqual([403, true]);
    }
    expect(await fixture.polled(codes)).toBe("authorization_pending");
  });

  test("counts against the maximum of sessions: the oldest session ends", async () => {
    fixture = open({ config: { session: { maxSessionsPerUser: 1 } } });
    const { browser, client } = await fixture.signUp(email);
    const token = await fixture.signInDevice(browser);
    expect((await client.getSession()).data).toBe(null);
    expect((await fixture.call(token, "/get-session")).body).toMatchObject({ user: { email } });
  });

  test("is told with its method", async () => {
    const { browser, user } = await fixture.signUp(email);
    await fixture.signInDevice(browser);
    await fixture.auth.idle();
    const told = fixture.events.filter(({ type }) => type.startsWith("device.") || type === "session.created");
    const asked = { clientId: "cli", scope: "deploy" };
    expect(told.slice(1)).toEqual([
      { type: "device.requested", ...asked, ipAddress: deviceAddress },
      { type: "device.approved", userId: user.id, ...asked, requestedFrom: deviceAddress },
      expect.objectContaining({ type: "session.created", method: "device" }),
    ]);
  });
});

test("expired codes are removed with other expired rows", async () => {
  await fixture.begin();
  fixture.clock.forward({ minutes: 11 });
  const { user_code } = await fixture.begin();
  await fixture.auth.api.removeExpired();
  expect((await fixture.codesInDatabase()).map(({ userCode }) => userCode)).toEqual([user_code.replace("-", "")]);
});

test("the client half polls, and its error has the fields of the standard", async () => {
  const { client } = fixture.visit();
  const { data } = await client.device.code({ client_id: "cli" });
  const asked = { grant_type: grantType, device_code: data?.device_code ?? "", client_id: "cli" };
  const { error } = await client.device.token(asked);
  const error_description = "The user has not decided yet";
  expect(error).toMatchObject({ error: "authorization_pending", error_description, status: 400 });
});
