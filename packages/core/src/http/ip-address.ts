/** An address as numbers: four of 8 bits (IPv4), or eight of 16 (IPv6). */
export type IpAddress = readonly number[];

export const isIpv6 = (address: IpAddress): boolean => address.length === 8;

/** Octal and shortened forms of IPv4 are ambiguous between parsers, so they are rejected. */
const ipv4 = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/;
const ipv6 = /^[\da-f:]+(?:[\d.]+)?$/i;

/** Parses an address; IPv4 inside IPv6 is IPv4. Null for any other text. */
export function parseAddress(text: string): IpAddress | null {
  const [, ...parts] = ipv4.exec(text) ?? [];
  if (parts.length === 4) return parts.every((part) => Number(part) <= 255) ? parts.map(Number) : null;
  const written = text.includes(":") && ipv6.test(text) ? canonical(text) : null;
  return written === null ? null : unmapped(groupsOf(written));
}

/**
 * The canonical form of an IPv6 address (RFC 5952), as in URLs (https://url.spec.whatwg.org/#concept-ipv6-serializer).
 */
function canonical(text: string): string | null {
  const url = `http://[${text}]`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null;
}

function groupsOf(written: string): number[] {
  const [before, after] = written
    .split("::")
    .map((side) => (side === "" ? [] : side.split(":").map((group) => Number.parseInt(group, 16))));
  if (!before || !after) return before ?? [];
  return [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function unmapped(groups: readonly number[]): IpAddress {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255] : groups;
}

/** The canonical form of an address. */
export function writeAddress(address: IpAddress): string {
  if (!isIpv6(address)) return address.join(".");
  const groups = address.map((group) => group.toString(16)).join(":");
  return canonical(groups) ?? groups;
}

/** The first address of the network with this many bits. */
export function networkOf(address: IpAddress, bits: number): IpAddress {
  const width = isIpv6(address) ? 16 : 8;
  return address.map((part, index) => {
    const free = Math.min(width, Math.max(0, (index + 1) * width - bits));
    return (part >> free) << free;
  });
}

export const isSameAddress = (one: IpAddress, other: IpAddress): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index]);
