// Written by `npm run fix` from the declarations in `routes`: change those instead.
import type { CallTable } from "@keyhold/client/plugin";
import type { ApiKeyEndpoints } from "./endpoints.js";

/** The method of each call; its path is its name. */
export const clientRoutes: CallTable<ApiKeyEndpoints> = {
  apiKey: {
    create: "POST",
    delete: "POST",
    rotate: "POST",
    update: "POST",
    get: "GET",
    list: "GET",
  },
};
