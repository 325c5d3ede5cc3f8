import { checked, defineOptions, isObject, path, required, whole } from "@keyhold/core/options";
import type { Caller } from "@keyhold/core/plugin";

/** An app on devices that may ask for a sign-in. */
export interface DeviceClient {
  /** What the page of approval calls the app, 1 to 64 characters. */
  readonly name: string;
  /** The scopes that the app may ask for, e.g. `["deploy"]`. Default: no scopes. */
  readonly scopes?: readonly string[];
}

/** The request of a device, for `countryOf`. */
export interface DeviceOrigin {
  readonly headers: Caller["headers"];
  /** The client address; null: not known. */
  readonly ipAddress: string | null;
}

/** The options of `deviceAuthorization`; an omitted option has its default. */
export interface DeviceAuthorizationOptions {
  /** The apps that may ask, each under its `client_id`. Required. */
  readonly clients: Readonly<Record<string, DeviceClient>>;
  /** How long a code works, at most half an hour. Default 600. */
  readonly expiresInSeconds: number;
  /** How long a device waits between two polls. Default 5. */
  readonly intervalSeconds: number;
  /** The page of the app on which the user enters the code. Default "/device". */
  readonly verificationPage: string;
  /**
   * The country from which a device asks, as an ISO 3166-1 code of two letters, e.g. by a header that the proxy in front
   * of the server sets; null: not known. Any other text counts as null. Default: no country is asked or shown.
   *
   * @example ({ headers }) => headers.get("cf-ipcountry")
   */
  readonly countryOf: ((device: DeviceOrigin) => string | null | Promise<string | null>) | null;
}

/** Printable ASCII without a blank (RFC 6749, appendix A.1), and without "|", which separates the parts of a place. */
const clientIdPattern = /^[\x21-\x7b\x7d\x7e]{1,64}$/;
/** RFC 6749, section 3.3. */
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]{1,64}$/;
/** All scopes of an app, separated by blanks. */
export const maxScopeLength = 1024;

const isClient = (client: unknown): boolean => {
  if (!isObject(client)) return false;
  const { name, scopes = [], ...others } = client as Readonly<Record<string, unknown>>;
  if (typeof name !== "string" || name.trim() === "" || name.length > 64) return false;
  if (!Array.isArray(scopes) || Object.keys(others).length > 0) return false;
  return scopes.every((scope) => scopePattern.test(String(scope))) && scopes.join(" ").length <= maxScopeLength;
};

const areClients = (clients: unknown): boolean =>
  isObject(clients) &&
  Object.keys(clients).length > 0 &&
  Object.entries(clients).every(([id, client]) => clientIdPattern.test(id) && isClient(client));

export const deviceAuthorizationOptions = defineOptions<DeviceAuthorizationOptions>(
  {
    clients: required(
      checked<DeviceAuthorizationOptions["clients"]>(
        {},
        'name each app by its client_id, e.g. { "example-cli": { name: "Example CLI", scopes: ["deploy"] } }',
        areClients,
      ),
    ),
    expiresInSeconds: whole(600, 60, 1800),
    intervalSeconds: whole(5, 1, 60),
    verificationPage: path("/device"),
    countryOf: checked<DeviceAuthorizationOptions["countryOf"]>(
      null,
      "be a function that answers a country of two letters, or null",
      (given) => given === null || typeof given === "function",
    ),
  },
  {
    remedies: {
      "better-auth": {
        expiresIn: "write `expiresInSeconds`",
        interval: "write `intervalSeconds`",
        verificationUri: "write `verificationPage`",
        deviceCodeLength: "the library makes the codes; remove it",
        userCodeLength: "the library makes the codes; remove it",
        generateDeviceCode: "the library makes the codes; remove it",
        generateUserCode: "the library makes the codes; remove it",
        validateClient: "name the apps in `clients`",
        onDeviceAuthRequest: "listen to the event `device.requested`",
      },
    },
    check: (_, { session }) =>
      session.bearer
        ? []
        : ["session.bearer: must be on for deviceAuthorization(), because a device sends its token as Bearer"],
  },
);
