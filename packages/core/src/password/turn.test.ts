import { describe, expect, test } from "vitest";
import { clientAddresses } from "../http/client-address.js";
import { clientTurn, turnAfterAnswer, turnOf } from "./turn.js";

const settings = (ipv6Subnet = 64) => ({
  clientAddress: clientAddresses({ trustedProxies: null, header: "x-forwarded-for", ipv6Subnet }),
});
const turn = { network: "192.0.2.0/24", bucket: "192.0.2.1", isKnown: false };

describe("the turn of a client", () => {
  test.each([
    ["2001:db8:1:2:3::4", "2001:db8:1::/48", "2001:db8:1:2::/64"],
    ["2001:db8:1::", "2001:db8:1::/48", "2001:db8:1::/64"],
    ["203.0.113.9", "203.0.113.0/24", "203.0.113.9"],
    [null, "unknown", "unknown"],
  ])("at %s is of its network and its bucket", (ipAddress, network, bucket) => {
    const client = { ipAddress, isServerCall: false };
    expect(clientTurn(settings(), client)).toEqual({ network, bucket, isKnown: false });
  });

  test("is of no network smaller than the bucket", () => {
    const client = { ipAddress: "2001:db8:1:2:3::4", isServerCall: false };
    expect(clientTurn(settings(40), client)).toMatchObject({ network: "2001:db8::/40", bucket: "2001:db8::/40" });
  });

  test("of a server-side call is the app's, unless the app names the client", () => {
    const ofApp = clientTurn(settings(), { ipAddress: null, isServerCall: true });
    expect(ofApp.network).not.toBe(clientTurn(settings(), { ipAddress: null, isServerCall: false }).network);
    const client = { ipAddress: "203.0.113.9", isServerCall: true };
    expect(clientTurn(settings(), client).bucket).toBe("203.0.113.9");
  });
});

test("a caller has a turn only if the endpoint declares that it hashes", () => {
  expect(turnOf({ hashTurn: turn }, { isKnown: true })).toEqual({ ...turn, isKnown: true });
  expect(turnOf({ hashTurn: turn })).toEqual(turn);
  expect(() => turnOf({ hashTurn: null })).toThrow("property hashes");
});

test("work after the response has a bucket of its own in the caller's network", () => {
  expect(turnAfterAnswer({ hashTurn: turn })).toEqual({ ...turn, bucket: "after the answer" });
});
