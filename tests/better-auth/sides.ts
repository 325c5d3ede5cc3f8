import type { EmailMessage } from "@keyhold/core";
import { expect } from "vitest";
import type { Both } from "./both.ts";
import { openPeerClient, type PeerClient } from "./client.ts";
import type { Side } from "./front.ts";
import type { KeyholdOptions } from "./keyhold.ts";
import type { PeerEmail } from "./peer.ts";
import { peerSecret } from "./peer.ts";
import { type Person, signUp } from "./people.ts";

/** The config for serving the same database as better-auth: before, during and after the switch. */
export const besidePeer: KeyholdOptions["changes"] = {
  cookies: { continueFrom: { prefix: "better-auth", secret: peerSecret, isStillRunning: true } },
};

/** Where a flow begins, and where it ends. */
export const directions: readonly (readonly [Side, Side])[] = [
  ["peer", "keyhold"],
  ["keyhold", "peer"],
];

let made = 0;

/** A new user of one side, in a signed-in browser. */
export async function newPerson(both: Both, side: Side, { isVerified = false } = {}): Promise<Person> {
  made += 1;
  const person = await signUp(both.peer, `Person${made}`, side);
  if (isVerified) await (await both.peer.auth.$context).internalAdapter.updateUser(person.id, { emailVerified: true });
  return person;
}

/** Another browser, with requests to one side. */
export function newBrowser(both: Both, side: Side): PeerClient {
  const browser = openPeerClient(both.front.url);
  browser.toggle(side);
  return browser;
}

const kinds = {
  "verify-email": "verify-email",
  "reset-password": "reset-password",
  "change-email": "confirm-email-change",
  "delete-account": "delete-account",
  invitation: "invitation",
} as const;

/** The newest email of a kind from a side to an address. */
export async function emailOf(
  both: Both,
  side: Side,
  kind: PeerEmail["kind"],
  to: string,
): Promise<Pick<PeerEmail, "token" | "url">> {
  await both.keyhold.auth.idle();
  const messages: readonly EmailMessage[] = both.keyhold.messages;
  const found =
    side === "peer"
      ? both.peer.emails.findLast((email) => email.kind === kind && email.to === to)
      : messages.findLast((message) => message.kind === kinds[kind] && message.to === to);
  if (!found || !("token" in found) || !("url" in found)) throw new Error(`${side} sent no email "${kind}" to ${to}.`);
  return { token: String(found.token), url: String(found.url) };
}

/** The user of a browser at one side; null if it is signed out there. */
export async function userAt(browser: PeerClient, side: Side): Promise<string | null> {
  browser.toggle(side);
  const { data, error } = await browser.client.getSession();
  expect(error).toBe(null);
  return data?.user.id ?? null;
}

/** The only row of a table with these values. */
export async function rowOf(
  both: Both,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const rows = (await both.rows(table)).filter((row) =>
    Object.entries(values).every(([column, value]) => row[column] === value),
  );
  expect(rows).toHaveLength(1);
  return rows[0] ?? {};
}
