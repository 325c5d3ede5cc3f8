import { type AdminPlugin, admin } from "@keyhold/admin";
import type { AuthConfig } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { type DeviceAuthorizationOptions, deviceAuthorization } from "@keyhold/device-authorization";
import { deviceAuthorizationClient } from "@keyhold/device-authorization/client";
import { type Browser, createTestAuth } from "@keyhold/testing";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { deviceCodeModel, deviceSessionModel } from "../src/models.ts";

export interface Opening {
  readonly database?: Database;
  readonly options?: Partial<DeviceAuthorizationOptions>;
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail" | "database">>;
}

export const email = "ada@example.com";
export const grantType = "urn:ietf:params:oauth:grant-type:device_code";
export const deviceAddress = "198.51.100.9";
const home = "https://app.example.com/api/auth";

/** The answer to a device, as it came. */
export interface DeviceAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The codes that a device got. */
export interface Codes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

/** An auth with the plugin, administrators and second factors. */
export function open({ database, options = {}, config = {} }: Opening = {}) {
  const roles: AdminPlugin = admin();
  const clients = {
    cli: { name: "Example CLI", scopes: ["deploy", "read:logs"] },
    tv: { name: "Example TV" },
  };
  const fixture = createTestAuth({
    plugins: [deviceAuthorization({ clients, ...options }), roles, twoFactor()],
    clientPlugins: [deviceAuthorizationClient(), twoFactorClient()],
    config: {
      user: { deleteUser: { enabled: true } },
      ...config,
      session: { bearer: true, ...config.session },
      ...(database && { database }),
    },
  });

  /** Sends a request of a device: a form, or JSON. */
  async function ask(
    path: string,
    body: Readonly<Record<string, string>> | string,
    { headers = {}, ipAddress = deviceAddress, asJson = false }: AskOptions = {},
  ): Promise<DeviceAnswer> {
    const type = asJson ? "application/json" : "application/x-www-form-urlencoded";
    const written = asJson ? JSON.stringify(body) : String(new URLSearchParams(body));
    const text = typeof body === "string" ? body : written;
    const request = new Request(home + path, {
      method: "POST",
      body: text,
      headers: { "content-type": type, ...headers },
    });
    const answer = await fixture.auth.handler(request, { ipAddress });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  }

  async function begin(scope = "deploy", options: AskOptions = {}): Promise<Codes> {
    const answer = await ask("/device/code", { client_id: "cli", scope }, options);
    if (answer.status !== 200) throw new Error(`device/code: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as unknown as Codes;
  }

  const poll = ({ device_code }: Pick<Codes, "device_code">, more: Readonly<Record<string, string>> = {}) =>
    ask("/device/token", { grant_type: grantType, device_code, client_id: "cli", ...more });

  /** What a device sees of a poll: the error, or "token". */
  async function polled(
    codes: Pick<Codes, "device_code">,
    more: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const { status, body } = await poll(codes, more);
    return status === 200 ? "token" : body.error;
  }

  const look = async (browser: Browser, userCode: string): Promise<DeviceAnswer> => {
    const answer = await browser.get("/device", { user_code: userCode });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };

  const decide = async (browser: Browser, what: "approve" | "deny", userCode: string): Promise<DeviceAnswer> => {
    const answer = await browser.post(`/device/${what}`, { userCode });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };

  /** A device that is signed in as a user. */
  async function signInDevice(browser: Browser, scope?: string): Promise<string> {
    const codes = await begin(scope);
    await look(browser, codes.user_code);
    const decided = await decide(browser, "approve", codes.user_code);
    if (decided.status !== 200) throw new Error(`device/approve: ${JSON.stringify(decided.body)}`);
    return String((await poll(codes)).body.access_token);
  }

  /** A request of a signed-in device. */
  async function call(token: string, path: string, body?: unknown): Promise<DeviceAnswer> {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fixture.auth.handler(new Request(home + path, { ...init, headers }), {
      ipAddress: deviceAddress,
    });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  }

  /** A user with an authenticator app. */
  async function enrol(address = email) {
    const person = await fixture.signUp(address);
    const { totpURI = "" } = (await person.client.twoFactor.enable({ password: person.password })).data ?? {};
    const secret = new URL(totpURI).searchParams.get("secret") ?? "";
    const code = async (): Promise<string> => (await fixture.auth.api.generateTotp({ secret })).code;
    const { error } = await person.client.twoFactor.verifyTotp({ code: await code() });
    if (error) throw new Error(`verifyTotp: ${error.code}`);
    fixture.clock.forward({ seconds: 30 });
    return { ...person, code };
  }

  const codesInDatabase = () => fixture.db.list(deviceCodeModel, {}, { orderBy: "id", limit: 100 });
  const sessions = () => fixture.db.list(deviceSessionModel, {}, { orderBy: "createdAt", limit: 100 });

  return { ...fixture, ask, begin, poll, polled, look, decide, signInDevice, call, enrol, codesInDatabase, sessions };
}

interface AskOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly ipAddress?: string;
  readonly asJson?: boolean;
}

export type Fixture = ReturnType<typeof open>;
