// A server process that sells, with the published packages. It is killed at a step of its database.

import { createAuth } from "@keyhold/core";
import { announceReady } from "../../../../tests/harness/processes/announce-ready.ts";
import { dieAt } from "../../../../tests/harness/processes/die.ts";
import { openOneDatabase } from "../../../../tests/harness/processes/open-one.ts";
import { type ShopSetup, shopConfig, shopRequest } from "./customer-shop.ts";

export interface CustomerSetup extends ShopSetup {
  readonly type: "sqlite" | "postgres" | "mysql";
  readonly place: string;
  /** The step at which the process is killed. */
  readonly dieAt: number;
}

export type CustomerJob =
  | { readonly kind: "checkout"; readonly cookie: string }
  | { readonly kind: "sign-up"; readonly email: string }
  | { readonly kind: "change"; readonly cookie: string; readonly name: string };

const setup: CustomerSetup = JSON.parse(process.argv[2] ?? "{}");
const auth = createAuth(shopConfig(dieAt(await openOneDatabase(setup), setup.dieAt), setup));

process.on("message", async (job: CustomerJob) => {
  if (job.kind === "checkout") await auth.handler(shopRequest("/checkout", job.cookie, { slug: "pro" }));
  if (job.kind === "change") await auth.handler(shopRequest("/update-user", job.cookie, { name: job.name }));
  if (job.kind === "sign-up") {
    await auth.api.importUsers({ users: [{ email: job.email, name: "Ada", emailVerified: true }] });
  }
  await auth.idle();
  process.send?.("done");
});
announceReady();
