import { createAuthenticator } from "@keyhold/testing/passkey";
import { beforeEach, expect, test } from "vitest";
import { TokenClient } from "../../../tests/harness/token-client.ts";
import { type Fixture, open, origin, password } from "./fixture.ts";

let fixture: Fixture;
let app: TokenClient;

beforeEach(() => {
  fixture = open({ config: { session: { bearer: true } } });
  app = new TokenClient(fixture.auth.handler, origin);
});

const passkeyOptions = async (path: string) => JSON.parse((await app.get(path)).text);

test("an app without cookies registers a passkey and signs in with it", async () => {
  await fixture.signUp("ann@example.com");
  await app.post("/sign-in/email", { email: "ann@example.com", password });
  const device = createAuthenticator();
  const creation = await passkeyOptions("/passkey/generate-register-options");
  expect(app.state.has("passkey")).toBe(true);
  const added = await app.post("/passkey/verify-registration", { response: device.register(creation) });
  expect(added.status).toBe(200);
  expect(app.state.has("passkey")).toBe(false);

  await app.post("/sign-out");
  app.token = null;
  const request = await passkeyOptions("/passkey/generate-authenticate-options");
  const signedIn = await app.post("/passkey/verify-authentication", { response: device.authenticate(request) });
  expect(signedIn.status).toBe(200);
  expect(signedIn.cookies).toEqual([]);
  expect(signedIn.body?.session).toMatchObject({ token: app.token });
  expect((await app.get("/get-session")).body?.user).toMatchObject({ email: "ann@example.com" });
});

test("a challenge is used once, and by its own app", async () => {
  const ann = await fixture.enrol("ann");
  const request = await passkeyOptions("/passkey/generate-authenticate-options");
  const replayed = app.copy();
  const other = new TokenClient(fixture.auth.handler, origin);
  const response = ann.device.authenticate(request);
  expect((await other.post("/passkey/verify-authentication", { response })).status).toBe(400);
  expect((await app.post("/passkey/verify-authentication", { response })).status).toBe(200);
  expect((await replayed.post("/passkey/verify-authentication", { response })).status).toBe(400);
});
