import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { type PasskeyOptions, passkey, relatedOriginsHandler } from "@keyhold/passkey";
import { direct } from "@keyhold/passkey/attestation";
import { linkIn } from "@keyhold/testing";
import { createAuthenticator } from "@keyhold/testing/passkey";
import { describe, expect, test } from "vitest";
import { open } from "./fixture.ts";

const android = `android:apk-key-hash:${"A".repeat(43)}`;
const make = (options: unknown, baseURL = "https://app.example.com") =>
  createAuth({
    secret: "only for this test: 4f9b7c21d8e3a650",
    baseURL,
    database: memory(),
    plugins: [passkey(options as Partial<PasskeyOptions>)],
  });

describe("options", () => {
  test.each<Partial<PasskeyOptions>>([
    {},
    { rpId: "example.com" },
    { rpId: "example.com", rpName: "Tea Shop", origins: ["https://shop.example.com", "https://tea.example", android] },
    { rpId: "tea.example", origins: ["https://www.tea.example"] },
    { topOrigins: ["https://partner.example"] },
    { userVerification: "required", asSecondFactor: true, maxPerUser: 1 },
    { asSecondFactor: true, page: "/sign-in/passkey" },
    { attestation: direct(), allowedAaguids: ["ee882879-721c-4913-9775-3dfcce97072a"] },
  ])("%j are right", (options) => {
    expect(() => make(options)).not.toThrow();
  });

  test.each([
    ["http://localhost:3000", {}],
    ["http://app.localhost:3000", {}],
    ["http://10.0.0.5:3000", { rpId: "example.com", origins: ["https://app.example.com"] }],
    ["http://app.example.com", { origins: ["https://app.example.com"] }],
  ])("a baseURL of %s is right with %j", (baseURL, options) => {
    expect(() => make(options, baseURL)).not.toThrow();
  });

  test.each(["http://127.0.0.1:3000", "http://[::1]:3000", "http://app.internal"])(
    "a baseURL of %s, where no browser has passkeys, keeps no app from starting",
    (baseURL) => {
      expect(() => make({}, baseURL)).not.toThrow();
    },
  );

  test.each([
    [{ rpId: "https://example.com" }, "rpId: must be a domain"],
    [{ rpId: "Example.com" }, "rpId: must be a domain"],
    [{ rpId: "127.0.0.1" }, "rpId: must be a domain"],
    [{ rpId: "other.example" }, 'rpId: "other.example" must be the host of baseURL'],
    [{ rpId: "ample.com" }, 'rpId: "ample.com" must be the host of baseURL'],
    [{ rpId: "com" }, 'rpId: "com" must be the host of baseURL'],
    [{ rpName: "" }, "rpName: must be a text"],
    [{ origins: "https://example.com" }, "origins: must be a list"],
    [{ origins: ["https://example.com/"] }, 'origins: "https://example.com/" must be an origin without path'],
    [{ origins: ["http://example.com"] }, 'origins: "http://example.com" must be an origin'],
    [{ origins: ["https://*.example.com"] }, 'origins: "https://*.example.com" must be an origin'],
    [{ asSecondFactor: true, page: "passkey" }, "page: must be a path or a URL"],
    [{ origins: ["android:apk-key-hash:short"] }, "must be an origin"],
    [{ topOrigins: [android] }, "topOrigins:"],
    [{ asSecondFactor: "yes" }, "asSecondFactor: must be true or false"],
    [{ userVerification: "discouraged" }, "userVerification: must be"],
    [{ attestation: "enterprise" }, "attestation: must be"],
    [{ allowedAaguids: ["x"], attestation: direct() }, "allowedAaguids: must be a list of AAGUIDs"],
    [{ allowedAaguids: [] }, "allowedAaguids: needs attestation: direct()"],
    [{ maxPerUser: 0 }, "maxPerUser: must be a whole number"],
    [{ rpID: "example.com" }, "rpID: is an option of better-auth; write `rpId`"],
    [{ origin: "https://app.example.com" }, "origin: is an option of better-auth; write `origins`, a list"],
    [{ rpid: "example.com" }, 'rpid: there is no such option; did you mean "rpId"?'],
  ])("%j are config errors", (options, sentence) => {
    expect(() => make(options)).toThrow(sentence);
  });

  test("null counts as no options", () => {
    expect(() => make(null)).not.toThrow();
  });

  test("a passkey works at each of the origins, in a native app, and in a frame that is allowed", async () => {
    const options = {
      rpId: "example.com",
      origins: ["https://shop.example.com", android],
      topOrigins: ["https://partner.example"],
    };
    const { enrol, visit, signInWith } = open({ options });
    const { device } = await enrol("ann");
    for (const origin of ["https://app.example.com", ...options.origins])
      expect((await signInWith(visit().client, device, { origin })).error).toBe(null);
    const framed = { crossOrigin: true, topOrigin: "https://partner.example" };
    expect((await signInWith(visit().client, device, framed)).error).toBe(null);
    for (const forged of [{ crossOrigin: true }, { ...framed, topOrigin: "https://other.example" }])
      expect((await signInWith(visit().client, device, forged)).error?.code).toBe("AUTHENTICATION_FAILED");
    expect((await signInWith(visit().client, createAuthenticator())).error?.code).toBe("PASSKEY_NOT_FOUND");
  });
});

test.each([
  [
    { origin: "https://two.example.com" },
    'has the origin "https://two.example.com". If it is yours, add it to `origins`',
  ],
  [
    { crossOrigin: true, topOrigin: "https://partner.example" },
    'a frame of "https://partner.example". If that is yours',
  ],
  [{ crossOrigin: true }, "a frame of another origin. If that is yours, add it to `topOrigins` of passkey()"],
])("the event of a ceremony with %j names the option that allows it", async (forged, sentence) => {
  const { enrol, visit, signInWith, makeCredential, events, auth } = open();
  const { device, client } = await enrol("ann");
  await signInWith(visit().client, device, forged);
  const { response } = await makeCredential(client, createAuthenticator(), forged);
  expect((await client.passkey.verifyRegistration({ response })).error?.code).toBe("FAILED_TO_VERIFY_REGISTRATION");
  await auth.idle();
  const failed = events.flatMap((event) => (event.type === "passkey.failed" ? [event.explanation] : []));
  expect(failed).toEqual([expect.stringContaining(sentence), expect.stringContaining(sentence)]);
});

test("a browser on its way is sent to `page` to give the passkey", async () => {
  const { enrol, visit, mailbox } = open({
    options: { asSecondFactor: true, page: "/sign-in/passkey" },
    config: { emailVerification: { autoSignIn: true, sendOnSignUp: true } },
  });
  const { email } = await enrol("ann");
  const answer = await visit().browser.follow(linkIn(await mailbox.waitFor(email, { kind: "verify-email" })));
  expect(answer.headers.get("location")).toContain("/sign-in/passkey?methods=passkey");
});

test("the handler of /.well-known/webauthn answers the origins of pages", async () => {
  const { auth } = open({ options: { rpId: "example.com", origins: ["https://tea.example", android] } });
  const response = await relatedOriginsHandler(auth)();
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toEqual({ origins: ["https://app.example.com", "https://tea.example"] });
  const { client, browser } = open();
  expect((await browser.get("/passkey/related-origins")).status).toBe(404);
  expect(client).not.toHaveProperty("relatedOrigins");
});
