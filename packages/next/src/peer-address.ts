/** Kept in the process, because Next.js bundles a copy of this file for each kind of route. */
const key = Symbol.for("keyhold.next.peer-header");

const peerHeader = (): unknown => Reflect.get(globalThis, key);

/**
 * Sets the name of the header in which `observeAddresses` keeps the address of the peer; no client can know the name.
 */
export const setPeerHeader = (name: string): boolean => Reflect.set(globalThis, key, name);

/** Whether the addresses are observed in this process. */
export const hasPeerHeader = (): boolean => peerHeader() !== undefined;

/** The address of the peer; undefined if the addresses are not observed. */
export function peerAddress(headers: Pick<Headers, "get">): string | undefined {
  const name = peerHeader();
  return typeof name === "string" ? (headers.get(name) ?? undefined) : undefined;
}
