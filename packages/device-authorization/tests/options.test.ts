import { memory } from "@keyhold/adapter-memory";
import { createAuth } from "@keyhold/core";
import { deviceAuthorization } from "@keyhold/device-authorization";
import { expect, test } from "vitest";

const start =
  (options: object, bearer = true) =>
  () =>
    createAuth({
      secret: `for tests only: ${crypto.randomUUID()}`,
      baseURL: "https://app.example.com",
      database: memory(),
      session: { bearer },
      plugins: [deviceAuthorization(options as Parameters<typeof deviceAuthorization>[0])],
    });
const clients = { cli: { name: "Example CLI" } };

test.each<[string, object]>([
  ["clients", {}],
  ["clients", { clients: {} }],
  ["clients", { clients: { "a b": { name: "A" } } }],
  ["clients", { clients: { cli: { name: "" } } }],
  ["clients", { clients: { cli: { name: "A", scopes: ["a b"] } } }],
  ["clients", { clients: { cli: { name: "A", secret: "x" } } }],
  ["expiresInSeconds", { clients, expiresInSeconds: 7200 }],
  ["verificationPage", { clients, verificationPage: "javascript:1" }],
  ["validateClient", { clients, validateClient: () => true }],
])("a wrong value of %s is a config error: %j", (name, options) => {
  expect(start(options)).toThrow(name);
});

test("sessions of devices need token mode", () => {
  expect(start({ clients }, false)).toThrow("session.bearer");
  expect(start({ clients })).not.toThrow();
});
