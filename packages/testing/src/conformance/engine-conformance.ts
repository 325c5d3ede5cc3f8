import { describe, expect, it } from "vitest";

export type Params = Readonly<Record<string, string>>;

export interface EngineUnderTest<T> {
  find(request: Request): Promise<{ readonly target: T; readonly params: Params } | null>;
}

/** Makes an engine that finds targets by their paths below `basePath`, whatever the method. */
export type MakeEngine = <T>(basePath: string, targets: ReadonlyMap<string, T>) => EngineUnderTest<T>;

const paths = ["/ok", "/sign-in/email", "/callback/:id", "/callback/fixed", "/reset-password/:token", "/a/:b/c/:d"];

/** What was found at a path: the target and its parameters, or "nothing". */
type Find = (path: string, method?: string) => Promise<unknown>;

function finder(make: MakeEngine): Find {
  const engine = make("/api/auth", new Map(paths.map((path) => [path, path])));
  return async (path, method = "GET") => {
    const found = await engine.find(new Request(`https://app.example.com${path}`, { method }));
    return found === null ? "nothing" : [found.target, Object.entries(found.params)];
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
    describeFound(make);
  });
}

function describeFinding(find: Find): void {
  it.each(["/ok", "/sign-in/email"])("finds %s", async (path) => {
    expect(await find(`/api/auth${path}`)).toEqual([path, []]);
  });

  it("passes over the query", async () => {
    expect(await find("/api/auth/ok?path=/sign-in/email&ok=1")).toEqual(["/ok", []]);
  });

  it.each(["GET", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "PURGE", "QUERY"])(
    "finds by the path alone when the method is %s",
    async (method) => {
      expect(await find("/api/auth/ok", method), `${method} was not found`).toEqual(["/ok", []]);
      expect(await find("/api/auth/nothing", method)).toBe("nothing");
    },
  );
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
    expect(await find("/api/auth/x/../ok")).toEqual(["/ok", []]);
    expect(await find("/api/auth/../ok")).toBe("nothing");
    expect(await find("/api/auth/../auth/%2e/ok")).toEqual(["/ok", []]);
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
    expect(await find(`/api/auth/callback/${written}`)).toEqual(["/callback/:id", [["id", read]]]);
  });

  it("reads several parameters by their names", async () => {
    const params = [
      ["b", "1"],
      ["d", "2 3"],
    ];
    expect(await find("/api/auth/a/1/c/2%203", "POST")).toEqual(["/a/:b/c/:d", params]);
  });

  it("prefers a path that is written out to one with a parameter", async () => {
    expect(await find("/api/auth/callback/fixed")).toEqual(["/callback/fixed", []]);
  });

  it.each(["%", "%zz", "%E0%A4%A", "%C3"])("finds nothing where %s should be a parameter", async (broken) => {
    expect(await find(`/api/auth/callback/${broken}`)).toBe("nothing");
  });
}

function describeFound(make: MakeEngine): void {
  it("hands on the very target, whatever it is", async () => {
    const target = Object.freeze({ status: 404 });
    const found = await make("/auth", new Map([["/x", target]])).find(new Request("http://localhost/auth/x"));
    expect(found?.target).toBe(target);
  });

  it("leaves the request's body unread", async () => {
    const request = new Request("http://localhost/auth/x", { method: "POST", body: "{}" });
    await make("/auth", new Map([["/x", 1]])).find(request);
    expect(request.bodyUsed, "the body was read").toBe(false);
  });

  it("finds for many requests at once what belongs to each", async () => {
    const engine = make("/auth", new Map([["/callback/:id", 1]]));
    const ids = Array.from({ length: 16 }, (_, caller) => `caller-${caller}`);
    const found = await Promise.all(ids.map((id) => engine.find(new Request(`http://localhost/auth/callback/${id}`))));
    expect(found.map((one) => one?.params.id)).toEqual(ids);
  });
}
