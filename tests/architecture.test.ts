import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { type Import, readSources, type SourceFile } from "./harness/source-files.js";

/** The only files with a legitimate `any`. */
const variance = [
  /^packages\/core\/src\/(auth|contract\/(call|calls|endpoint|plugin)|model\/column)\.ts$/,
  /^packages\/client\/src\/(client|plugin)\.ts$/,
];

/**
 * The folders of core, lowest first: no two share a layer. Types may be imported from anywhere: they are erased. A
 * folder of core reads values of lower ones only.
 */
const layers = [
  "contract",
  "secret",
  "storage",
  "password",
  "model",
  "http",
  "adapter",
  "limit",
  "outbox",
  "records",
  "session",
  "flows",
  "routes",
  "startup",
  "pipeline",
  "auth",
  "entries",
];

/** The allowed imports of siblings, or of one file of them; "types" means by `import type` only. */
const siblings: Record<string, Record<string, "values" | "types">> = {
  core: {},
  access: {},
  "adapter-sql": { core: "values" },
  "adapter-drizzle": { core: "values", "adapter-sql": "values" },
  "adapter-kysely": { core: "values", "adapter-sql": "values" },
  "adapter-memory": { core: "values" },
  "adapter-prisma": { core: "values", "adapter-sql": "values" },
  username: { core: "values", client: "values" },
  "two-factor": { core: "values", client: "values" },
  passkey: { core: "values", client: "values" },
  social: { core: "values", client: "values" },
  organization: { core: "values", client: "values", access: "values" },
  admin: { core: "values", client: "values", access: "values" },
  "billing-schema": {},
  billing: { core: "values", client: "values", "billing-schema": "values" },
  client: { core: "types" },
  react: { client: "values", core: "types" },
  expo: { client: "values", native: "values", react: "values" },
  next: { core: "values" },
  sveltekit: { core: "values" },
  fastify: { core: "values" },
  nest: { core: "values" },
  lambda: { core: "values" },
  "tanstack-start": { core: "values" },
  nuxt: { core: "types", "core/server": "values" },
  mail: { core: "types", "core/options": "values", "core/safe-name": "values" },
  testing: { core: "values", client: "values", "adapter-memory": "values", "billing-schema": "values" },
  redis: { core: "types", "core/options": "values" },
  openapi: { core: "values" },
  "public-options": { core: "values", client: "values" },
  "react-ui": {
    access: "values",
    "core/types": "types",
    react: "types",
    username: "types",
    "magic-link": "types",
    "email-otp": "types",
    "phone-number": "types",
    anonymous: "types",
    "multi-session": "types",
    "last-login-method": "types",
    social: "types",
    passkey: "types",
    "two-factor": "types",
    organization: "types",
    admin: "types",
    billing: "types",
    "api-key": "types",
    "device-authorization": "types",
    "public-options": "types",
  },
  cli: { core: "values", "adapter-sql": "values", mcp: "values", testing: "values" },
  mcp: {},
  "magic-link": { core: "values", client: "values" },
  anonymous: { core: "values", client: "values" },
  "email-otp": { core: "values", client: "values" },
  "one-time-token": { core: "values", client: "values" },
  "multi-session": { core: "values", client: "values" },
  captcha: { core: "values", client: "values" },
  "phone-number": { core: "values", client: "values" },
  "last-login-method": { core: "values", client: "values" },
  devices: { core: "values", client: "values" },
  i18n: { core: "values" },
  jwt: { core: "values", client: "values" },
  "device-authorization": { core: "values", client: "values" },
  "api-key": { core: "values", client: "values", access: "values" },
  native: { core: "values", client: "values" },
};

/** Each dependency has one importing file or folder. */
const dependencies: readonly (readonly [name: RegExp, importers: RegExp])[] = [
  [/^@noble\//, /^packages\/core\/src\/(secret|password)\//],
  [/^@oslojs\//, /^packages\/two-factor\/src\/(codes\/(totp|backup-code)|routes\/import-totp)\.ts$/],
  [
    /^jose(\/|$)/,
    /^packages\/(social\/src\/(oauth\/id-token|providers\/apple)|jwt\/src\/token\/(check|import|signature)|testing\/src\/identity-provider\/.+)\.ts$/,
  ],
  // Routes describe their input with @keyhold/core/schema (decision 0048).
  [/^zod(\/(mini|v4\/core))?$/, /^packages\/(billing-schema\/src\/schema\/|mcp\/src\/server\.ts$)/],
  [/^@modelcontextprotocol\/sdk\//, /^packages\/mcp\/src\/serve(r)?\.ts$/],
  [/^minisearch$/, /^packages\/mcp\/src\/search\.ts$/],
  [
    /^oauth4webapi$/,
    /^packages\/social\/src\/oauth\/(authorization-url|client-authentication|discovery|revocation|token-endpoint)\.ts$/,
  ],
  [/^#digest$/, /^packages\/core\/src\/secret\//],
  [/^#password$/, /^packages\/core\/src\/password\//],
  [/^@simplewebauthn\/server(\/|$)/, /^packages\/passkey\/src\/webauthn\/attestation\.ts$/],
  [/^@levischuck\/tiny-cbor$/, /^packages\/passkey\/src\/webauthn\/cbor\.ts$/],
  [/^@simplewebauthn\/browser$/, /^packages\/passkey\/src\/browser\/dialog\.ts$/],
  [/^altcha-lib(\/|$)/, /^packages\/captcha\/src\/proof-of-work\/(work|client)\.ts$/],
  [/^libphonenumber-js(\/|$)/, /^packages\/phone-number\/src\/number\/parse\.ts$/],
  [/^kysely(\/|$)/, /^packages\/adapter-kysely\/src\//],
  [/^commander$/, /^packages\/cli\/src\/(program|run)\.ts$/],
  [/^@clack\/prompts$/, /^packages\/cli\/src\/terminal\/ask\.ts$/],
  [/^jiti$/, /^packages\/cli\/src\/config\/.+\.ts$/],
  [/^get-tsconfig$/, /^packages\/cli\/src\/config\/tsconfig\.ts$/],
  [/^drizzle-orm(\/|$)/, /^packages\/adapter-drizzle\/src\//],
  [
    /^(pg|postgres|mysql2|@electric-sql\/pglite|@libsql\/client)(\/|$)/,
    /^packages\/adapter-(sql|kysely|drizzle)\/src\//,
  ],
  [/^react$/, /^packages\/(react(-ui)?\/src\/|next\/src\/(session|on-request)\.ts$)/],
  [/^@radix-ui\/react-dropdown-menu$/, /^packages\/react-ui\/src\/parts\/Menu\.tsx$/],
  [/^uqr$/, /^packages\/react-ui\/src\/second-factor\/QrCode\.tsx$/],
  [/^@radix-ui\//, /^packages\/react-ui\/src\/parts\/Menu\.tsx$/],
  [/^(expo-[a-z-]+|react-native)$/, /^packages\/expo\/src\/modules\.ts$/],
  [/^next\//, /^packages\/next\/src\//],
  [/^fastify$/, /^packages\/fastify\/src\//],
  [/^@nestjs\/(common|core)$/, /^packages\/nest\/src\//],
  [/^@tanstack\/react-start\//, /^packages\/tanstack-start\/src\//],
  [/^@nuxt\/(kit|schema)$/, /^packages\/nuxt\/src\/index\.ts$/],
  [/^vitest$/, /^packages\/testing\/src\//],
  [
    /^node:/,
    /^packages\/(core\/src\/(entries\/node|secret\/digest\.node|password\/algorithms\.node)|adapter-sql\/src\/driver\/.+|next\/src\/instrumentation|i18n\/src\/request\/languages|testing\/src\/(identity-provider|billing-provider|passkey)\/.+|cli\/src\/.+|mcp\/src\/.+|native\/src\/node\/.+)\.ts$/,
  ],
];

/** The sources of time and randomness; all other files get them as parameters. */
const impure = [
  /^packages\/core\/src\/(startup\/create-context|secret\/.+|password\/.+)\.ts$/,
  // Without an auth no context has the time.
  /^packages\/billing-schema\/src\/webhook\/clock\.ts$/,
  /^packages\/testing\/src\/(clock|cookie-jar|memory-storage|conformance\/.+|identity-provider|identity-provider\/.+|billing-provider\/data\/time|passkey\/authenticator)\.ts$/,
  // Pauses between tries differ, so two waiting callers do not collide again; the plan tells a current date from a
  // constant.
  /^packages\/adapter-sql\/src\/(adapter\/fault|driver\/sqlite\/driver|migrate\/compare|tables\/uuid)\.ts$/,
  // The name of a header that no client can know.
  /^packages\/next\/src\/instrumentation\.ts$/,
  // A service that checks tokens has no context with the time.
  /^packages\/jwt\/src\/verify\/clock\.ts$/,
  // A browser has no context with the time: a timer runs until the end of the session.
  /^packages\/client\/src\/(sync|token\/clock)\.ts$/,
  // What is expired is shown as such: a page has no context with the time.
  /^packages\/react-ui\/src\/clock\.ts$/,
  // Apps have no context with the time and with random text.
  /^packages\/native\/src\/(app\/(clock|crypto)|node\/file-store)\.ts$/,
  // A program: it makes secrets, and compares its clock with the database's.
  /^packages\/cli\/src\/(config\/new-secret|doctor\/clock)\.ts$/,
];

const root = fileURLToPath(new URL("..", import.meta.url));
const files = readSources(root);
const packageOf = (path: string): string => path.split("/")[1] ?? "";
const isIn = (path: string, list: readonly RegExp[]): boolean => list.some((pattern) => pattern.test(path));

describe("architecture", () => {
  test("there are sources to check", () => {
    expect(files.length).toBeGreaterThan(20);
  });

  test("every file of core is in a layer", () => {
    expect(coreFiles.filter((file) => layerOf(file.path) < 0).map((file) => file.path)).toEqual([]);
  });

  test("AGENTS.md lists the folders of core, highest first", () => {
    const [, list] = readFileSync(posix.join(root, "AGENTS.md"), "utf8").split("Inside core each folder is a layer");
    const listed = list?.split("```")[1]?.match(/^\w+/gm);
    expect(listed?.reverse()).toEqual(layers);
  });

  test("in core, values come from the same folder or a lower one", () => {
    expect(offences(coreFiles, importsOf, layerOffence)).toEqual([]);
  });

  test("core has at most 18 folders, 100 arrows between them, and 8 arrows of types up", () => {
    const pairs = coreFiles.flatMap((file) =>
      file.imports
        .filter(({ from }) => from.startsWith("packages/core/") && roomOf(from) !== roomOf(file.path))
        .map(({ from }) => `${roomOf(file.path)} > ${roomOf(from)}`),
    );
    const arrows = [...new Set(pairs)];
    const up = arrows.filter((arrow) => {
      const [importer = "", imported = ""] = arrow.split(" > ");
      return layers.indexOf(imported) > layers.indexOf(importer);
    });
    expect(layers.length).toBeLessThanOrEqual(18);
    expect(arrows.length).toBeLessThanOrEqual(100);
    expect(up.length, up.join(", ")).toBeLessThanOrEqual(8);
  });

  test("packages import their siblings in one direction only", () => {
    expect(offences(files, importsOf, siblingOffence)).toEqual([]);
  });

  test("plugins import what the plugin of another author can import: exported paths, none of them internal", () => {
    const { exports } = JSON.parse(readFileSync(posix.join(root, "packages/core/package.json"), "utf8"));
    const paths = Object.keys(exports).map((key) => posix.join("@keyhold/core", key));
    expect(paths.filter((path) => /internal|private/.test(path))).toEqual([]);
    const unexported = (_: SourceFile, { from }: Import) =>
      from.startsWith("@keyhold/core/") && !paths.includes(from) ? from : null;
    expect(offences(files, importsOf, unexported)).toEqual([]);
  });

  test("each dependency is imported by its one file or folder", () => {
    expect(offences(files, importsOf, dependencyOffence)).toEqual([]);
  });

  test("packages import what they declare: Yarn and pnpm without hoisting install nothing else for them", () => {
    const declared = (name: string): readonly string[] => {
      const manifest = JSON.parse(readFileSync(posix.join(root, `packages/${name}/package.json`), "utf8"));
      return [manifest.name, ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })];
    };
    const undeclared = ({ path }: SourceFile, { from }: Import) => {
      const name = /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from;
      // Types of drivers, of which no declaration of the package has a name.
      if (/^(packages\/|#|\w+:)/.test(from) || path === "packages/adapter-drizzle/src/client.ts") return null;
      return declared(packageOf(path)).includes(name) ? null : `imports ${from}`;
    };
    expect(offences(files, importsOf, undeclared)).toEqual([]);
  });

  test("one file opens sessions: no other one inserts a row", () => {
    const paths = globSync("packages/*/src/**/*.ts", { cwd: root, exclude: ["**/*.test.ts", "**/conformance/**"] });
    const inserting = paths.filter((path) =>
      /\.insert\(\s*sessionModel\b/.test(readFileSync(posix.join(root, path), "utf8")),
    );
    expect(inserting).toEqual(["packages/core/src/session/open.ts"]);
  });

  test("each purpose of rows of `verification` is declared once", () => {
    const declared = files.flatMap(({ path }) =>
      [
        ...readFileSync(posix.join(root, path), "utf8").matchAll(
          /^[^*\n]* define(?:ExpiringValue|SentCodes)(?:<[^(]*>)?\(\s*"([^"]*)"/gm,
        ),
      ].map(([, purpose]) => `${purpose}: ${path.replace("packages/", "").replace("src/", "").replace(".ts", "")}`),
    );
    expect(declared.sort()).toEqual(purposes);
  });

  test("rows of `verification` are made by declared values and one-time tokens only", () => {
    const making = files.filter(({ path }) =>
      /(?<!const )verificationIdentifier\(/.test(readFileSync(posix.join(root, path), "utf8")),
    );
    expect(making.map(({ path }) => path)).toEqual([
      "packages/core/src/adapter/expiring-value.ts",
      "packages/core/src/records/one-time-token.ts",
    ]);
  });

  test("no two folders of a package import values from each other", () => {
    // The folders of adapter-sql are next: a fault of the database belongs below its migrations.
    // `later` loads parts of a screen when they are needed: its imports run after those of the page.
    const others = files.filter((file) => packageOf(file.path) !== "adapter-sql" && !/\/later\.ts$/.test(file.path));
    // `hooks/uses` stands above the subjects of a plugin, and `hooks/offers` below them.
    const folderOf = (path: string): string => /^packages\/[^/]+\/src\/(?:hooks\/)?[^/.]+/.exec(path)?.[0] ?? "";
    const pairs = new Set(
      others.flatMap((file) =>
        file.imports
          .filter(({ from, isType }) => !isType && from.startsWith("packages/"))
          .map(({ from }) => `${folderOf(file.path)} ${folderOf(from)}`),
      ),
    );
    const mutual = [...pairs].filter((pair) => {
      const [importer, imported] = pair.split(" ");
      return importer !== imported && pairs.has(`${imported} ${importer}`);
    });
    expect(mutual).toEqual([]);
  });

  test("no values are imported in a circle", () => {
    expect(findCycles()).toEqual([]);
  });

  test("barrels write their names out", () => {
    expect(
      offences(
        // Read by the build alone.
        files.filter(({ path }) => path !== "packages/core/src/entries/all.ts"),
        (file) => file.starExports.map(at),
        () => "export *",
      ),
    ).toEqual([]);
  });

  test("no two files differ only in the case of their names, since macOS and Windows have one for both", () => {
    const names = files.map(({ path }) => path.toLowerCase().replace(/\.tsx?$/, ""));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("files stay below 300 lines and functions below 60", () => {
    // A barrel is a list of names, as long as there are names.
    const written = files.filter((file) => !/\/src\/(entries\/)?index\.ts$/.test(file.path));
    expect(written.filter((file) => file.lines > 300).map((file) => `${file.path}: ${file.lines} lines`)).toEqual([]);
    // A suite's outer function is a list of tests, as long as there are cases.
    const others = files.filter((file) => !file.path.startsWith("packages/testing/src/conformance/"));
    const tooLong = (file: SourceFile) => file.functions.filter(({ lines }) => lines > 60);
    expect(offences(others, tooLong, (_, { lines }) => `function of ${lines} lines`)).toEqual([]);
  });

  test("`any` is only in the listed files", () => {
    const others = files.filter((file) => !isIn(file.path, variance));
    expect(
      offences(
        others,
        (file) => file.anys.map(at),
        () => "any",
      ),
    ).toEqual([]);
  });

  test("time and randomness come from one place each", () => {
    const others = files.filter((file) => !isIn(file.path, impure));
    expect(
      offences(
        others,
        (file) => file.impure,
        (_, { name }) => name,
      ),
    ).toEqual([]);
  });
});

/**
 * The map of the table `verification`: the purposes of its rows, and the files that declare them. One-time tokens have
 * rows, too: their kinds are the values of the type `OneTimeTokenKind`.
 */
const purposes = [
  "anonymous-upgrade: anonymous/guest/upgrade",
  "billing-mailbox: billing/purchase/mailbox",
  "claimed: core/flows/account/claims",
  "contested: core/records/user/duplicate-sign-up",
  "device-approvals: device-authorization/request/approvals",
  "device-mark: devices/browser/cookie",
  "devices-removed: devices/browser/known",
  "email-otp: email-otp/code/codes",
  "held: core/records/user/held-address",
  "lease: core/limit/lease",
  "magic-link-code: magic-link/link/links",
  "magic-link: magic-link/link/links",
  "mailbox-challenges: core/flows/mailbox/live-challenges",
  "mailbox-round: core/flows/mailbox/round",
  "native-flow: native/flow/flow",
  "native-request: native/flow/request",
  "one-time-token: one-time-token/token/tokens",
  "passkey-authenticate: passkey/ceremony/challenge",
  "passkey-pending: passkey/passkey/pending-passkey",
  "passkey-register: passkey/ceremony/challenge",
  "passkey-sign-up: passkey/ceremony/challenge",
  "passkey-step-up: passkey/ceremony/challenge",
  "pending-email: core/records/user/pending-email",
  "pending-sign-in: core/session/pending-sign-in",
  "pending-sign-up: core/records/user/pending-sign-up",
  "phone-number-added: phone-number/account/added",
  "phone-number-approval: phone-number/code/give",
  "phone-number-mailbox: phone-number/recycled/mailbox",
  "phone-number-use: phone-number/recycled/use",
  "phone-number: phone-number/code/codes",
  "provider-hand-over: social/flow/kept-callback",
  "re-authenticated: core/session/freshness",
  "replaced-token: core/session/replaced-token",
  "reserved: core/records/user/held-address",
  "session-token: core/session/previous-token",
  "social-nonce: social/flow/nonce",
  "two-factor-enrolled: two-factor/factor/enrolled-at",
  "two-factor-otp: two-factor/codes/sent-code",
  "two-factor-previous-addresses: two-factor/address/previous-address",
  "two-factor-recovered: two-factor/recovery/marks",
  "two-factor-recovery-reminder: two-factor/recovery/reminder",
  "two-factor-recovery: two-factor/recovery/recovery",
  "two-factor-reset: two-factor/recovery/marks",
  "unconfirmed: core/flows/verification/unconfirmed",
];

/** The tests of the repository as a whole; a test of one package is in that package. */
const repositoryTests = [
  "all-screens.scheduled",
  "api.proof",
  "architecture",
  "bodies-read-before",
  "browser-entries.proof",
  "bundled-kysely",
  "consumer-types.proof",
  "cookies-set-before",
  "currencies-agree",
  "docs",
  "docs-asvs",
  "docs-code",
  "docs-code.proof",
  "docs-errors",
  "docs-events",
  "docs-length.check",
  "docs-names",
  "docs-options",
  "docs-plugins",
  "docs-search",
  "docs-social",
  "expo.scheduled",
  "exported-members.proof",
  "galera.proof",
  "galera.scheduled",
  "hovers.proof",
  "imports",
  "licenses.check",
  "manifests.check",
  "mutants/list",
  "new-app.proof",
  "new-app.scheduled",
  "new.proof",
  "new.scheduled",
  "openapi-document",
  "option-remedies",
  "outside-plugin.proof",
  "packages.proof",
  "passed",
  "passwordless/addresses",
  "passwordless/known-and-unknown",
  "passwordless/live-challenges.rounds",
  "passwordless/live-challenges",
  "passwordless/pairs",
  "passwordless/token-pairs",
  "placeholders.check",
  "plugin-form.check",
  "platforms.proof",
  "quickstarts-better-auth.scheduled",
  "quickstarts-built.proof",
  "quickstarts-expo.scheduled",
  "quickstarts-native.proof",
  "quickstarts.proof",
  "quickstarts.scheduled",
  "readmes.check",
  "recovery/recovery",
  "references.proof",
  "references.scheduled",
  "routes.check",
  "running-many.proof",
  "running-many.scheduled",
  "runtimes.proof",
  "troubleshooting",
  "ways-to-sign-in",
  "what-ends/beside.rounds",
  "what-ends/what-ends-what",
  "languages-agree",
  "translated-emails",
  "translated-errors",
  "weight.proof",
  "words.check",
  "worker-module-scope.proof",
  "workflows.check",
];

describe("tests", () => {
  const paths = globSync(["packages/*/{src,tests}/**/*.{ts,tsx}", "tests/**/*.ts"], { cwd: root })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /^(packages\/[^/]+\/)?tests\//.test(path) || /\.test\.tsx?$/.test(path));

  test("of one package are in that package", () => {
    // Tests against other libraries are in packages of their own, with the dependencies on them.
    const found = paths.filter((path) => /^tests\/(?!better-auth\/|coming-from\/).*\.test\.tsx?$/.test(path)).sort();
    expect(found).toEqual(repositoryTests.map((name) => `tests/${name}.test.ts`).sort());
  });

  test("import no file of another package, example, bench or site by a relative path", () => {
    const folders = ["packages/*", "examples/*", "bench", "site"];
    const importers = sourcesIn(folders.map((folder) => `${folder}/**`));
    expect(importers.length).toBeGreaterThan(1000);
    expect(reaches(importers).filter(({ target }) => !/^(tests\/harness|scripts)\//.test(target))).toEqual([]);
  });

  test("import no file with tests", () => {
    const importing = paths.flatMap((path) => relativeImports(path).map((target) => ({ path, target })));
    expect(importing.filter(({ target }) => /\.test\.\w+$/.test(target))).toEqual([]);
  });

  test("of the repository reach into the sources of packages in the listed files, and nowhere into their tests", () => {
    const found = reaches(sourcesIn(["tests/**"])).filter(({ target }) =>
      /^packages\/[^/]+\/(src|tests)\//.test(target),
    );
    expect([...new Set(found.map(({ path }) => path))].sort()).toEqual(reachingTests);
    expect(found.filter(({ target }) => /^packages\/[^/]+\/tests\//.test(target))).toEqual([]);
  });
});

/** Sources without a public entry point: the lists of all routes, codes and options; keys; what the command line writes. */
const reachingTests = [
  "tests/currencies-agree.test.ts",
  "tests/docs-errors.test.ts",
  "tests/docs-options.test.ts",
  "tests/harness/decided.ts",
  "tests/harness/endpoints.ts",
  "tests/harness/generated-schemas.ts",
  "tests/harness/signatures.ts",
  "tests/hovers.proof.test.ts",
  "tests/translated-errors.test.ts",
];

const sourcesIn = (folders: readonly string[]): readonly string[] =>
  globSync(
    folders.map((folder) => `${folder}/*.{ts,tsx,mts}`),
    { cwd: root, exclude: ["**/node_modules/**", "**/dist/**", "**/.*/**"] },
  ).map((path) => path.replaceAll("\\", "/"));

/** The relative imports that leave the package, example or folder of their file. */
const reaches = (paths: readonly string[]): readonly { readonly path: string; readonly target: string }[] =>
  paths
    .flatMap((path) => relativeImports(path).map((target) => ({ path, target })))
    .filter(({ path, target }) => unitOf(path) !== unitOf(target));

/** E.g. "packages/core", "examples/next", "site". */
const unitOf = (path: string): string => /^((packages|examples)\/)?[^/]+/.exec(path)?.[0] ?? "";

/** The paths from the root of a file's relative imports. */
function relativeImports(path: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(posix.join(root, path), "utf8"));
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith("."))
    .map((name) => posix.join(posix.dirname(path), name));
}

const coreFiles = files.filter((file) => packageOf(file.path) === "core");
const importsOf = (file: SourceFile): readonly Import[] => file.imports;
const at = (line: number): { line: number } => ({ line });

/** Every place where a rule says why not, as file, line and reason. */
function offences<T extends { readonly line: number }>(
  among: readonly SourceFile[],
  places: (file: SourceFile) => readonly T[],
  judge: (file: SourceFile, place: T) => string | null,
): string[] {
  return among.flatMap((file) =>
    places(file).flatMap((place) => {
      const reason = judge(file, place);
      return reason === null ? [] : [`${file.path}:${place.line} ${reason}`];
    }),
  );
}

const roomOf = (path: string): string => /^packages\/core\/src\/([^/.]+)/.exec(path)?.[1] ?? "";
const layerOf = (path: string): number => layers.indexOf(roomOf(path));

function layerOffence(file: SourceFile, { from, isType }: Import): string | null {
  if (isType || !from.startsWith("packages/")) return null;
  return layerOf(from) > layerOf(file.path) ? `imports ${from} from a higher layer` : null;
}

function siblingOffence(file: SourceFile, { from, isType }: Import): string | null {
  if (from.startsWith("packages/")) {
    return packageOf(from) === packageOf(file.path) ? null : `reaches into ${from}`;
  }
  const sibling = from.match(/^@keyhold\/([^/]+)/)?.[1];
  if (!sibling) return null;
  const own = siblings[packageOf(file.path)] ?? {};
  const allowed = own[from.replace("@keyhold/", "")] ?? own[sibling];
  if (!allowed) return `imports ${from}`;
  return allowed === "types" && !isType ? `imports values of ${from}` : null;
}

function dependencyOffence(file: SourceFile, { from }: Import): string | null {
  if (/^(packages\/|@keyhold\/)/.test(from)) return null;
  const importers = dependencies.find(([name]) => name.test(from))?.[1];
  if (!importers) return `imports ${from}, which is no listed dependency`;
  return importers.test(file.path) ? null : `imports ${from}, which belongs to ${importers.source}`;
}

function findCycles(): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(" → "));
    if (start >= 0 || done.has(path)) return;
    const values = byPath.get(path)?.imports.filter((one) => !one.isType) ?? [];
    for (const { from } of values) walk(from, [...trail, path]);
    done.add(path);
  };
  for (const file of files) walk(file.path, []);
  return cycles;
}
