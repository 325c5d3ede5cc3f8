import { describe, expect, it } from "vitest";

export type Params = Readonly<Record<string, string>>;

export interface EngineUnderTest {
  handle(request: Request): Promise<Response>;
}

/** Makes an engine that finds targets by their paths below `basePath` and leaves the answer to `serve`. */
export type MakeEngine = <T>(
  basePath: string,
  targets: ReadonlyMap<string, T>,
  serve: (target: T, request: Request, params: Params) => Promise<Response>,
  notFound: () => Response,
) => EngineUnderTest;

const paths = ["/ok", "/sign-in/email", "/callback/:id", "/callback/fixed", "/reset-password/:token", "/a/:b/c/:d"];

/** What was found at a path: the target and its parameters, or "nothing". */
type Find = (path: string, method?: string) => Promise<unknown>;

function finder(make: MakeEngine): Find {
  const targets = new Map(paths.map((path) => [path, path]));
  const serve = async (target: string, request: Request, params: Params): Promise<Response> =>
    Response.json([target, request.method, Object.entries(params)]);
  const engine = make("/api/auth", targets, serve, () => Response.json("nothing", { status: 404 }));
  return async (path, method = "GET") => {
    const response = await engine.handle(new Request(`https://app.example.com${path}`, { method }));
    // RFC 9110 section 9.3.2: a server sends no content for HEAD, and an engine may see to that itself.
    return method === "HEAD" ? response.status : response.json();
  };
}

/**
 * What every engine must find, and what it must leave alone.
 *
 * @example engineConformance("a map", mapEngine);
 */
export function engineConformance(name: string, make: MakeEngine): void {
  describe(`the engine ${name}`, () => {
    const find = finder(make);
    describeFinding(find);
    describeMissing(find);
    describeParameters(find);
    describeAnswers(make);
  });
}

function describeFinding(find: Find): void {
  it.each(["/ok", "/sign-in/email"])("finds %s", async (path) => {
    expect(await find(`/api/auth${path}`)).toEqual([path, "GET", []]);
  });

  it("passes over the query", async () => {
    expect(await find("/api/auth/ok?path=/sign-in/email&ok=1")).toEqual(["/ok", "GET", []]);
  });

  it.each(["GET", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"])("leaves the method %s to `serve`", async (method) => {
    expect(await find("/api/auth/ok", method), `${method} was not passed on`).toEqual(["/ok", method, []]);
  });

  it("leaves the method HEAD to `serve`", async () => {
    expect(await find("/api/auth/ok", "HEAD")).toBe(200);
    expect(await find("/api/auth/nothing", "HEAD")).toBe(404);
  });

  it.each(["PURGE", "QUERY", "PROPFIND", "X"])("answers the method %s without throwing", async (method) => {
    expect(await find("/api/auth/ok", method)).toSatisfy((found) => found === "nothing" || Array.isArray(found));
  });
}

const missing = [
  "/",
  "/ok",
  "/api/auth",
  "/api/auth/",
  "/api/authx/ok",
  "/api/auth/o",
  "/api/auth/ok/more",
  "/api/auth/sign-in",
  "/api/auth/callback",
  "/api/auth/callback/",
  "/api/auth/callback/a/b",
  "/api/auth/api/auth/ok",
  "/x/api/auth/ok",
  // Trailing and doubled slashes: one address per route, so that rules by path hold.
  "/api/auth/ok/",
  "/api/auth/ok//",
  "/api/auth/callback/github/",
  "/api/auth//ok",
  "/api//auth/ok",
  "//api/auth/ok",
  "/api/auth/a//c/d",
  // Case and percent-encoding: a proxy's rule for /sign-in must not be walked around.
  "/api/auth/OK",
  "/API/auth/ok",
  "/api/auth/o%6b",
  "/api/auth/sign%2Din/email",
  "/api/auth/sign-in%2Femail",
  "/api/auth%2Fok",
  "/api/auth/ok%00",
  "/api/auth/ok%20",
  "/api/auth/ok;x=1",
  "/api/auth/%zz",
  // Names of every object's members, and what routers take for patterns.
  "/api/auth/__proto__",
  "/api/auth/__proto__/x",
  "/api/auth/constructor",
  "/api/auth/toString",
  "/api/auth/*",
  "/api/auth/**",
  "/api/auth/:id",
];

function describeMissing(find: Find): void {
  it.each(missing)("finds nothing at %s", async (path) => {
    expect(await find(path), `${path} was taken for a route`).toBe("nothing");
    expect(await find(path, "POST"), `${path} was taken for a route`).toBe("nothing");
  });

  it("resolves dots before it looks, as `URL` does", async () => {
    expect(await find("/api/auth/x/../ok")).toEqual(["/ok", "GET", []]);
    expect(await find("/api/auth/../ok")).toBe("nothing");
    expect(await find("/api/auth/../auth/%2e/ok")).toEqual(["/ok", "GET", []]);
  });
}

const parameters: readonly (readonly [string, string])[] = [
  ["github", "github"],
  ["AbC-_.~1", "AbC-_.~1"],
  ["a+b", "a+b"],
  ["a=b&c", "a=b&c"],
  ["a%20b", "a b"],
  ["a%2Fb", "a/b"],
  ["g%C3%A9", "gé"],
  ["%F0%9F%8D%A3", "🍣"],
  // Decoded once: what was encoded twice stays encoded once.
  ["%252F", "%2F"],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  [":id", ":id"],
  ["*", "*"],
];

function describeParameters(find: Find): void {
  it.each(parameters)("reads the parameter %s as %s", async (written, read) => {
    expect(await find(`/api/auth/callback/${written}`)).toEqual(["/callback/:id", "GET", [["id", read]]]);
  });

  it("reads several parameters by their names", async () => {
    const params = [
      ["b", "1"],
      ["d", "2 3"],
    ];
    expect(await find("/api/auth/a/1/c/2%203", "POST")).toEqual(["/a/:b/c/:d", "POST", params]);
  });

  it("prefers a path that is written out to one with a parameter", async () => {
    expect(await find("/api/auth/callback/fixed")).toEqual(["/callback/fixed", "GET", []]);
  });

  it.each(["%", "%zz", "%E0%A4%A", "%C3"])("finds nothing where %s should be a parameter", async (broken) => {
    expect(await find(`/api/auth/callback/${broken}`)).toBe("nothing");
  });
}

function describeAnswers(make: MakeEngine): void {
  const answerWith = (response: () => Response, notFound = () => new Response("none", { status: 404 })) =>
    make("/auth", new Map([["/x", 1]]), async () => response(), notFound);
  const request = (path = "/auth/x", init?: RequestInit) => new Request(`http://localhost${path}`, init);

  it("hands the answer of `serve` on as it is: status, headers, three cookies, body", async () => {
    const cookies = ["a=1; Path=/; HttpOnly", "b=2; Expires=Thu, 01 Jan 2026 00:00:00 GMT", "a=3; Path=/auth"];
    const engine = answerWith(() => {
      const response = new Response("I am a teapot", { status: 418, headers: { "x-own": "1" } });
      for (const cookie of cookies) response.headers.append("set-cookie", cookie);
      return response;
    });
    const response = await engine.handle(request());
    expect([response.status, response.headers.get("x-own"), await response.text()]).toEqual([
      418,
      "1",
      "I am a teapot",
    ]);
    expect(response.headers.getSetCookie(), "cookies were lost or merged").toEqual(cookies);
  });

  it("hands a redirect and an empty answer on", async () => {
    const redirect = () => new Response(null, { status: 302, headers: { location: "https://example.com/?a=1#b" } });
    const response = await answerWith(redirect).handle(request());
    expect([response.status, response.headers.get("location")]).toEqual([302, "https://example.com/?a=1#b"]);
    expect((await answerWith(() => new Response(null, { status: 204 })).handle(request())).status).toBe(204);
  });

  it("answers what is not found with `notFound`", async () => {
    const response = await answerWith(() => new Response()).handle(request("/auth/y"));
    expect([response.status, await response.text()]).toEqual([404, "none"]);
  });

  it("leaves the request's body unread for `serve`", async () => {
    const serve = async (_: number, asked: Request): Promise<Response> => new Response(await asked.text());
    const engine = make("/auth", new Map([["/x", 1]]), serve, () => new Response());
    for (const type of ["application/json", "application/x-www-form-urlencoded", "text/plain"]) {
      const init = { method: "POST", body: "{not json", headers: { "content-type": type } };
      expect(await (await engine.handle(request("/auth/x", init))).text(), type).toBe("{not json");
    }
  });

  it("hands `serve` the very request that came", async () => {
    let seen: Request | undefined;
    const serve = async (_: number, asked: Request): Promise<Response> => {
      seen = asked;
      return new Response();
    };
    const asked = request();
    await make("/auth", new Map([["/x", 1]]), serve, () => new Response()).handle(asked);
    expect(seen, "facts kept beside the request would be lost").toBe(asked);
  });
}
