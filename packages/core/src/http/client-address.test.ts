import { describe, expect, test } from "vitest";
import { type ClientAddressSettings, clientAddressErrors, clientAddresses } from "./client-address.js";

const defaults: ClientAddressSettings = { trustedProxies: null, header: "x-forwarded-for", ipv6Subnet: 64 };
const find = (
  trustedProxies: ClientAddressSettings["trustedProxies"],
  forwarded: string | null,
  connection?: string,
): string | null =>
  clientAddresses({ ...defaults, trustedProxies }).find(
    new Headers(forwarded === null ? {} : { "x-forwarded-for": forwarded }),
    connection,
  );

describe("an address has one form", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    [" 203.0.113.7 ", "203.0.113.7"],
    ["203.0.113.7:52100", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
    ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["2001:0db8::0001", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["::1", "::1"],
  ])("%s is %s", (given, known) => {
    expect(find(null, null, given)).toBe(known);
    expect(find(1, given, "10.0.0.1")).toBe(known);
  });

  test.each([
    "",
    "unknown",
    "_hidden",
    "localhost",
    "203.0.113",
    "203.0.113.256",
    "203.0.113.07",
    "0xcb.0.113.7",
    "3405803783",
    "203.0.113.7.9",
    "203.0.113.7/32",
    "203.0.113.7, 10.0.0.1",
    "1::2::3",
    "::ffff:203.0.113.256",
    "2001:db8::g",
    "[2001:db8::1",
    "2001:db8::1]",
    "[203.0.113.7",
    ":",
    "<script>",
    "1".repeat(100_000),
    ":".repeat(100_000),
  ])("%s is not an address", (given) => {
    expect(find(null, null, given)).toBe(null);
    expect(find(1, given.replaceAll(",", ";"), "10.0.0.1")).toBe("10.0.0.1");
  });

  test("a missing one is unknown", () => {
    expect(find(null, null)).toBe(null);
  });
});

describe("without trusted proxies", () => {
  test.each([null, 0, []])("(%j) the header is ignored", (trustedProxies) => {
    expect(find(trustedProxies, "198.51.100.1", "203.0.113.7")).toBe("203.0.113.7");
    expect(find(trustedProxies, "198.51.100.1")).toBe(null);
  });
});

describe("behind a number of proxies", () => {
  test.each([
    [1, "203.0.113.7", "203.0.113.7"],
    [1, "198.51.100.1, 203.0.113.7", "203.0.113.7"],
    [1, "198.51.100.1,198.51.100.2 ,\t203.0.113.7", "203.0.113.7"],
    [2, "198.51.100.1, 203.0.113.7, 192.0.2.1", "203.0.113.7"],
    [3, "203.0.113.7, 192.0.2.1, 192.0.2.2", "203.0.113.7"],
  ])("(%d) %j came from %s", (proxies, forwarded, address) => {
    expect(find(proxies, forwarded, "10.0.0.1")).toBe(address);
    expect(find(proxies, forwarded)).toBe(address);
  });

  test.each([
    [1, null],
    [1, ""],
    [1, "203.0.113.7, "],
    [1, "203.0.113.7, unknown"],
    [2, "203.0.113.7"],
    [2, "unknown, 203.0.113.7"],
  ])("(%d) a list that they cannot have written is ignored: %j", (proxies, forwarded) => {
    expect(find(proxies, forwarded, "10.0.0.1")).toBe("10.0.0.1");
    expect(find(proxies, forwarded)).toBe(null);
  });

  test("the address stays the same for every text that the caller writes before it", () => {
    for (let turn = 0; turn < 50; turn += 1) {
      expect(find(1, `198.51.100.${turn}, 203.0.113.7`, "10.0.0.1")).toBe("203.0.113.7");
    }
  });
});

describe("behind proxies with known addresses", () => {
  const proxies = ["10.0.0.0/8", "192.0.2.1", "2001:db8:ffff::/48"];

  test.each([
    ["203.0.113.7", "10.0.0.1", "203.0.113.7"],
    ["198.51.100.1, 203.0.113.7", "10.0.0.1", "203.0.113.7"],
    ["198.51.100.1, 203.0.113.7, 192.0.2.1, 10.9.9.9", "10.0.0.1", "203.0.113.7"],
    ["203.0.113.7", "::ffff:10.0.0.1", "203.0.113.7"],
    ["203.0.113.7, ::ffff:10.2.3.4", "10.0.0.1", "203.0.113.7"],
    ["2001:db8::7, 2001:db8:ffff::1", "10.0.0.1", "2001:db8::7"],
    ["203.0.113.7", "2001:db8:ffff:1::1", "203.0.113.7"],
    ["10.0.0.7, 10.0.0.6", "10.0.0.1", "10.0.0.7"],
  ])("%j through %s came from %s", (forwarded, connection, address) => {
    expect(find(proxies, forwarded, connection)).toBe(address);
  });

  test.each(["203.0.113.7", "192.0.2.2", "11.0.0.1", "2001:db8:fffe::1"])(
    "the list of a connection of %s is ignored",
    (connection) => {
      expect(find(proxies, "198.51.100.1", connection)).toBe(connection);
    },
  );

  test("the list of a connection without an address is ignored", () => {
    expect(find(proxies, "198.51.100.1")).toBe(null);
  });

  test.each([
    ["unknown", "10.0.0.1"],
    ["203.0.113.7, unknown", "10.0.0.1"],
    ["203.0.113.7, unknown, 10.0.0.2", "10.0.0.2"],
    ["203.0.113.7, , 10.0.0.2", "10.0.0.2"],
  ])("a malformed entry ends the search at the last known address: %j", (forwarded, address) => {
    expect(find(proxies, forwarded, "10.0.0.1")).toBe(address);
  });
});

describe("an address that was read before", () => {
  const addresses = clientAddresses({ ...defaults, trustedProxies: 1 });
  const find = (list: string | null, connection: string | undefined): string | null =>
    addresses.find(new Headers(list === null ? {} : { "x-forwarded-for": list }), connection);

  test("is the same the second time, and that of another connection or header is not", () => {
    const asked: [string | null, string | undefined, string | null][] = [
      [null, "2001:DB8::1", "2001:db8::1"],
      [null, "2001:db8::2", "2001:db8::2"],
      ["2001:DB8::3", "2001:db8::1", "2001:db8::3"],
      ["2001:db8::4", "2001:db8::1", "2001:db8::4"],
      [null, "2001:db8::1 2001:db8::3", null],
      ["no address", "2001:db8::1", "2001:db8::1"],
      [null, undefined, null],
      [null, "undefined", null],
    ];
    for (const round of [1, 2, 3])
      for (const [list, connection, found] of asked)
        expect([round, list, connection, find(list, connection)]).toEqual([round, list, connection, found]);
  });

  test("is found anew after thousands of others", () => {
    for (let number = 0; number < 5000; number += 1) {
      const address = `2001:db8::${(number + 1).toString(16)}`;
      expect(find(null, address)).toBe(address);
    }
    expect(find(null, "2001:db8::1")).toBe("2001:db8::1");
  });

  test("is found behind a header that is too long for the cache", () => {
    const long = `${"x, ".repeat(1000)}203.0.113.`;
    expect([find(`${long}7`, "10.0.0.1"), find(`${long}8`, "10.0.0.1")]).toEqual(["203.0.113.7", "203.0.113.8"]);
  });
});

test("the header has the configured name", () => {
  const addresses = clientAddresses({ ...defaults, trustedProxies: 1, header: "CF-Connecting-IP" });
  const headers = new Headers({ "cf-connecting-ip": "203.0.113.7", "x-forwarded-for": "198.51.100.1" });
  expect(addresses.find(headers, "10.0.0.1")).toBe("203.0.113.7");
});

describe("limits count by", () => {
  const { bucketOf } = clientAddresses(defaults);

  test("the whole of an IPv4 address", () => {
    expect(bucketOf("203.0.113.7")).toBe("203.0.113.7");
    expect(bucketOf("203.0.113.8")).not.toBe(bucketOf("203.0.113.7"));
  });

  test("the network of an IPv6 address", () => {
    expect(bucketOf("2001:db8:1:2::1")).toBe("2001:db8:1:2::/64");
    expect(bucketOf("2001:db8:1:2:ffff:ffff:ffff:ffff")).toBe(bucketOf("2001:db8:1:2::1"));
    expect(bucketOf("2001:db8:1:3::1")).not.toBe(bucketOf("2001:db8:1:2::1"));
  });

  test("its configured number of bits", () => {
    const wide = clientAddresses({ ...defaults, ipv6Subnet: 48 });
    expect(wide.bucketOf("2001:db8:1:2::1")).toBe("2001:db8:1::/48");
    expect(clientAddresses({ ...defaults, ipv6Subnet: 128 }).bucketOf("2001:db8::1")).toBe("2001:db8::1/128");
  });

  test("one key for all callers without an address", () => {
    expect(bucketOf(null)).toBe("unknown");
  });
});

describe("a setting is rejected", () => {
  test.each<[keyof ClientAddressSettings, unknown, RegExp]>([
    ["trustedProxies", -1, /whole number from 0 to 32/],
    ["trustedProxies", 1.5, /whole number from 0 to 32/],
    ["trustedProxies", Number.NaN, /whole number from 0 to 32/],
    ["trustedProxies", 33, /whole number from 0 to 32/],
    ["trustedProxies", true, /must be a number of proxies, or a list/],
    ["trustedProxies", "10.0.0.1", /must be a number of proxies, or a list/],
    ["trustedProxies", ["10.0.0.0/33"], /"10\.0\.0\.0\/33" is neither an address nor a CIDR range/],
    ["trustedProxies", ["10.0.0.0/"], /is neither/],
    ["trustedProxies", ["10.0.0.0/8/8"], /is neither/],
    ["trustedProxies", ["10.0.0/8"], /is neither/],
    ["trustedProxies", ["2001:db8::/129"], /is neither/],
    ["trustedProxies", ["loopback"], /is neither/],
    ["trustedProxies", [""], /is neither/],
    ["trustedProxies", [7], /is neither/],
    ["trustedProxies", ["0.0.0.0/0"], /trusts every address/],
    ["trustedProxies", ["::/0"], /trusts every address/],
    ["header", "", /not the name of a header/],
    ["header", "x forwarded", /not the name of a header/],
    ["header", "x:y", /not the name of a header/],
    ["header", "Forwarded", /another format/],
    ["ipv6Subnet", 31, /32 to 128/],
    ["ipv6Subnet", 129, /32 to 128/],
    ["ipv6Subnet", 64.5, /32 to 128/],
    ["ipv6Subnet", "64", /32 to 128/],
  ])("%s: %j", (name, value, reason) => {
    const configErrors = clientAddressErrors({ ...defaults, [name]: value });
    expect(configErrors).toEqual([expect.stringMatching(reason)]);
    expect(configErrors[0]).toMatch(new RegExp(`^clientAddress\\.${name}: `));
  });

  test.each<Partial<ClientAddressSettings>>([
    {},
    { trustedProxies: 0 },
    { trustedProxies: 32 },
    { trustedProxies: [] },
    { trustedProxies: ["127.0.0.1", "::1", "10.0.0.0/8", "::ffff:10.0.0.1", "2001:db8::/32"] },
    { header: "X-Real-IP", ipv6Subnet: 128 },
    { ipv6Subnet: 32 },
  ])("but not %j", (settings) => {
    expect(clientAddressErrors({ ...defaults, ...settings })).toEqual([]);
  });
});
