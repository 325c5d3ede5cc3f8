import * as oauth from "oauth4webapi";
import { expect, test } from "vitest";
import { deviceAddress, email, open } from "./fixture.ts";

/** A client library for OAuth that knows no more of this library than RFC 8628 says. */

const home = "https://app.example.com/api/auth";
const server: oauth.AuthorizationServer = {
  issuer: "https://app.example.com",
  device_authorization_endpoint: `${home}/device/code`,
  token_endpoint: `${home}/device/token`,
};
const client: oauth.Client = { client_id: "cli" };

test("oauth4webapi signs in by a device code", async () => {
  const fixture = open();
  const { browser, user } = await fixture.signUp(email);
  const options = {
    [oauth.customFetch]: (url: string, init: RequestInit) =>
      fixture.auth.handler(new Request(url, init), { ipAddress: deviceAddress }),
  } as object;
  const authentication = oauth.None();
  const begin = async (scope: string) => {
    const parameters = new URLSearchParams({ scope });
    const answer = await oauth.deviceAuthorizationRequest(server, client, authentication, parameters, options);
    return oauth.processDeviceAuthorizationResponse(server, client, answer);
  };
  await expect(begin("admin")).rejects.toMatchObject({ error: "invalid_scope", status: 400 });
  for (const scope of ["deploy", ""]) {
    fixture.clock.forward({ minutes: 1 });
    const { device_code, user_code } = await begin(scope);
    const poll = async () => {
      const answer = await oauth.deviceCodeGrantRequest(server, client, authentication, device_code, options);
      return oauth.processDeviceCodeResponse(server, client, answer);
    };
    await expect(poll()).rejects.toMatchObject({ error: "authorization_pending", status: 400 });
    await expect(poll()).rejects.toMatchObject({ error: "slow_down" });
    await fixture.decide(browser, "approve", user_code);
    fixture.clock.forward({ seconds: 10 });
    const token = await poll();
    expect(token).toMatchObject({ token_type: "bearer", scope });
    const { body } = await fixture.call(token.access_token, "/get-session");
    expect(body).toMatchObject({ user: { id: user.id }, session: { deviceScope: scope } });
  }
});
