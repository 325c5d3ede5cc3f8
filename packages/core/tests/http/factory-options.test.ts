import { postgres } from "@keyhold/adapter-kysely/postgres";
import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { memory } from "@keyhold/adapter-memory";
import { admin } from "@keyhold/admin";
import { billing, billingHandlers } from "@keyhold/billing";
import { createAuthClient } from "@keyhold/client";
import { nodemailer } from "@keyhold/mail/nodemailer";
import { redis } from "@keyhold/redis";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { createTestAuth } from "@keyhold/testing";
import { username } from "@keyhold/username";
import { describe, expect, test } from "vitest";

/** What JavaScript can give, and TypeScript cannot. */
const loose = (options: object): never => options as never;
const client = { clientId: "id", clientSecret: "secret" };
const webhook = { secret: "of the provider, for tests only", handlers: billingHandlers() };

describe("a misspelt option is refused with the nearest name", () => {
  test.each([
    ["username()", () => username(loose({ minUsernameLenght: 4 })), 'did you mean "minUsernameLength"?'],
    ["admin()", () => admin(loose({ adminUserId: "1" })), 'did you mean "adminUserIds"?'],
    ["admin() of better-auth", () => admin(loose({ ac: {} })), "ac: is an option of better-auth"],
    ["billing()", () => billing(loose({ webhook: { ...webhook, rememberDay: 1 } })), '"webhook.rememberDays"?'],
    ["social()", () => social(loose({ providers: [], linking: { enable: true } })), '"linking.enabled"?'],
    ["google()", () => social({ providers: [google(loose({ ...client, scope: [] }))] }), "google: scope: there is no"],
    ["google() alone", () => social({ providers: [google(loose({ ...client, hostDomain: "a" }))] }), '"hostedDomain"?'],
    ["google() of Auth.js", () => social({ providers: [google(loose({ ...client, checks: [] }))] }), "of Auth.js"],
  ])("by createAuth for %s", (_, plugin, problem) => {
    expect(() => createTestAuth({ plugins: [plugin()] })).toThrow(problem);
  });

  test.each([
    [
      "redis()",
      () => redis(async () => null, loose({ prefx: "a" })),
      'redis(): prefx: there is no such option; did you mean "prefix"?',
    ],
    ["redis() without a command", () => redis(loose({})), "the first argument must be a function"],
    ["memory()", () => memory(loose({ maxWaitMillisecond: 1 })), 'did you mean "maxWaitMilliseconds"?'],
    ["sqlite()", () => sqlite(":memory:", loose({ maxWaitSeconds: 1 })), "sqlite(): maxWaitSeconds"],
    ["postgres()", () => postgres("postgres://localhost/none", loose({ max: 1 })), "postgres(): max"],
    [
      "nodemailer()",
      () => nodemailer({ sendMail: async () => null }, loose({ form: "a@b.co" })),
      'did you mean "from"?',
    ],
    ["nodemailer() without a transport", () => nodemailer(loose({}), { from: "a@b.co" }), "must be a transport"],
    ["createAuthClient()", () => createAuthClient(loose({ baseUrl: "https://a.co" })), "no option baseUrl"],
  ])("by %s itself", (_, make, problem) => {
    expect(make).toThrow(problem);
    expect(make).toThrow(TypeError);
  });
});
