import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IdentityProvider } from "@keyhold/testing/identity-provider";
import { openOld } from "./old.ts";
import { World } from "./world.ts";

export const password = "a password of old";
/** Verified, and owns the organization. */
export const ada = "ada@example.com";
/** Not verified, and invited to the organization. */
export const ben = "ben@example.com";

/** A database made by better-auth 1.2.12 over HTTP. Only Ada's verified address is written by SQL. */
export interface Seed {
  readonly adaId: string;
  readonly benId: string;
  readonly organizationId: string;
  readonly invitationId: string;
  /** Of Ada's browser, by their names. */
  readonly adaCookies: Readonly<Record<string, string>>;
  /** A file of its own with all of it. */
  copy(): string;
  drop(): void;
}

export async function makeSeed(idp: IdentityProvider): Promise<Seed> {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-"));
  const place = join(folder, "seed.db");
  const seed = { adaId: "", benId: "", organizationId: "", invitationId: "", adaCookies: {} };
  const world = new World({ server: await openOld(place), seed, place, isKept: false, known: {}, idp });
  const signUp = async (name: string, email: string) => {
    const browser = world.browser();
    const { body } = await browser.post("/sign-up/email", { name, email, password });
    return { browser, id: String(body?.user?.id) };
  };
  const owner = await signUp("Ada", ada);
  const invited = await signUp("Ben", ben);
  world.run('update "user" set "emailVerified" = 1 where "email" = ?', ada);
  const idOf = async (path: string, body: object): Promise<string> =>
    JSON.parse((await owner.browser.post(path, body)).text).id;
  const organizationId = await idOf("/organization/create", { name: "Acme", slug: "acme" });
  const invitationId = await idOf("/organization/invite-member", { email: ben, role: "member", organizationId });
  await world.close();
  let copies = 0;
  return {
    adaId: owner.id,
    benId: invited.id,
    organizationId,
    invitationId,
    adaCookies: Object.fromEntries(owner.browser.jar),
    copy() {
      copies += 1;
      const copy = join(folder, `${copies}.db`);
      copyFileSync(place, copy);
      return copy;
    },
    drop: () => rmSync(folder, { recursive: true }),
  };
}
