import type { AuthConfig } from "../contract/config.js";
import type { ErrorEntry } from "../contract/errors.js";
import type { KnownKeys } from "../contract/known-keys.js";

export const errorEntryKeys = {
  code: true,
  status: true,
  message: true,
  callbackCode: true,
} as const satisfies KnownKeys<ErrorEntry>;

/** Every option of `createAuth`; the compiler compares the list with `AuthConfig`. */
export const configKeys = {
  secret: true,
  baseURL: true,
  database: true,
  plugins: true,
  basePath: true,
  errorURL: true,
  appName: true,
  trustedOrigins: true,
  mail: true,
  emailAndPassword: {
    enabled: true,
    disableSignUp: true,
    autoSignIn: true,
    minPasswordLength: true,
    maxPasswordLength: true,
    passwordHashing: true,
    passwordQueueSeconds: true,
    passwordVerifiers: true,
    allowCommonPasswords: true,
    checkPassword: true,
    requireEmailVerification: true,
    resetTokenExpiresInSeconds: true,
    revokeSessionsOnPasswordReset: true,
  },
  emailVerification: { sendOnSignUp: true, sendOnSignIn: true, autoSignIn: true, expiresInSeconds: true },
  user: {
    columns: true,
    changeEmail: { enabled: true },
    deleteUser: { enabled: true, confirmByMail: true, tokenExpiresInSeconds: true },
  },
  account: { allowUnlinkingAll: true },
  session: {
    expiresInSeconds: true,
    updateAgeSeconds: true,
    freshAgeSeconds: true,
    absoluteExpiresInSeconds: true,
    maxSessionsPerUser: true,
    cookieCache: { enabled: true, maxAgeSeconds: true },
    bearer: true,
  },
  cookies: {
    prefix: true,
    secure: true,
    domain: true,
    continueFrom: { prefix: true, secret: true, isStillRunning: true },
  },
  rateLimit: {
    enabled: true,
    storage: true,
    limits: true,
    wrongPasswords: true,
    wrongPasswordsPerAddress: true,
    emailsPerSender: true,
    emails: true,
    networkFactor: true,
  },
  challenge: true,
  clientAddress: { trustedProxies: true, header: true, ipv6Subnet: true },
  secondaryStorage: true,
  errors: true,
  hooks: true,
  onEvent: true,
  waitUntil: true,
  log: true,
  now: true,
} as const satisfies KnownKeys<AuthConfig>;
