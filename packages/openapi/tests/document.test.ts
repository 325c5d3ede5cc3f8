import { captcha } from "@keyhold/captcha";
import { definePlugin, endpointsFor, integer, ok, text } from "@keyhold/core/plugin";
import { z } from "@keyhold/core/schema";
import { inspect } from "@keyhold/core/tools";
import { type Example, openApiDocument, type Reference } from "@keyhold/openapi";
import { createTestAuth } from "@keyhold/testing";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { bodyOf, openEverything, operationAt, operationsOf } from "./fixture.ts";

const { auth } = openEverything({ rateLimit: { enabled: true } });
const document = openApiDocument(auth);
const routes = (inspect(auth)?.routes ?? []).filter(({ endpoint }) => !endpoint.isServerOnly);
const templateOf = (route: string) => route.replace(" ", " /api/auth").replace(/:([^/]+)/g, "{$1}");

const exampleOf = (example: Example | Reference | undefined): Example | undefined =>
  example && "$ref" in example ? document.components.examples[example.$ref.split("/").at(-1) ?? ""] : example;

/** Every object in the document. */
function* objectsIn(value: unknown): Generator<object> {
  if (typeof value !== "object" || value === null) return;
  yield value;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

describe("the document of an auth with every plugin", () => {
  test("is valid OpenAPI 3.1, and plain JSON", async () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true });
  });

  test("has every route over HTTP exactly once, and no server-only one", () => {
    const described = operationsOf(document).map(({ method, path }) => `${method} ${path}`);
    expect(described.sort()).toEqual(routes.map(({ endpoint }) => templateOf(endpoint.route)).sort());
    expect(described).toContain("POST /api/auth/sign-in/username");
    expect(JSON.stringify(document)).not.toContain("import-users");
  });

  test("names each operation once, and calls by their names on the server", () => {
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
    const id = (route: string) => operationAt(document, route).operationId;
    expect(id("POST /sign-in/email")).toBe("signInEmail");
    expect(id("POST /organization/accept-invitation")).toBe("organizationAcceptInvitation");
    expect(id("GET /reset-password/{token}")).toBe("getResetPasswordToken");
  });

  test("has every error code of each declaration, with its status and message", () => {
    const missing = routes.flatMap(({ endpoint, catalogue }) => {
      const operation = operationAt(document, templateOf(endpoint.route).replace("/api/auth", ""));
      return endpoint.errors.filter((code) => {
        // The teams fail with errors of organizations, too.
        const { status = 0, message = "" } = catalogue[code] ?? auth.errors.get(code) ?? {};
        const response = operation.responses[status];
        const listed = response && "content" in response ? response.content?.["application/json"]?.examples : undefined;
        return JSON.stringify(exampleOf(listed?.[code])?.value) !== JSON.stringify({ code, message });
      });
    });
    expect(missing).toEqual([]);
    expect(routes.flatMap(({ endpoint }) => endpoint.errors).length).toBeGreaterThan(100);
  });

  test("shares an answer with common errors only", () => {
    const { responses } = operationAt(document, "POST /sign-out");
    expect(responses[500]).toEqual({ $ref: expect.stringMatching(/^#\/components\/responses\//) });
    expect(responses.default).toEqual({ $ref: "#/components/responses/OTHER_ERROR" });
  });

  test("refers to parts that it has", () => {
    const references = [...objectsIn(document)].flatMap((part) =>
      "$ref" in part && typeof part.$ref === "string" ? [part.$ref] : [],
    );
    const isThere = (reference: string): boolean =>
      reference
        .slice(2)
        .split("/")
        .reduce<unknown>((part, key) => Reflect.get(Object(part), key), document) !== undefined;
    expect(references.length).toBeGreaterThan(200);
    expect([...new Set(references)].filter((reference) => !isThere(reference))).toEqual([]);
  });

  test("has no secret: neither of the auth nor of a plugin", () => {
    const written = JSON.stringify(document);
    expect(written).not.toContain("a-secret-of-the-provider");
    expect(written).not.toMatch(/linkHash|accessToken":\{"type":"string"\},"password/);
  });

  test("is the same at every call", () => {
    expect(JSON.stringify(openApiDocument(auth))).toBe(JSON.stringify(document));
  });
});

describe("columns of plugins", () => {
  test("are in the body of sign-up, each with the limit of its column", () => {
    expect(bodyOf(document, "POST /sign-up/email")).toMatchObject({
      properties: { username: { type: "string", maxLength: 255 }, rememberMe: { default: true } },
      required: ["name", "email", "password"],
    });
  });

  test("with atMost() have that limit, and an indexed text 255 characters", () => {
    const columns = {
      bio: text().atMost(5000).input(),
      tag: text().atMost(5).indexed().input(),
      handle: text().atMost(5000).unique().input(),
      score: integer().atMost(100).input(),
    };
    const own = openApiDocument(createTestAuth({ config: { user: { columns } } }).auth);
    expect(bodyOf(own, "POST /sign-up/email")).toMatchObject({
      properties: {
        bio: { type: "string", maxLength: 5000 },
        tag: { type: "string", maxLength: 5 },
        handle: { type: "string", maxLength: 255 },
        score: { type: "integer", maximum: 100 },
      },
    });
  });

  test("may be cleared by a change", () => {
    expect(bodyOf(document, "POST /update-user")).toMatchObject({
      properties: { username: { type: ["string", "null"] }, name: { type: "string" } },
    });
    expect(bodyOf(document, "POST /update-user")).not.toHaveProperty("required");
  });

  test("are in every answer with the row, without secret ones", () => {
    const { User, ManagedUser, Session, Member } = document.components.schemas;
    expect(User).toMatchObject({ properties: { username: { type: ["string", "null"] }, email: { type: "string" } } });
    expect(ManagedUser).toMatchObject({ properties: { username: {}, banned: {} } });
    expect(Session).toMatchObject({ properties: { activeOrganizationId: {}, activeTeamId: {}, impersonatedBy: {} } });
    expect(Member).toMatchObject({ properties: { teamId: { type: ["string", "null"] } } });
    expect(document.components.schemas.Invitation).not.toHaveProperty("properties.linkHash");
  });

  test("of the app's own plugin are in the field that takes them, and required without a default", () => {
    const notes = definePlugin({
      id: "notes",
      extends: { user: { columns: { plan: text().input(), hidden: text().optional().secret() } } },
    });
    const own = openApiDocument(createTestAuth({ plugins: [notes] }).auth);
    expect(bodyOf(own, "POST /sign-up/email")).toMatchObject({
      properties: { plan: { type: "string", maxLength: 2048 } },
      required: ["name", "email", "password", "plan"],
    });
    expect(own.components.schemas.User).not.toHaveProperty("properties.hidden");
  });

  test("are beside the fields of sign-up that are no columns", () => {
    const codes = definePlugin({
      id: "codes",
      signUpFields: { code: z.string().max(64), source: z.string().optional() },
    });
    const own = openApiDocument(createTestAuth({ plugins: [codes] }).auth);
    expect(bodyOf(own, "POST /sign-up/email")).toMatchObject({
      properties: { code: { type: "string", maxLength: 64 }, source: { type: "string" } },
      required: ["name", "email", "password", "code"],
    });
  });
});

describe("an operation", () => {
  test("has the path parameters in its path, and the query of a GET", () => {
    const { parameters = [] } = operationAt(document, "GET /reset-password/{token}");
    expect(parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ["token", "path", true],
      ["callbackURL", "query", true],
    ]);
    expect(operationAt(document, "GET /organization/list-members").parameters).toContainEqual({
      name: "limit",
      in: "query",
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 1000, default: 100 },
    });
  });

  test("has a field that may come in the query of a POST in both places", () => {
    const { parameters } = operationAt(document, "POST /reset-password");
    expect(parameters).toMatchObject([{ name: "token", in: "query", required: false }]);
    expect(bodyOf(document, "POST /reset-password")).toMatchObject({
      properties: { token: {}, newPassword: {} },
      required: ["newPassword"],
    });
  });

  test("has the session that it needs", () => {
    const both = [{ sessionCookie: [] }, { bearerToken: [] }];
    const own = openApiDocument(openEverything({ session: { bearer: true } }).auth);
    expect(operationAt(own, "POST /sign-in/email").security).toEqual([]);
    expect(operationAt(own, "POST /change-password").security).toEqual(both);
    expect(operationAt(own, "GET /get-session").security).toEqual([{}, ...both]);
    expect(operationAt(document, "POST /change-password").security).toEqual([{ sessionCookie: [] }]);
    expect(document.components.securitySchemes).not.toHaveProperty("bearerToken");
  });

  test("has the rate limits of the app, and none if they are off", () => {
    const limits = { "/sign-in/email": { windowSeconds: 60, max: 5 } };
    const own = openApiDocument(openEverything({ rateLimit: { enabled: true, limits } }).auth);
    expect(operationAt(own, "POST /sign-in/email")["x-rate-limits"]).toEqual([{ windowSeconds: 60, max: 5 }]);
    const off = operationAt(openApiDocument(openEverything().auth), "POST /sign-in/email");
    expect(off).not.toHaveProperty("x-rate-limits");
    expect(off.responses).not.toHaveProperty("429");
  });

  test("answers with a page, a redirect or both, where its declaration says so", () => {
    const statuses = (route: string) =>
      Object.keys(operationAt(document, route).responses).filter((status) => /^[23]/.test(status));
    expect(operationAt(document, "GET /error").responses[200]).toMatchObject({ content: { "text/html": {} } });
    expect(statuses("GET /error")).toEqual(["200"]);
    expect(statuses("GET /reset-password/{token}")).toEqual(["302"]);
    expect(statuses("GET /callback/{id}")).toEqual(["200", "302"]);
    expect(statuses("GET /verify-email")).toEqual(["200", "302"]);
    expect(statuses("POST /verify-email")).toEqual(["200", "303"]);
    expect(statuses("POST /billing/webhook")).toEqual(["200", "202"]);
  });

  test("takes the response to a challenge if the app has one", () => {
    const own = openApiDocument(openEverything({ challenge: () => true }).auth);
    const header = expect.objectContaining({ name: "X-Captcha-Response", in: "header" });
    expect(operationAt(own, "POST /sign-in/email").parameters).toContainEqual(header);
    expect(JSON.stringify(operationAt(own, "POST /sign-in/email").responses[403])).toContain("CHALLENGE_FAILED");
    expect(operationAt(document, "POST /sign-in/email")).not.toHaveProperty("parameters");
  });

  test("takes the response to the challenge of a plugin, and has the plugin's errors", () => {
    const { auth } = createTestAuth({ plugins: [captcha({ provider: "hcaptcha", secretKey: "for this test" })] });
    const own = openApiDocument(auth);
    const header = expect.objectContaining({ name: "X-Captcha-Response", in: "header" });
    const { parameters, responses } = operationAt(own, "POST /sign-in/email");
    expect(parameters).toContainEqual(header);
    expect(JSON.stringify(responses[400])).toContain("MISSING_RESPONSE");
    expect(JSON.stringify(responses[403])).toContain("VERIFICATION_FAILED");
    expect(JSON.stringify(responses[403])).not.toContain("CHALLENGE_FAILED");
    expect(operationAt(own, "POST /sign-out")).not.toHaveProperty("parameters");
  });
});

describe("the head of the document", () => {
  test("names the app, its origin and its path", () => {
    const { auth } = createTestAuth({
      config: { basePath: "/auth", appName: "Acme", baseURL: "http://localhost:4000" },
    });
    const own = openApiDocument(auth);
    expect(own).toMatchObject({ info: { title: "Acme: authentication" }, servers: [{ url: "http://localhost:4000" }] });
    expect(Object.keys(own.paths)).toContain("/auth/sign-in/email");
  });

  test("is replaced by `info`, each field alone", () => {
    const { info } = openApiDocument(auth, { info: { version: "2.1.0", contact: { email: "api@example.com" } } });
    expect(info).toMatchObject({ version: "2.1.0", title: document.info.title, contact: { email: "api@example.com" } });
  });

  test("names the cookie that a sign-in sets", async () => {
    for (const baseURL of ["https://app.example.com", "http://localhost:3000"]) {
      const { auth, browser } = createTestAuth({ config: { baseURL, cookies: { prefix: "acme" } } });
      const body = { name: "Ann", email: "ann@example.com", password: "correct horse battery staple" };
      const lines = (await browser.post("/sign-up/email", body)).headers.getSetCookie();
      const { sessionCookie } = openApiDocument(auth).components.securitySchemes;
      const name = sessionCookie && "name" in sessionCookie ? sessionCookie.name : "";
      expect(lines.some((line) => line.startsWith(`${name}=`))).toBe(true);
    }
  });

  test("has a tag for the core and for each plugin with routes", () => {
    const names = document.tags.map(({ name }) => name);
    expect(names).toEqual(["core", "username", "organization", "teams", "admin", "social", "billing", "open-api"]);
  });
});

test("a value that is no auth is rejected", () => {
  const handler = () => Promise.resolve(new Response());
  expect(() => openApiDocument({ handler })).toThrow("takes the auth that createAuth answers with");
});

test("a route of a plugin without an answer of its own is described by its schemas", () => {
  const endpoint = endpointsFor<unknown, Record<never, never>>({});
  const list = endpoint({
    route: "GET /notes/:id/lines",
    access: "session",
    doc: "The lines of a note.",
    input: z.object({ id: z.string(), after: z.coerce.number().optional() }),
    output: z.array(z.object({ text: z.string(), at: z.date().nullable() })),
    handle: () => ok<{ text: string; at: Date | null }[]>([]),
  });
  const notes = definePlugin({ id: "notes", endpoints: { notes: { lines: list } } });
  const own = openApiDocument(createTestAuth({ plugins: [notes] }).auth);
  expect(operationAt(own, "GET /notes/{id}/lines")).toMatchObject({
    operationId: "notesLines",
    tags: ["notes"],
    summary: "The lines of a note",
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "string" } },
      { name: "after", in: "query", required: false, schema: { type: "number" } },
    ],
    responses: {
      200: {
        content: {
          "application/json": {
            schema: {
              type: "array",
              items: {
                properties: { text: { type: "string" }, at: { type: ["string", "null"], format: "date-time" } },
              },
            },
          },
        },
      },
    },
  });
});
