import { defineErrors } from "@keyhold/core";
import {
  counter,
  defineModel,
  definePlugin,
  id,
  type Plugin,
  type PluginTypes,
  text,
  userModel,
} from "@keyhold/core/plugin";

/** `owners` counts the rows below: only `add` changes it, in the transaction that writes or removes one. */
export const shopModel = defineModel("shop", { id: id(), name: text(), owners: counter() });
export const shopOwnerModel = defineModel("shopOwner", {
  id: id(),
  shopId: text().references(shopModel),
  userId: text().references(userModel),
});

const errors = defineErrors({
  HAND_YOUR_SHOP_OVER_FIRST: { status: 409, message: "you are the last owner of a shop: hand it over first" },
});

export interface ShopTypes extends PluginTypes {
  readonly errorCode: keyof typeof errors;
}

/** A shop always has an owner, even if two owners leave at the same time. */
export function shops(): Plugin<ShopTypes> {
  return definePlugin({
    id: "shops",
    models: [shopModel, shopOwnerModel],
    errors,
    hooks: {
      "user.delete": async (user, ctx) => {
        const owned = await ctx.db.list(shopOwnerModel, { userId: user.id }, { orderBy: "shopId", limit: 1000 });
        for (const { shopId } of owned) {
          const left = await ctx.db.add(shopModel, shopId, "owners", -1, { min: 1 });
          if (!left) ctx.fail(errors.HAND_YOUR_SHOP_OVER_FIRST);
        }
      },
    },
  });
}
