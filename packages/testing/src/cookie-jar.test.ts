import { describe, expect, it } from "vitest";
import { createClock } from "./clock.js";
import { type CookieJar, createCookieJar } from "./cookie-jar.js";

const url = "https://app.example.com/api/auth/sign-in";
const jarWith = (...lines: string[]): CookieJar => {
  const jar = createCookieJar({ url });
  jar.accept(lines);
  return jar;
};

describe("a cookie jar", () => {
  it("sends the cookies of earlier responses", () => {
    const jar = createCookieJar({ url });
    const response = new Response(null);
    response.headers.append("set-cookie", "a=1; Path=/; HttpOnly; SameSite=Lax");
    response.headers.append("set-cookie", "b=x=y%20z; Path=/");
    jar.accept(response);
    expect(jar.header()).toBe("a=1; b=x=y%20z");
    expect(jar.cookies[0]).toMatchObject({ name: "a", isHttpOnly: true, sameSite: "lax", isHostOnly: true });
  });

  it("has no header before a cookie was set", () => {
    expect(createCookieJar({ url }).header()).toBe(null);
  });

  it("replaces a cookie of the same name and path, which keeps its position", () => {
    const jar = jarWith("a=1; Path=/", "b=2; Path=/", "a=3; Path=/");
    expect(jar.header()).toBe("a=3; b=2");
  });

  it("sends the longer path first, and only below it", () => {
    const jar = jarWith("a=root; Path=/", "a=auth; Path=/api/auth");
    expect(jar.header()).toBe("a=auth; a=root");
    expect(jar.header("https://app.example.com/api/auth")).toBe("a=auth; a=root");
    expect(jar.header("https://app.example.com/api/authority")).toBe("a=root");
  });

  it("uses the folder of the request if the path is missing or does not begin with a slash", () => {
    expect(jarWith("a=1", "b=2; Path=x").cookies.map(({ path }) => path)).toEqual(["/api/auth", "/api/auth"]);
  });
});

describe("the lifetime of a cookie", () => {
  const clock = createClock(new Date("2026-01-01T00:00:00.000Z"));
  const jarOf = (...lines: string[]): CookieJar => {
    const jar = createCookieJar({ url, now: clock.now });
    jar.accept(lines);
    return jar;
  };

  it("ends after Max-Age", () => {
    const jar = jarOf("a=1; Max-Age=60");
    expect(jar.get("a")).toBe("1");
    clock.forward({ seconds: 60 });
    expect([jar.get("a"), jar.header(), jar.cookies]).toEqual([null, null, []]);
  });

  it("ends with Max-Age=0, a negative one, and a date in the past", () => {
    for (const end of ["Max-Age=0", "Max-Age=-1", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"]) {
      const jar = jarOf("a=1; Path=/", `a=; Path=/; ${end}`);
      expect(jar.get("a"), end).toBe(null);
    }
  });

  it("follows Max-Age if a date is given too, and neither if they are invalid", () => {
    const jar = jarOf("a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "b=1; Max-Age=1h; Expires=never");
    expect(jar.cookies.map(({ name, expiresAt }) => [name, expiresAt !== null])).toEqual([
      ["a", true],
      ["b", false],
    ]);
  });

  it("is 400 days at most", () => {
    const [cookie] = jarOf("a=1; Max-Age=99999999999").cookies;
    expect((cookie?.expiresAt?.getTime() ?? 0) - clock.now().getTime()).toBe(400 * 86_400_000);
  });

  it("without a date ends when the browser is closed", () => {
    const jar = jarOf("a=1", "b=2; Max-Age=60");
    jar.close();
    expect(jar.cookies.map(({ name }) => name)).toEqual(["b"]);
  });
});

describe("a cookie that a browser would reject", () => {
  it.each([
    ["no name", "=1"],
    ["no equals sign", "a"],
    ["a control character", "a=\u0001"],
    ["more than 4,096 bytes", `a=${"x".repeat(4096)}`],
    ["__Host- without Secure", "__Host-a=1; Path=/"],
    ["__Host- with another path", "__Host-a=1; Path=/api; Secure"],
    ["__Host- with a domain", "__Host-a=1; Path=/; Secure; Domain=app.example.com"],
    ["__host- in lower case", "__host-a=1; Path=/"],
    ["__Secure- without Secure", "__Secure-a=1"],
    ["the domain of another site", "a=1; Domain=evil.com"],
    ["the domain of a host below", "a=1; Domain=deep.app.example.com"],
  ])("is not kept: %s", (_, line) => {
    expect(jarWith(line).cookies).toEqual([]);
  });

  it("is a Secure one over http", () => {
    const jar = createCookieJar({ url: "http://localhost:3000/" });
    jar.accept(["a=1; Secure", "b=2"]);
    expect(jar.header()).toBe("b=2");
  });
});

describe("the host of a cookie", () => {
  it("is the host that set it, unless the cookie has a domain", () => {
    const jar = jarWith("__Host-a=1; Path=/; Secure", "b=2; Path=/; Domain=.Example.com");
    expect(jar.header()).toBe("__Host-a=1; b=2");
    expect(jar.header("https://example.com/")).toBe("b=2");
    expect(jar.header("https://other.example.com/")).toBe("b=2");
    expect(jar.header("https://notexample.com/")).toBe(null);
  });

  it("gets Secure cookies over https only", () => {
    const jar = jarWith("a=1; Path=/; Secure", "b=2; Path=/");
    expect(jar.header("http://app.example.com/")).toBe("b=2");
  });
});
