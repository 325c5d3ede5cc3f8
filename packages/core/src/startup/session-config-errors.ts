import { type AuthConfig, type Settings, secondsPerDay } from "../contract/config.js";
import { isObject, unknownKeyErrors } from "../contract/known-keys.js";
import { isWhole } from "../contract/options.js";

/** Config errors of sessions and cookies, each a sentence. */
export const sessionConfigErrors = ({ session, cookies, origin }: Settings): readonly string[] => [
  ...lengthErrors(session),
  ...clientErrors(session),
  ...domainErrors(cookies.domain, origin),
  ...previousCookieErrors(cookies),
];

/** Beyond a century the end of a session would soon exceed the valid dates. */
const maxSeconds = 100 * 365 * secondsPerDay;

/** For so long a browser may see a session after the session has ended elsewhere. */
const maxCopySeconds = 3600;

const isLength = (seconds: number, min: number): boolean => isWhole(seconds, min, maxSeconds);

const whole = "must be a whole number of seconds, at least";

interface Life {
  readonly expiresInSeconds: number;
  readonly absoluteExpiresInSeconds: number;
}

/** The errors of the two lengths of a session, of which the second is no shorter. */
function lifeErrors(option: string, { expiresInSeconds, absoluteExpiresInSeconds }: Life): readonly string[] {
  if (!isLength(expiresInSeconds, 1)) return [`${option}.expiresInSeconds: ${whole} 1 and at most 100 years`];
  if (isLength(absoluteExpiresInSeconds, expiresInSeconds)) return [];
  return [`${option}.absoluteExpiresInSeconds: ${whole} ${option}.expiresInSeconds and at most 100 years`];
}

function lengthErrors(session: Settings["session"]): readonly string[] {
  const { cookieCache } = session;
  const configErrors = [...lifeErrors("session", session)];
  for (const name of ["updateAgeSeconds", "freshAgeSeconds", "stepUpAgeSeconds"] as const) {
    if (!isWhole(session[name], 0)) configErrors.push(`session.${name}: ${whole} 0`);
  }
  const { maxSessionsPerUser: max } = session;
  if (max !== Number.POSITIVE_INFINITY && !isWhole(max, 1))
    configErrors.push("session.maxSessionsPerUser: must be a whole number of at least 1, or Infinity");
  if (!isWhole(cookieCache.maxAgeSeconds, 1, maxCopySeconds))
    configErrors.push(`session.cookieCache.maxAgeSeconds: ${whole} 1 and at most ${maxCopySeconds}, an hour`);
  return configErrors;
}

function clientErrors({ bearer }: Settings["session"]): readonly string[] {
  return Object.entries(bearer ? bearer.clients : {}).flatMap(([name, client]) => {
    if (/^[A-Za-z0-9._-]{1,64}$/.test(name)) return lifeErrors(`session.bearer.clients.${name}`, client);
    return [`session.bearer.clients: the name ${JSON.stringify(name)} must be 1 to 64 letters, digits and ._-`];
  });
}

/** A browser drops a cookie with a domain that does not include the host that sets it. */
function domainErrors(domain: string | null, origin: string): readonly string[] {
  if (domain === null || origin === "") return [];
  const { hostname } = new URL(origin);
  if (typeof domain !== "string" || !/^[a-z0-9:-]+(\.[a-z0-9-]+)*$/.test(domain))
    return ['cookies.domain: must be a name in lower case without a dot before it, e.g. "example.com"'];
  if (isAddress(domain) || isAddress(hostname))
    return ["cookies.domain: an address has no subdomains to share cookies with; leave it out"];
  if (!domain.includes("."))
    return [`cookies.domain: browsers share no cookies below the single name "${domain}"; leave it out`];
  if (hostname === domain || hostname.endsWith(`.${domain}`)) return [];
  return [
    `cookies.domain: "${domain}" is neither the host of baseURL, "${hostname}", nor a domain above it; give one of these, or leave it out`,
  ];
}

const isAddress = (host: string): boolean => /^\d+(\.\d+){3}$/.test(host) || host.includes(":");

function previousCookieErrors({ prefix, continueFrom }: Settings["cookies"]): readonly string[] {
  if (!continueFrom) return [];
  return [
    ...(/^[A-Za-z0-9._-]{1,64}$/.test(continueFrom.prefix ?? "")
      ? []
      : ["cookies.continueFrom.prefix: must be 1 to 64 letters, digits and ._-"]),
    ...(continueFrom.prefix === prefix
      ? ["cookies.continueFrom.prefix: is the prefix of the new cookies, too; choose another cookies.prefix"]
      : []),
    ...(typeof continueFrom.secret === "string" && continueFrom.secret
      ? []
      : ["cookies.continueFrom.secret: missing; give the one that signed the old cookies"]),
  ];
}

/** Config errors of the form of `session.bearer`. */
export function bearerErrors({ session }: AuthConfig): readonly string[] {
  const bearer: unknown = session?.bearer;
  if (bearer === undefined || typeof bearer === "boolean") return [];
  if (!isObject(bearer)) return ["session.bearer: must be true, or an object with the apps as `clients`"];
  const path = "session.bearer";
  const clients: unknown = Reflect.get(bearer, "clients");
  if (!isObject(clients)) return [`${path}.clients: must be an object with the names of your apps, e.g. { ios: {} }`];
  const lifetimes = { expiresInSeconds: true, absoluteExpiresInSeconds: true } as const;
  return [
    ...unknownKeyErrors(bearer, { clients: true }, { path }),
    ...Object.entries(clients).flatMap(([name, client]) =>
      isObject(client)
        ? unknownKeyErrors(client, lifetimes, { path: `${path}.clients.${name}` })
        : [`${path}.clients.${name}: must be an object of lifetimes, e.g. {}`],
    ),
  ];
}

/** It is public: an attacker could sign a link that verifies an address. */
const publishedSecret = "better-auth-secret-123456789";

/** Config errors while the previous library serves the same database. */
export function previousLibraryErrors({ cookies, emailAndPassword, session }: AuthConfig): readonly string[] {
  if (!cookies?.continueFrom?.isStillRunning) return [];
  const why = "while cookies.continueFrom.isStillRunning";
  return [
    ...(cookies.continueFrom.secret === publishedSecret
      ? [
          "cookies.continueFrom.secret: is the public default of better-auth; change the secret there, or remove continueFrom",
        ]
      : []),
    ...(emailAndPassword?.passwordHashing
      ? [`emailAndPassword.passwordHashing: leave it out ${why}; new hashes have the previous library's own form`]
      : []),
    ...(emailAndPassword?.passwordVerifiers?.length
      ? [`emailAndPassword.passwordVerifiers: leave it out ${why}; new hashes have the previous library's default form`]
      : []),
    ...(session?.cookieCache?.enabled
      ? [`session.cookieCache.enabled: turn it off ${why}; what that library changes would not be seen`]
      : []),
  ];
}
