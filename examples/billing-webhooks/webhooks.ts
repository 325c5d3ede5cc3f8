import { sqlite } from "@keyhold/adapter-kysely/sqlite";
import { billing, billingHandlers } from "@keyhold/billing";
import { createAuth, defineModel, definePlugin, integer, text } from "@keyhold/core";

/** What a customer may spend in the app: a row per event that gave it, by the event's id. */
export const creditModel = defineModel("credit", {
  id: text(),
  orderId: text().indexed(),
  customerId: text().indexed(),
  /** In the smallest unit of the currency. */
  amount: integer(),
});

/** The app's own table, beside the auth's. */
const credits = definePlugin({ id: "credits", models: [creditModel] });

const handlers = billingHandlers()
  // What a handler commits is written once, whatever becomes of the process.
  .on("order.paid", ({ data }, { id, commit }) =>
    commit(async (tx) => {
      await tx.db.insert(creditModel, { id, orderId: data.id, customerId: data.customerId, amount: data.netAmount });
    }),
  )
  .on("order.refunded", ({ data }, { commit }) =>
    commit(async (tx) => {
      await tx.db.remove(creditModel, { orderId: data.id });
    }),
  );

export const openAuth = (file: string) => {
  const database = sqlite(file);
  const auth = createAuth({
    secret: process.env.AUTH_SECRET ?? "only while you try it: 8f2d1c7be0",
    baseURL: "http://localhost:3000",
    database,
    plugins: [credits, billing({ webhook: { secret: process.env.BILLING_WEBHOOK_SECRET ?? "whsec_test", handlers } })],
  });
  return { auth, database };
};
