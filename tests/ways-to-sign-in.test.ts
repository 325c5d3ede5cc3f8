import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

const signIns = "packages/two-factor/tests/sign-in.test.ts";
const sessions = "packages/two-factor/tests/session-knowledge.test.ts";
const stepUps = "packages/two-factor/tests/step-up.test.ts";
const passkeys = "packages/passkey/tests/sign-in.test.ts";
const passkeySignUps = "packages/passkey/tests/sign-up.test.ts";
const links = "packages/magic-link/tests/sign-in.test.ts";
const matrix = "packages/two-factor/tests/ways-to-sign-in.test.ts";
const codes = "packages/email-otp/tests/sign-in.test.ts";
const handOvers = "packages/one-time-token/tests/hand-over.test.ts";
const devices = "packages/device-authorization/tests/attacks.test.ts";
const apps = "packages/native/tests/attacks.test.ts";
const severalAccounts = "packages/multi-session/tests/other-plugins.test.ts";
const recoveries = "packages/two-factor/tests/recovery.test.ts";
const devicesAfter = "packages/devices/tests/continuing.test.ts";
const capAfter = "packages/two-factor/tests/session-cap.test.ts";

/**
 * Every route that can open a session, with the file and the name of a test: that it asks for an enrolled second factor,
 * that it takes one, or that it is never asked. A new way to sign in fails here until it has a row.
 */
const routes: Readonly<Record<string, readonly [string, string]>> = {
  "POST /sign-in/email": [signIns, "email and password"],
  "POST /sign-in/username": [signIns, "username and password"],
  "POST /verify-email": [signIns, "the link that verifies the address"],
  "GET /verify-email": [signIns, "sends a browser that follows a link to the page of the app"],
  "GET /magic-link/verify": [links, "asks for the second factor of a user before it opens a session"],
  "POST /magic-link/verify": [links, "asks for the second factor of a user before it opens a session"],
  "POST /magic-link/verify-code": [links, "asks for the second factor of a user before it opens a session"],
  "POST /sign-in/anonymous": [
    "packages/two-factor/tests/ways-to-sign-in.test.ts",
    "of a guest, where a factor is required",
  ],
  "POST /sign-in/email-otp": [codes, "a code asks for the second factor of a user before it opens a session"],
  "POST /phone-number/verify": [
    "packages/phone-number/tests/sign-in.test.ts",
    "asks for the second factor of a user before it opens a session",
  ],
  "POST /phone-number/verify-email": [
    "packages/phone-number/tests/recycled.test.ts",
    "asks for the mailbox: no session before its code, then a session after it",
  ],
  "POST /sign-in/phone-number": [matrix, "a phone number and a password"],
  "POST /email-otp/verify-email": [matrix, "a code that verifies the address"],
  // Another session of the user was asked: the new session has no factor of its own.
  "POST /one-time-token/verify": [handOvers, "knows how the user has signed in, without a proof of its own"],
  // A session that the user has opened before in this browser: the session knows what it knew.
  "POST /multi-session/set-active": [severalAccounts, "gives the other account neither its factor nor its time"],
  "POST /multi-session/revoke": [severalAccounts, "gives the other account neither its factor nor its time"],
  // The session of the approval was asked: an approval needs the factor of a user with a factor.
  "POST /device/token": [devices, "needs the second factor of a user with one"],
  // The session of the browser was asked: the session of the app knows what that session knew.
  "POST /native/token": [apps, "the second factor is given in the browser, and the session of the app knows it"],
  "POST /sign-up/email": [signIns, "asks at the sign-in to enrol; the code that confirms it opens the session"],
  "POST /sign-in/social": [sessions, "by an ID token answers what is asked, and opens nothing"],
  "GET /callback/:id": [sessions, "sends the browser to the page that asks, and comes back to its callbackURL"],
  // The answer of a provider as a form is redirected to the route above.
  "POST /callback/:id": [sessions, "sends the browser to the page that asks, and comes back to its callbackURL"],
  "POST /change-password": [sessions, "stays when the password is changed: that is never asked for a factor"],
  "POST /admin/impersonate-user": [sessions, "is nothing in an impersonation, which is never asked for a factor"],
  // Resumes the administrator's own session, which has been asked.
  "POST /admin/stop-impersonating": [sessions, "is nothing in an impersonation, which is never asked for a factor"],
  "POST /two-factor/verify-totp": [signIns, "opens none for a user with one"],
  "POST /two-factor/verify-otp": [signIns, "has eight digits, works for five minutes, once"],
  "POST /two-factor/verify-backup-code": [signIns, "makes a session that may replace the lost factor, by the password"],
  // A proof in a session: these routes read no pending sign-in.
  "POST /step-up/totp": [stepUps, "needs a session: a pending sign-in is none"],
  "POST /step-up/otp": [stepUps, "POST /step-up/otp takes the code of POST /step-up/send-otp"],
  "POST /step-up/backup-code": [
    stepUps,
    "POST /step-up/backup-code uses the code up, and leaves the session an ordinary one",
  ],
  "POST /passkey/verify-authentication": [
    passkeys,
    "a passkey without verification is one factor, and a second use of it is none",
  ],
  "POST /passkey/sign-up": [passkeySignUps, "creates a user and opens a session; the passkey signs in afterwards"],
  "POST /two-factor/finish-recovery": [recoveries, "asks to enrol at once where a factor is required"],
};

/** The routes that begin no sign-in: they need a pending sign-in or a session. All others have a row of the matrix. */
const continuing: ReadonlySet<string> = new Set([
  "POST /phone-number/verify-email",
  "POST /change-password",
  "POST /admin/impersonate-user",
  "POST /admin/stop-impersonating",
  "POST /one-time-token/verify",
  "POST /device/token",
  "POST /native/token",
  "POST /multi-session/set-active",
  "POST /multi-session/revoke",
  "POST /two-factor/verify-totp",
  "POST /two-factor/verify-otp",
  "POST /two-factor/verify-backup-code",
  "POST /two-factor/finish-recovery",
  "POST /step-up/totp",
  "POST /step-up/otp",
  "POST /step-up/backup-code",
]);

/**
 * How each of these routes knows `rememberMe`: from its input ("takes"), from the input of an earlier request, or why
 * not. packages/two-factor/tests/remembered.test.ts signs in by every route that takes it, or has it from a request.
 */
const remembered: Readonly<Record<string, "takes" | `of ${string}` | `none: ${string}`>> = {
  "POST /sign-in/email": "takes",
  "POST /sign-in/username": "takes",
  "POST /verify-email": "of POST /send-verification-email, or of the sign-up or sign-in that sent the email",
  "GET /verify-email": "of POST /send-verification-email, or of the sign-up or sign-in that sent the email",
  "GET /magic-link/verify": "of POST /sign-in/magic-link",
  "POST /magic-link/verify": "of POST /sign-in/magic-link",
  "POST /magic-link/verify-code": "of POST /sign-in/magic-link",
  "POST /sign-in/anonymous": "takes",
  "POST /sign-in/email-otp": "takes",
  "POST /phone-number/verify": "takes",
  "POST /phone-number/verify-email": "of POST /phone-number/verify",
  "POST /sign-in/phone-number": "takes",
  "POST /email-otp/verify-email": "takes",
  "POST /one-time-token/verify": "of POST /one-time-token/generate: as the session that hands over",
  "POST /multi-session/set-active": "none: the session of the account keeps its own",
  "POST /multi-session/revoke": "none: the session of the account keeps its own",
  "POST /device/token": "none: a device without a browser, which keeps the token",
  "POST /native/token": "none: an app, which keeps the token",
  "POST /sign-up/email": "takes",
  "POST /sign-in/social": "takes",
  "GET /callback/:id": "of POST /sign-in/social",
  "POST /callback/:id": "of POST /sign-in/social",
  "POST /change-password": "none: the new session keeps what the browser had",
  "POST /admin/impersonate-user": "none: the new session keeps what the browser had",
  "POST /admin/stop-impersonating": "none: the administrator's session keeps its own",
  "POST /two-factor/verify-totp": "none: the pending sign-in keeps its own",
  "POST /two-factor/verify-otp": "none: the pending sign-in keeps its own",
  "POST /two-factor/verify-backup-code": "none: the pending sign-in keeps its own",
  "POST /two-factor/finish-recovery": "none: the pending sign-in keeps its own",
  "POST /step-up/totp": "none: the session keeps its own",
  "POST /step-up/otp": "none: the session keeps its own",
  "POST /step-up/backup-code": "none: the session keeps its own",
  "POST /passkey/verify-authentication": "takes",
  "POST /passkey/sign-up": "takes",
};

interface Declared {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  /** The names that its file imports, each with the file or package. */
  readonly imports: ReadonlyMap<string, string>;
}

/** The top-level declarations of a file: each begins at the margin. */
function declarationsIn(path: string): readonly Declared[] {
  const text = readFileSync(posix.join(root, path), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  const imports = new Map<string, string>();
  for (const [, names = "", from = ""] of text.matchAll(/^import \{([^}]*)\} from "([^"]+)"/gm))
    for (const name of names.split(","))
      imports.set(
        name.trim(),
        from.startsWith(".") ? posix.join(posix.dirname(path), from).replace(/js$/, "ts") : from,
      );
  return text.split(/^(?=(?:export )?(?:async )?(?:function|const) )/m).flatMap((part) => {
    const name = /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(part)?.[1];
    return name === undefined ? [] : [{ path, name, text: part.slice(part.indexOf(name) + name.length), imports }];
  });
}

const routeIn = (text: string): string | null => /\broute: "([A-Z]+ [^"]+)"/.exec(text)?.[1] ?? null;

/** The declarations that call one of the functions or pass it on, directly or through another function. */
function usersOf(all: readonly Declared[], first: readonly Declared[]): readonly Declared[] {
  const found = new Set(first);
  for (const declared of found) {
    const use = new RegExp(`(?<![.\\w])${declared.name}\\b(?!:)`);
    for (const one of all) {
      const from = one.imports.get(declared.name) ?? one.path;
      const isSame =
        from === declared.path || (from.startsWith("@keyhold/") && declared.path.startsWith("packages/core/"));
      if (isSame && use.test(one.text)) found.add(one);
    }
  }
  return [...found];
}

test("every route that can open a session has a row that names its tests", () => {
  const files = globSync("packages/*/src/**/*.ts", { cwd: root }).filter(
    (path) => !/\.test(-d)?\.ts$/.test(path) && !path.startsWith("packages/testing/"),
  );
  const all = files.flatMap(declarationsIn);
  const openers = all.filter(({ name }) => ["openSession", "resumeSession", "activateSession"].includes(name));
  expect([...new Set(openers.map(({ path }) => path))].toSorted()).toEqual([
    "packages/core/src/session/open.ts",
    "packages/core/src/session/resume.ts",
    "packages/core/src/session/several.ts",
  ]);
  const opening = usersOf(all, openers).flatMap(({ text }) => routeIn(text) ?? []);
  expect([...new Set(opening)].toSorted()).toEqual(Object.keys(routes).toSorted());
});

test.each(Object.entries(routes))("%s: the named test exists", (_, [file, name]) => {
  expect(readFileSync(posix.join(root, file), "utf8")).toContain(name);
});

test("every route that begins a sign-in is tested with every kind of factor", () => {
  const text = readFileSync(posix.join(root, matrix), "utf8");
  const rows = [...text.matchAll(/(?:route: |describe\(|\)\()"([A-Z]+ \/[^" ]+)/g)].map(([, route = ""]) => route);
  const beginning = Object.keys(routes).filter((route) => !continuing.has(route));
  expect([...new Set(rows)].toSorted()).toEqual(beginning.toSorted());
});

test.each([
  ["with the devices of the user", devicesAfter],
  ["at the maximum of sessions", capAfter],
])("every route that continues a sign-in is tested %s", (_, file) => {
  const text = readFileSync(posix.join(root, file), "utf8");
  const titles = text.match(/"(?:POST \/[\w/-]+(?: and )?)+/g) ?? [];
  const names = titles.flatMap((title) => title.match(/POST \/[\w/-]+/g) ?? []);
  expect([...new Set(names)].toSorted()).toEqual([...continuing].toSorted());
});

test("every route that can open a session takes `rememberMe`, has it from an earlier request, or has a reason", () => {
  expect(Object.keys(remembered).toSorted()).toEqual(Object.keys(routes).toSorted());
  const { paths } = JSON.parse(readFileSync(posix.join(root, "api/openapi.json"), "utf8"));
  const taking = Object.entries<Readonly<Record<string, unknown>>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, route]) =>
      JSON.stringify(route).includes('"rememberMe"')
        ? [`${method.toUpperCase()} ${path.replace("/api/auth", "").replace(/\{(\w+)\}/g, ":$1")}`]
        : [],
    ),
  );
  const named = Object.entries(remembered).flatMap(([route, how]) => (how === "takes" ? [route] : []));
  const earlier = ["POST /send-verification-email", "POST /sign-in/magic-link"];
  expect(taking.toSorted()).toEqual([...named, ...earlier].toSorted());
});

test("every route with `rememberMe` is tested without it, with false and with true", () => {
  const text = readFileSync(posix.join(root, "packages/two-factor/tests/remembered.test.ts"), "utf8");
  const rows = [...text.matchAll(/^ {2}"([A-Z]+ \/[^"]+)": /gm)].map(([, route = ""]) => route);
  const beginning = Object.keys(remembered).filter((route) => !continuing.has(route));
  expect([...new Set(rows)].toSorted()).toEqual(beginning.toSorted());
});
