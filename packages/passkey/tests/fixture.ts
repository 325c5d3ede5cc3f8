import type { AuthConfig } from "@keyhold/core";
import type { Database } from "@keyhold/core/adapter";
import { type Row, sessionModel, userModel } from "@keyhold/core/plugin";
import { type PasskeyOptions, passkey } from "@keyhold/passkey";
import { passkeyClient } from "@keyhold/passkey/client";
import { createTestAuth } from "@keyhold/testing";
import {
  type Authenticator,
  type AuthenticatorOptions,
  createAuthenticator,
  type ForgedAnswer,
} from "@keyhold/testing/passkey";
import { twoFactor } from "@keyhold/two-factor";
import { twoFactorClient } from "@keyhold/two-factor/client";
import { passkeyModel } from "../src/models.js";

export interface Opening {
  readonly database?: Database;
  readonly options?: Partial<PasskeyOptions>;
  /** Whether users must have a second factor. Default: not. */
  readonly isRequired?: () => boolean;
  readonly config?: Partial<Omit<AuthConfig, "plugins" | "onEvent" | "mail" | "database">>;
}

export const password = "correct horse battery staple";
/** The origin of the app. */
export const origin = "https://app.example.com";

/** An auth with passkeys and second factors. */
export function open({ database, options = {}, isRequired = () => false, config = {} }: Opening = {}) {
  const fixture = createTestAuth({
    plugins: [twoFactor({ require: isRequired }), passkey(options)],
    clientPlugins: [twoFactorClient(), passkeyClient()],
    config: { ...config, ...(database && { database }) },
  });
  type Client = typeof fixture.client;

  /** The options of a registration, and the answer of a device. */
  async function makeCredential(client: Client, device: Authenticator, forged: ForgedAnswer = {}) {
    const { data, error } = await client.passkey.generateRegisterOptions();
    if (error) throw new Error(`generateRegisterOptions: ${error.code}`);
    return { options: data, response: device.register(data, forged) };
  }

  /** Registers a passkey of a device in the client's session. */
  async function add(client: Client, device: Authenticator, forged: ForgedAnswer = {}) {
    const { response } = await makeCredential(client, device, forged);
    return client.passkey.verifyRegistration({ response });
  }

  /** A device's signature of a new challenge for this client. */
  async function useDevice(client: Client, device: Authenticator, forged: ForgedAnswer = {}) {
    const { data, error } = await client.passkey.generateAuthenticateOptions();
    if (error) throw new Error(`generateAuthenticateOptions: ${error.code}`);
    return device.authenticate(data, forged);
  }

  /** Signs in with a passkey. */
  const signInWith = async (client: Client, device: Authenticator, forged: ForgedAnswer = {}) =>
    client.passkey.verifyAuthentication({ response: await useDevice(client, device, forged) });

  /** A user with a passkey, signed in. */
  async function enrol(name: string, device: AuthenticatorOptions = {}) {
    const email = `${name}@example.com`;
    const person = await fixture.signUp(email, { name });
    const authenticator = createAuthenticator(device);
    const added = await add(person.client, authenticator);
    if (added.error) throw new Error(`verifyRegistration: ${added.error.code}`);
    return { ...person, email, device: authenticator, passkey: added.data };
  }

  const passkeysOf = (userId: string) => fixture.db.list(passkeyModel, { userId }, { orderBy: "id", limit: 100 });
  const sessionsOf = (userId: string) => fixture.db.list(sessionModel, { userId }, { orderBy: "id", limit: 100 });
  const userOf = (id: string) =>
    fixture.db.find(userModel, { id }) as Promise<(Row<typeof userModel> & { webauthnUserId: string | null }) | null>;

  return { ...fixture, makeCredential, add, useDevice, signInWith, enrol, passkeysOf, sessionsOf, userOf };
}

export type Fixture = ReturnType<typeof open>;
