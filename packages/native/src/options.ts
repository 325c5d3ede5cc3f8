import { checked, defineOptions, isObject, isWhole, path, required } from "@keyhold/core/options";
import { readRedirectURI } from "./redirect/redirect-uri.js";

/** The lifetime of the sessions of an app, in seconds. */
export interface AppLifetime {
  /** Lifetime of a session without a request. Default 7,776,000 (90 days). */
  readonly expiresInSeconds?: number;
  /** Maximum age of a session from sign-in. Default 31,536,000 (365 days). */
  readonly absoluteExpiresInSeconds?: number;
}

/** An app of the owner of the auth. */
export interface NativeClient {
  /** What the page calls the app, 1 to 64 characters. */
  readonly name: string;
  /**
   * Where the browser gives the code to the app: an https URL that the app claims, a private-use scheme with a dot, or
   * `http://127.0.0.1` and `http://[::1]` without a port. Compared exactly.
   */
  readonly redirectURIs: readonly string[];
  /** The lifetime of the app's sessions. Default: 90 days without a visit, 365 days from the sign-in at most. */
  readonly session?: AppLifetime;
}

/** The options of `nativeApps`; an omitted option has its default. */
export interface NativeOptions {
  /** The apps, each under its `client_id`: 1 to 64 letters, digits and `._-`. Required. */
  readonly clients: Readonly<Record<string, NativeClient>>;
  /** The page of the app on which users sign in. Default "/sign-in". */
  readonly signInPage: string;
  /**
   * A page of the app that asks the user before the hand-over, with the id of the flow as `flow` and the app as
   * `client_id`; it calls `native.confirm`. Default null: a page of the library, in English.
   */
  readonly confirmPage: string | null;
  /** The ids of the iOS and macOS apps, e.g. "A1B2C3D4E5.com.example.app", for `apple-app-site-association`. Default []. */
  readonly apple: readonly string[];
  /** The Android apps, for `assetlinks.json`. Default []. */
  readonly android: readonly AndroidApp[];
}

/** An Android app. */
export interface AndroidApp {
  /** E.g. "com.example.app". */
  readonly packageName: string;
  /** The SHA-256 fingerprints of the certificates: 32 bytes in hexadecimal digits with colons, as `keytool` prints them. */
  readonly fingerprints: readonly string[];
}

const clientIdPattern = /^[A-Za-z0-9._-]{1,64}$/;
const fingerprintPattern = /^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/;

const isClient = (client: unknown): boolean => {
  if (!isObject(client)) return false;
  const { name, redirectURIs, session = {}, ...others } = client as Readonly<Record<string, unknown>>;
  if (typeof name !== "string" || name.trim() === "" || name.length > 64) return false;
  if (!Array.isArray(redirectURIs) || redirectURIs.length === 0 || Object.keys(others).length > 0) return false;
  return isLifetime(session);
};

const isLifetime = (session: unknown): boolean => {
  if (!isObject(session)) return false;
  const { expiresInSeconds = 1, absoluteExpiresInSeconds = 1, ...others } = session as AppLifetime;
  return Object.keys(others).length === 0 && isWhole(expiresInSeconds, 1) && isWhole(absoluteExpiresInSeconds, 1);
};

const areClients = (clients: unknown): boolean =>
  isObject(clients) &&
  Object.keys(clients).length > 0 &&
  Object.entries(clients).every(([id, client]) => clientIdPattern.test(id) && isClient(client));

const isAndroidApp = (app: unknown): boolean => {
  if (!isObject(app)) return false;
  const { packageName, fingerprints, ...others } = app as Partial<AndroidApp>;
  if (typeof packageName !== "string" || !/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/.test(packageName)) return false;
  if (!Array.isArray(fingerprints) || fingerprints.length === 0 || Object.keys(others).length > 0) return false;
  return fingerprints.every((fingerprint) => fingerprintPattern.test(String(fingerprint)));
};

export const nativeOptions = defineOptions<NativeOptions>(
  {
    clients: required(
      checked<NativeOptions["clients"]>(
        {},
        'name each app by its client_id, e.g. { ios: { name: "Example", redirectURIs: ["https://example.com/app/signed-in"] } }',
        areClients,
      ),
    ),
    signInPage: path("/sign-in"),
    confirmPage: checked<string | null>(
      null,
      'be a path of the app, e.g. "/continue-in-app"',
      (given) => typeof given === "string" && /^\/(?![/\\])[^\s?#]*$/.test(given),
    ),
    apple: checked<readonly string[]>(
      [],
      'be a list of app ids with the team, e.g. ["A1B2C3D4E5.com.example.app"]',
      (given) => Array.isArray(given) && given.every((id) => /^[A-Z0-9]{10}\.[A-Za-z0-9.-]+$/.test(String(id))),
    ),
    android: checked<readonly AndroidApp[]>(
      [],
      'be a list of apps, e.g. [{ packageName: "com.example.app", fingerprints: ["14:6D:…"] }] with the SHA-256 fingerprints of their certificates',
      (given) => Array.isArray(given) && given.every(isAndroidApp),
    ),
  },
  {
    check: ({ clients }, { origin, session: { bearer } }) => [
      ...(bearer ? [] : ["session.bearer: must be on for nativeApps(), because an app sends its token as Bearer"]),
      ...redirectErrors(clients, origin.startsWith("http:")),
      ...lifetimeErrors(clients, bearer ? bearer.clients : {}),
    ],
  },
);

function redirectErrors(clients: NativeOptions["clients"], isDevelopment: boolean): readonly string[] {
  const seen = new Map<string, string>();
  return Object.entries(clients).flatMap(([id, { redirectURIs }]) =>
    redirectURIs.flatMap((uri) => {
      const option = `clients.${id}.redirectURIs: ${JSON.stringify(uri)}`;
      const kind = readRedirectURI(uri);
      if (typeof kind === "object") return [`${option} ${kind.error}`];
      if (kind === "development" && !isDevelopment)
        return [`${option} is of a development server; baseURL is of a production server`];
      const other = seen.get(uri);
      seen.set(uri, id);
      return other === undefined ? [] : [`${option} is of the app "${other}", too; an app needs redirects of its own`];
    }),
  );
}

/** An app is named once: lifetimes in both lists must not differ. */
const lifetimeErrors = (clients: NativeOptions["clients"], bearer: Readonly<Record<string, AppLifetime>>) =>
  Object.entries(clients).flatMap(([id, { session }]) => {
    const other = bearer[id];
    const differs = (name: keyof AppLifetime) => session?.[name] !== undefined && session[name] !== other?.[name];
    return other && (differs("expiresInSeconds") || differs("absoluteExpiresInSeconds"))
      ? [`clients.${id}.session: session.bearer.clients.${id} has other lifetimes; write them once`]
      : [];
  });
