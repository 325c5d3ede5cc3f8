import { type AuthConfig, type Settings, secondsPerDay } from "../contract/config.js";
import type { BearerConfig } from "../contract/config-sections.js";
import { type ClientAddressSettings, clientAddresses } from "../http/client-address.js";
import { trustedOrigins } from "../http/trusted-origins.js";
import { defaultHashing } from "../password/hash.js";
import { findConfigErrors } from "./config-errors.js";

export interface ReadConfig {
  readonly settings: Settings;
  readonly configErrors: readonly string[];
}

/** Fills in the defaults and lists config errors. `clients`: the apps of the plugins. */
export function readConfig(config: AuthConfig, clients: BearerConfig["clients"] = {}): ReadConfig {
  const secrets = [config.secret ?? []].flat();
  const base = parseOrigin(config.baseURL ?? "");
  const secure = config.cookies?.secure ?? base.startsWith("https:");
  const basePath = (config.basePath ?? "/api/auth").replace(/\/+$/, "");
  const path = base && new URL(config.baseURL ?? "").pathname.replace(/\/+$/, "");
  const publicPath = path + basePath;
  const listed = Array.isArray(config.trustedOrigins) ? config.trustedOrigins : [];
  const settings: Settings = {
    secrets: [secrets[0] ?? "", ...secrets.slice(1)],
    id: config.id ?? null,
    origin: base,
    basePath,
    publicPath,
    appUrl: base + path,
    errorURL: config.errorURL ?? `${publicPath}/error`,
    appName: config.appName ?? (base && new URL(base).host),
    trustedOrigins: trustedOrigins([base, ...listed]),
    trustedOriginsOf: typeof config.trustedOrigins === "function" ? config.trustedOrigins : null,
    clientAddress: clientAddresses(readClientAddress(config)),
    ...readSections(config, clients),
    cookies: { prefix: "keyhold", domain: null, continueFrom: null, ...given(config.cookies), secure },
  };
  const configErrors = findConfigErrors({ config, settings, clientAddress: readClientAddress(config) });
  return { settings, configErrors };
}

type Sections = Omit<
  Settings,
  | "secrets"
  | "id"
  | "origin"
  | "basePath"
  | "publicPath"
  | "appUrl"
  | "errorURL"
  | "appName"
  | "trustedOrigins"
  | "trustedOriginsOf"
  | "clientAddress"
  | "cookies"
>;

/** The sections of the config, each with defaults. */
function readSections(config: AuthConfig, clients: BearerConfig["clients"]): Sections {
  const hasMail = config.mail !== undefined;
  const expiresInSeconds = config.session?.expiresInSeconds ?? 7 * secondsPerDay;
  const isBeside = config.cookies?.continueFrom?.isStillRunning ?? false;
  return {
    hasMail,
    emailAndPassword: {
      enabled: false,
      disableSignUp: false,
      autoSignIn: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      passwordHashing: defaultHashing,
      passwordQueueSeconds: 5,
      passwordVerifiers: [],
      allowCommonPasswords: false,
      checkPassword: null,
      requireEmailVerification: false,
      resetTokenExpiresInSeconds: 3600,
      revokeSessionsOnPasswordReset: true,
      ...given(config.emailAndPassword),
    },
    emailVerification: {
      sendOnSignUp: hasMail,
      sendOnSignIn: hasMail,
      autoSignIn: false,
      expiresInSeconds: 3600,
      ...given(config.emailVerification),
    },
    user: {
      changeEmail: { enabled: false, switchAt: "confirmation", ...given(config.user?.changeEmail) },
      deleteUser: {
        enabled: false,
        confirmByMail: hasMail,
        tokenExpiresInSeconds: secondsPerDay,
        ...given(config.user?.deleteUser),
      },
    },
    account: { allowUnlinkingAll: false, ...given(config.account) },
    session: {
      expiresInSeconds,
      updateAgeSeconds: secondsPerDay,
      freshAgeSeconds: secondsPerDay,
      stepUpAgeSeconds: Math.min(600, config.session?.freshAgeSeconds ?? 600),
      // The previous library has no absolute end, and this library's default must not end sessions of the previous
      // library.
      absoluteExpiresInSeconds: Math.max((isBeside ? 400 : 30) * secondsPerDay, expiresInSeconds),
      maxSessionsPerUser: 100,
      ...given(config.session),
      bearer: readBearer(config.session?.bearer, clients),
      cookieCache: { enabled: false, maxAgeSeconds: 300, ...given(config.session?.cookieCache) },
    },
    rateLimit: readRateLimit(config),
  };
}

/** The apps with their lifetimes; false: no token mode. */
function readBearer(
  bearer: boolean | BearerConfig | undefined,
  ofPlugins: BearerConfig["clients"],
): Settings["session"]["bearer"] {
  if (!bearer) return false;
  const all = { ...ofPlugins, ...(bearer === true ? {} : bearer.clients) };
  const clients = Object.entries(all).map(([name, client]) => {
    const expiresInSeconds = client?.expiresInSeconds ?? 90 * secondsPerDay;
    const usual = Math.max(365 * secondsPerDay, expiresInSeconds);
    return [name, { expiresInSeconds, absoluteExpiresInSeconds: client?.absoluteExpiresInSeconds ?? usual }] as const;
  });
  return { clients: Object.fromEntries(clients) };
}

const readRateLimit = (config: AuthConfig): Settings["rateLimit"] => ({
  enabled: true,
  storage: config.secondaryStorage ? "secondary" : "memory",
  limits: {},
  wrongPasswords: { windowSeconds: 900, max: 20 },
  wrongPasswordsPerAddress: { windowSeconds: 3600, max: 100 },
  emails: { windowSeconds: 900, max: 3 },
  emailsPerApp: false,
  emailsPerSender: { windowSeconds: secondsPerDay, max: 200 },
  networkFactor: 10,
  ...given(config.rateLimit),
});

const readClientAddress = ({ clientAddress }: AuthConfig): ClientAddressSettings => ({
  header: "x-forwarded-for",
  ipv6Subnet: 64,
  trustedProxies: null,
  ...given(clientAddress),
});

/** An option of value `undefined` counts as omitted. */
const given = <T extends object>(options: T | undefined): Partial<T> =>
  Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;

function parseOrigin(url: string): string {
  if (!URL.canParse(url)) return "";
  const { origin } = new URL(url);
  return origin === "null" ? "" : origin;
}
