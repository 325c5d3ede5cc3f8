import { isWhole } from "../contract/options.js";
import type { HeaderLookup } from "./incoming-request.js";
import { type IpAddress, isIpv6, isSameAddress, networkOf, parseAddress, writeAddress } from "./ip-address.js";

/** Finds the client IP address behind proxies, and groups addresses for rate limits. */
export interface ClientAddresses {
  /** In canonical form; null if no trusted source names the address. `connection`: the address of the peer. */
  find(headers: HeaderLookup, connection: string | undefined): string | null;
  /**
   * The key for rate limits: an IPv4 address, the network of an IPv6 address, or a common key for all unknown
   * addresses.
   */
  bucketOf(address: string | null): string;
  /** The wider network: /24 of IPv4, /48 of IPv6, often assigned to a single customer of a provider. */
  networkOf(address: string | null): string;
  /** What a single client has at least: an IPv4 address, or the /48 of an IPv6 address. */
  subnetOf(address: string): string;
}

export interface ClientAddressSettings {
  /** The number of proxies in front of this server, or their addresses; null: no proxy is trusted. */
  readonly trustedProxies: number | readonly string[] | null;
  readonly header: string;
  readonly ipv6Subnet: number;
}

/**
 * Parsing an IPv6 address costs as much as a get-session request: this many results are cached, except for longer keys.
 */
const maxKnown = 1000;
const maxKnownLength = 200;

type Range = readonly [IpAddress, number];

export function clientAddresses({ trustedProxies, header, ipv6Subnet }: ClientAddressSettings): ClientAddresses {
  const listed: readonly unknown[] = Array.isArray(trustedProxies) ? trustedProxies : [];
  const ranges = listed.map(readRange).filter((range) => range !== null);
  const findAnew = (connection: string | undefined, list: string | null): string | null => {
    const own = connection === undefined ? null : readAddress(connection);
    const found = list === null ? own : behind(list, own);
    return found && writeAddress(found);
  };
  const behind = (list: string, own: IpAddress | null): IpAddress | null => {
    if (typeof trustedProxies === "number") return afterProxies(list, trustedProxies) ?? own;
    return own && beforeRanges(list, ranges, own);
  };
  const known = new Map<string, string | null>();
  return {
    find(headers, connection) {
      const list = trustedProxies === null || trustedProxies === 0 ? null : headers.get(header);
      // A header contains no line break, so that the two parts of the key cannot be confused.
      const told = list === null ? `${connection}` : `${connection}\n${list}`;
      const seen = known.get(told);
      if (seen !== undefined) return seen;
      const found = findAnew(connection, list);
      if (known.size >= maxKnown) known.clear();
      if (told.length <= maxKnownLength) known.set(told, found);
      return found;
    },
    bucketOf(address) {
      if (address === null) return "unknown";
      return address.includes(":") ? subnetOf(address, ipv6Subnet) : address;
    },
    networkOf(address) {
      if (address === null) return "unknown";
      return subnetOf(address, address.includes(":") ? Math.min(48, ipv6Subnet) : 24);
    },
    subnetOf: (address) => (address.includes(":") ? subnetOf(address, Math.min(48, ipv6Subnet)) : address),
  };
}

/** The entry added by the last of `count` proxies. A list that is too short did not pass through them. */
function afterProxies(list: string, count: number): IpAddress | null {
  const entry = list.split(",").at(-count);
  return entry === undefined ? null : readAddress(entry);
}

/**
 * From the end of the list, the first address that is not a trusted proxy. A malformed entry ends the search: the proxy
 * that forwarded the entry is then the last known address, and stands for all clients behind the proxy.
 */
function beforeRanges(list: string, ranges: readonly Range[], own: IpAddress): IpAddress {
  let known = own;
  for (const entry of list.split(",").reverse()) {
    const next = isWithin(known, ranges) ? readAddress(entry) : null;
    if (next === null) return known;
    known = next;
  }
  return known;
}

const isWithin = (address: IpAddress, ranges: readonly Range[]): boolean =>
  ranges.some(([range, bits]) => isSameAddress(networkOf(range, bits), networkOf(address, bits)));

const withBrackets = /^\[([^[\]]*)\](?::\d{1,5})?$/;
const ipv4WithPort = /^([\d.]+):\d{1,5}$/;

/** Eight groups, brackets, a zone and a port. */
const maxAddressLength = 80;

/** Parses an address from a socket or a header, with an optional port or zone; IPv4 inside IPv6 is IPv4. */
function readAddress(text: string): IpAddress | null {
  const trimmed = text.trim();
  if (trimmed.length > maxAddressLength) return null;
  const bare = withBrackets.exec(trimmed)?.[1] ?? ipv4WithPort.exec(trimmed)?.[1] ?? trimmed;
  const [withoutZone = ""] = bare.split("%", 1);
  return parseAddress(withoutZone.includes(":") ? withoutZone : bare);
}

function subnetOf(address: string, bits: number): string {
  const parsed = parseAddress(address);
  return parsed ? `${writeAddress(networkOf(parsed, bits))}/${bits}` : address;
}

/** An address, or a range (CIDR). */
function readRange(text: unknown): Range | null {
  if (typeof text !== "string") return null;
  const [before = "", bits, ...more] = text.split("/");
  const address = readAddress(before);
  if (!address || more.length > 0) return null;
  const all = isIpv6(address) ? 128 : 32;
  if (bits === undefined) return [address, all];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= all ? [address, Number(bits)] : null;
}

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** Config errors of these settings, each a sentence. */
export function clientAddressErrors({ trustedProxies, header, ipv6Subnet }: ClientAddressSettings): string[] {
  const configErrors: string[] = [];
  const proxies = "clientAddress.trustedProxies:";
  if (typeof trustedProxies === "number") {
    if (!isWhole(trustedProxies, 0, 32))
      configErrors.push(`${proxies} must be a whole number from 0 to 32, or a list of addresses and CIDR ranges`);
  } else if (Array.isArray(trustedProxies)) {
    for (const entry of trustedProxies)
      configErrors.push(...rangeErrors(entry).map((problem) => `${proxies} ${problem}`));
  } else if (trustedProxies !== null) {
    configErrors.push(`${proxies} must be a number of proxies, or a list of their addresses and CIDR ranges`);
  }
  if (!headerName.test(header))
    configErrors.push(`clientAddress.header: ${JSON.stringify(header)} is not the name of a header`);
  else if (header.toLowerCase() === "forwarded")
    configErrors.push('clientAddress.header: "forwarded" has another format; have the proxy send "x-forwarded-for"');
  if (!isWhole(ipv6Subnet, 32, 128))
    configErrors.push("clientAddress.ipv6Subnet: must be a whole number of bits from 32 to 128");
  return configErrors;
}

function rangeErrors(entry: unknown): string[] {
  const range = readRange(entry);
  if (!range) return [`${JSON.stringify(entry)} is neither an address nor a CIDR range such as "10.0.0.0/8"`];
  return range[1] === 0 ? [`"${entry}" trusts every address, so that a client could choose its own`] : [];
}
