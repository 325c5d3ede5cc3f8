import { memory } from "@keyhold/adapter-memory";
import { admin } from "@keyhold/admin";
import { createAuthClient } from "@keyhold/client";
import { organization } from "@keyhold/organization";
import { redis } from "@keyhold/redis";
import { social } from "@keyhold/social";
import { google } from "@keyhold/social/google";
import { username } from "@keyhold/username";

/** What must not compile. Nothing here runs: the type checker is the test. */

const client = { clientId: "id", clientSecret: "secret" };

export function misspeltOptionsOfFactories(): void {
  // @ts-expect-error a misspelt option
  username({ minUsernameLenght: 4 });
  // @ts-expect-error a misspelt option
  organization({ disableOrganisationDeletion: true });
  // @ts-expect-error a misspelt option
  admin({ adminUserId: "1" });
  // @ts-expect-error one level below
  social({ providers: [], linking: { enable: true } });
  // @ts-expect-error a misspelt option of a provider
  google({ ...client, scope: [] });
  // @ts-expect-error a misspelt option
  redis(async () => null, { prefx: "a" });
  // @ts-expect-error a misspelt option
  memory({ maxWaitMs: 1 });
  // @ts-expect-error a misspelt option
  createAuthClient({ baseUrl: "https://example.com" });
}
