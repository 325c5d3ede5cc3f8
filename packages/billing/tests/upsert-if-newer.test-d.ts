import { billingHandlers } from "@keyhold/billing";
import { defineChild, defineModel, integer, text } from "@keyhold/core/plugin";

const versioned = defineModel("versioned", { id: text(), version: text(), amount: integer().optional() });
const unversioned = defineModel("unversioned", { id: text(), amount: integer() });
const numbered = defineModel("numbered", { id: text(), version: integer() });
const child = defineChild("child", versioned, {
  id: text(),
  version: text(),
  versionedId: text().references(versioned),
});

billingHandlers().on("order.*", (_, { commit }) =>
  commit(async (tx) => {
    await tx.upsertIfNewer(versioned, { id: "1", version: "2026-05-04T09:30:00Z" });
    await tx.upsertIfNewer(versioned, { id: "1", version: "2026-05-04T09:30:00Z", amount: 1 });
    // @ts-expect-error without a version a row would win over every other
    await tx.upsertIfNewer(versioned, { id: "1", amount: 1 });
    // @ts-expect-error the model does not have the column
    await tx.upsertIfNewer(versioned, { id: "1", version: "", other: 1 });
    // @ts-expect-error there is no version to compare
    await tx.upsertIfNewer(unversioned, { id: "1", amount: 1 });
    // @ts-expect-error a version is text
    await tx.upsertIfNewer(numbered, { id: "1", version: 1 });
    // @ts-expect-error the rows of a child are written under their parent
    await tx.upsertIfNewer(child, { id: "1", version: "", versionedId: "1" });
  }),
);
