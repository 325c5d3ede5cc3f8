import { describe, expect, test } from "vitest";
import { createRouter } from "./router.js";

const paths = ["/ok", "/sign-in/email", "/callback/:id", "/callback/fixed", "/reset-password/:token", "/a/:b/c/:d"];
const route = createRouter("/api/auth", new Map(paths.map((path) => [path, path])));

/** The target and the parameters of a path, or "nothing" if the path is unknown. */
const find = (path: string): unknown => {
  const found = route(path);
  return found === null ? "nothing" : [found.target, Object.entries(found.params)];
};

describe("the router", () => {
  test.each(["/ok", "/sign-in/email"])("finds %s, also with one slash at its end", (path) => {
    expect(find(`/api/auth${path}`)).toEqual([path, []]);
    expect(find(`/api/auth${path}/`)).toEqual([path, []]);
  });

  test("finds a path with a parameter and one slash at its end: the slash is not a part of the parameter", () => {
    expect(find("/api/auth/callback/github/")).toEqual(["/callback/:id", [["id", "github"]]]);
    expect(find("/api/auth/callback/fixed/")).toEqual(find("/api/auth/callback/fixed"));
    expect(find("/api/auth/a/1/c/2/")).toEqual(find("/api/auth/a/1/c/2"));
  });

  test.each([
    "",
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
    // Doubled slashes, and dots: only a slash at the end gives a path a second spelling, so that a proxy's rules hold.
    "/api/auth/ok//",
    "/api/auth/callback/github//",
    "/api/auth//",
    "/api/auth//ok",
    "/api//auth/ok",
    "//api/auth/ok",
    "/api/auth/a//c/d",
    "/api/auth/./ok",
    "/api/auth/x/../ok",
    "/api/auth/callback/.",
    "/api/auth/callback/..",
    "/api/auth/callback/%2e%2E",
    "/api/auth/a/../c/d",
    // Case and percent-encoding: no other spelling may bypass a proxy's rule for /sign-in.
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
    // Characters outside of paths.
    "/api/auth/callback/a\\b",
    "/api/auth/callback/a b",
    "/api/auth/callback/a\nb",
    "/api/auth/callback/é",
    '/api/auth/callback/"',
    "/api/auth/callback/a?b",
    "/api/auth/callback/a#b",
    // Member names of every object, and pattern syntax of routers.
    "/api/auth/__proto__",
    "/api/auth/__proto__/x",
    "/api/auth/constructor",
    "/api/auth/toString",
    "/api/auth/*",
    "/api/auth/**",
    "/api/auth/:id",
  ])("finds no route at %j", (path) => {
    expect(find(path), `${path} was taken for a route`).toBe("nothing");
  });

  test.each([
    ["github", "github"],
    ["AbC-_.~1", "AbC-_.~1"],
    ["a+b", "a+b"],
    ["a=b&c", "a=b&c"],
    ["a%20b", "a b"],
    ["a%2Fb", "a/b"],
    ["%2e%2e%2fok", "../ok"],
    ["...", "..."],
    ["g%C3%A9", "gé"],
    ["%F0%9F%8D%A3", "🍣"],
    // Decoded once: a doubly encoded text stays encoded once.
    ["%252F", "%2F"],
    ["__proto__", "__proto__"],
    ["constructor", "constructor"],
    [":id", ":id"],
    ["*", "*"],
  ])("reads the parameter %s as %s", (written, read) => {
    expect(find(`/api/auth/callback/${written}`)).toEqual(["/callback/:id", [["id", read]]]);
  });

  test("reads several parameters by their names", () => {
    const params = [
      ["b", "1"],
      ["d", "2 3"],
    ];
    expect(find("/api/auth/a/1/c/2%203")).toEqual(["/a/:b/c/:d", params]);
  });

  test("prefers a literal path to one with a parameter", () => {
    expect(find("/api/auth/callback/fixed")).toEqual(["/callback/fixed", []]);
  });

  test.each(["%", "%zz", "%E0%A4%A", "%C3"])("finds no route if %s is in place of a parameter", (broken) => {
    expect(find(`/api/auth/callback/${broken}`)).toBe("nothing");
  });

  test("accepts the parameter __proto__ as a parameter", () => {
    const found = createRouter("", new Map([["/x/:__proto__", 1]]))("/x/1");
    expect(Object.entries(found?.params ?? {})).toEqual([["__proto__", "1"]]);
  });
});
