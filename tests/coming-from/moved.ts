import { readFileSync } from "node:fs";
import { join } from "node:path";
import { admin } from "@keyhold/admin";
import type { PasswordVerifier } from "@keyhold/core/passwords";
import { userModel } from "@keyhold/core/plugin";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { microsoft } from "@keyhold/social/microsoft";
import { createTestAuth } from "@keyhold/testing";
import { startIdentityProvider } from "@keyhold/testing/identity-provider";
import { twoFactor } from "@keyhold/two-factor";
import { importPeople, moving, type Person, type Report } from "../../examples/coming-from/import-people.ts";
import { signInWith, userIdOf } from "./ours.ts";

/** A file of `samples`, made by hand from the documented format of the export. */
export const sampleText = (name: string): string => readFileSync(join(import.meta.dirname, "samples", name), "utf8");

/** An auth with the config of the pages for Clerk, Supabase and Firebase, after their script. */
export async function move(people: readonly Person[], passwordVerifiers: readonly PasswordVerifier[]) {
  const idp = await startIdentityProvider();
  const { clientId, clientSecret } = idp;
  const world = createTestAuth({
    config: { emailAndPassword: { enabled: true, passwordVerifiers } },
    plugins: [
      moving(),
      admin(),
      twoFactor(),
      social({
        providers: [google({ clientId, clientSecret }), microsoft({ clientId, clientSecret })],
        fetch: idp.fetch,
      }),
    ],
  });
  const report: Report = await importPeople(world.auth, people);
  return {
    ...world,
    idp,
    report,
    again: () => importPeople(world.auth, people),
    userOf: (email: string) => world.db.find(userModel, { email }),
    /** The id of the user whom a password signs in, or the status of the error. */
    async signIn(email: string, password: string): Promise<string | number> {
      const { data, error } = await world.visit().client.signIn.email({ email, password });
      return data?.user?.id ?? error?.status ?? "a second factor";
    },
    /** The id of the user whom Google's sample person signs in to. */
    async signInWithGoogle(): Promise<string | null> {
      const { browser } = world.visit();
      await signInWith(idp, "google", browser);
      return userIdOf(browser);
    },
    /** As the page does it by SQL. */
    async ban(email: string): Promise<void> {
      const user = await world.db.find(userModel, { email });
      await world.db.update(userModel, user?.id ?? "", { banned: true } as object);
    },
  };
}

export type Moved = Awaited<ReturnType<typeof move>>;
