import type { Adapter } from "@keyhold/core/adapter";
import { isConflict, userModel } from "@keyhold/core/plugin";
import { createTestAuth } from "@keyhold/testing";
import { expect, test } from "vitest";
import { shopModel, shopOwnerModel, shops } from "./shops.ts";

const open = () =>
  createTestAuth({
    plugins: [shops()],
    config: { user: { deleteUser: { enabled: true, confirmByMail: false } } },
  });

async function openShop(db: Adapter, owners: readonly string[]): Promise<string> {
  return db.transaction(async (tx) => {
    const shop = await tx.insert(shopModel, { name: "Tea" });
    if (isConflict(shop)) throw new Error("The shop is there already.");
    for (const userId of owners) {
      await tx.insert(shopOwnerModel, { shopId: shop.id, userId });
      await tx.add(shopModel, shop.id, "owners", 1, {});
    }
    return shop.id;
  });
}

test("the last owner of a shop stays, with all rows of the shop", async () => {
  const { db, signUp } = open();
  const ada = await signUp("ada@example.com");
  await openShop(db, [ada.user.id]);
  const { error } = await ada.client.deleteUser({ password: ada.password });
  expect(error).toMatchObject({ status: 409, code: "HAND_YOUR_SHOP_OVER_FIRST" });
  expect((await ada.client.getSession()).data?.user.email).toBe("ada@example.com");
});

test("of two owners who leave at once, one stays", async () => {
  const { db, signUp } = open();
  const [ada, bea] = [await signUp("ada@example.com"), await signUp("bea@example.com")];
  const shopId = await openShop(db, [ada.user.id, bea.user.id]);
  const answers = await Promise.all([ada, bea].map(({ client, password }) => client.deleteUser({ password })));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(await db.count(userModel, {})).toBe(1);
  expect(await db.count(shopOwnerModel, { shopId })).toBe(1);
});
