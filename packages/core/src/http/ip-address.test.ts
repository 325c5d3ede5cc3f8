import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { describe, expect, test } from "vitest";
import { networkOf, parseAddress, writeAddress } from "./ip-address.js";

const rewritten = (text: string): string | null => {
  const address = parseAddress(text);
  return address && writeAddress(address);
};

describe("an address", () => {
  test.each([
    ["1.2.3.4", "1.2.3.4"],
    ["255.255.255.255", "255.255.255.255"],
    ["::", "::"],
    ["::1", "::1"],
    ["1::", "1::"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["2001:0db8::0001:0000", "2001:db8::1:0"],
    ["1:0:0:2:0:0:0:3", "1:0:0:2::3"],
    ["1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"],
    ["::ffff:1.2.3.4", "1.2.3.4"],
    ["::ffff:102:304", "1.2.3.4"],
    ["0:0:0:0:0:FFFF:1.2.3.4", "1.2.3.4"],
    ["64:ff9b::1.2.3.4", "64:ff9b::102:304"],
  ])("%s has one form, %s", (text, form) => {
    expect(rewritten(text)).toBe(form);
  });

  test.each([
    ..."1.2.3|1.2.3.4.5|01.2.3.4|0x1.2.3.4|256.1.1.1|1.2.3.4 | 1.2.3.4|1.2.3.|16909060".split("|"),
    ...":|:::|1::2::3|1:2:3:4:5:6:7|1:2:3:4:5:6:7:8:9|12345::|g::|::1%eth0|::1]|[::1]|::1/64".split("|"),
    ...["::ffff:01.2.3.4", "::ffff:1.2.3", "::1.2.3.4:5", "1.2.3.4::", "::1@example.com", "", "localhost", "::1\n"],
  ])("is not %j", (text) => {
    expect(parseAddress(text)).toBe(null);
  });

  test("has the same form and networks as in ipaddr.js", () => {
    const group = fc.oneof(fc.constantFrom(0, 0, 0, 0xffff), fc.integer({ min: 0, max: 0xffff }));
    const groups = fc.array(group, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, fc.integer({ min: 0, max: 128 }), (parts, bits) => {
        const text = new ipaddr.IPv6(parts).toString();
        const address = parseAddress(text);
        const theirs = ipaddr.process(text);
        if (!address) throw new Error(`${text} is an address.`);
        expect(writeAddress(address)).toBe(
          theirs instanceof ipaddr.IPv6 ? theirs.toRFC5952String() : theirs.toString(),
        );
        const known = theirs.kind() === "ipv6" ? bits : bits % 33;
        const range = `${theirs.toString()}/${known}`;
        const network = theirs instanceof ipaddr.IPv6 ? ipaddr.IPv6 : ipaddr.IPv4;
        const first: readonly number[] =
          theirs instanceof ipaddr.IPv6
            ? ipaddr.IPv6.networkAddressFromCIDR(range).parts
            : network.networkAddressFromCIDR(range).toByteArray();
        expect(networkOf(address, known)).toEqual(first);
      }),
      { numRuns: 2000 },
    );
  });

  test("is rejected if ipaddr.js rejects it, for every text", () => {
    const text = fc.string({ unit: fc.constantFrom(..."0123456789abcfF::::..% x"), maxLength: 24 });
    fc.assert(
      fc.property(text, (given) => {
        if (parseAddress(given)) expect(ipaddr.isValid(given)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});
