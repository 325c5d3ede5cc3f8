import type { ForeignOptions } from "../contract/known-keys.js";

const remove = (why: string): string => `remove it: ${why}`;
const write = (what: string): string => `write \`${what}\``;
const mail = "give `mail`, which delivers every email";
const naming = (tables: string): string =>
  `write \`naming\` of the database, e.g. \`sqlite("app.db", { naming: { tables: { ${tables} } } })\``;
const tables = naming('user: "people"');
const fields = naming('user: { name: "user", columns: { name: "full_name" } }');
const columns = write("user.columns");
const limits = 'write `rateLimit.limits: { "/sign-in/email": { windowSeconds, max } }` per route';
const sessionColumns = "add the column by a plugin: `definePlugin({ id, extends: { session: { columns } } })`";
const social = (options: string): string => write(`plugins: [social({ ${options} })]`);

/** https://www.better-auth.com/docs/reference/options */
const betterAuth: ForeignOptions = {
  library: "better-auth",
  remedies: {
    socialProviders: social("providers: [google({ clientId, clientSecret })]"),
    databaseHooks: 'write `hooks: { "user.create": … }`, or `onEvent` for what happens after the commit',
    onAPIError: "write `log` for failures, and `errorURL` for the error page",
    logger: write("log: ({ level, message, cause }) => …"),
    "emailAndPassword.sendResetPassword": mail,
    "emailAndPassword.resetPasswordTokenExpiresIn": write("emailAndPassword.resetTokenExpiresInSeconds"),
    "emailAndPassword.password": "write `passwordHashing` for new hashes, and `passwordVerifiers` for other hashes",
    "emailVerification.sendVerificationEmail": mail,
    "emailVerification.autoSignInAfterVerification": write("emailVerification.autoSignIn"),
    "user.modelName": tables,
    "user.fields": fields,
    "user.additionalFields": columns,
    "user.deleteUser.beforeDelete": 'write `hooks: { "user.delete": … }`',
    "session.additionalFields": sessionColumns,
    "account.accountLinking": social("linking: { enabled, trustedProviders, allowDifferentEmails }"),
    "account.encryptOAuthTokens": social("encryptTokens: true"),
    "rateLimit.window": limits,
    "rateLimit.max": limits,
    "rateLimit.customRules": limits,
    advanced: "write `cookies` and `clientAddress`",
    "advanced.ipAddress": write("clientAddress: { trustedProxies, header }"),
    "advanced.crossSubDomainCookies": 'write `cookies: { domain: "example.com" }`',
    "advanced.disableCSRFCheck": "list the origins of your pages in `trustedOrigins`",
  },
};

/** https://authjs.dev/reference/core#authconfig */
const authJs: ForeignOptions = {
  library: "Auth.js",
  remedies: {
    providers: `${social("providers: [google({ clientId, clientSecret })]")}, or \`emailAndPassword: { enabled: true }\``,
    adapter: 'write `database`, e.g. `sqlite("app.db")` of @keyhold/adapter-sql/sqlite',
    callbacks: 'write `hooks: { "session.create": … }` for what may fail a sign-in',
    "callbacks.redirect": write("trustedOrigins"),
    pages: "your app links to its own pages; write `errorURL` for the error page",
    events: write("onEvent: ({ type }) => …"),
    trustHost: `${write("baseURL")}, which is never taken from a request`,
    "session.strategy": remove("every session is a row of the database"),
  },
};

/** https://v3.lucia-auth.com/reference/main/Lucia */
const lucia: ForeignOptions = {
  library: "Lucia",
  remedies: {
    sessionCookie: write("cookies: { prefix, secure, domain }"),
    sessionExpiresIn: `${write("session.expiresInSeconds")}, in seconds`,
    getUserAttributes: columns,
    getSessionAttributes: sessionColumns,
  },
};

/** Options of `createAuth` as other libraries name them. */
export const foreignOptions: readonly ForeignOptions[] = [betterAuth, authJs, lucia];
