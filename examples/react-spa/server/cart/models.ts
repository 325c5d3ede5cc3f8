import { date, defineModel, definePlugin, id, text, userModel } from "@keyhold/core/plugin";

/** A row for each thing in a cart, of a guest or a member. It is removed with the user. */
export const cartModel = defineModel("cartItem", {
  id: id(),
  userId: text().references(userModel),
  productId: text(),
  addedAt: date(),
});

/** More than a cart holds. */
export const maxItems = 100;

export const cart = definePlugin({ id: "cart", models: [cartModel] });
