import { json, type Model } from "@keyhold/core/plugin";
import { holdingModel } from "../holding/model.js";
import { mirroredEntities } from "./entities.js";
import type { CommonRow } from "./mirrored.js";
import { syncModel } from "./sync-progress.js";

/** The tables of an app with a mirror. */
export const mirrorTables: readonly Model[] = [...mirroredEntities.map(({ model }) => model), holdingModel, syncModel];

/** The columns of `billingWebhookEvent` with a mirror: a handler that runs again gets that `previous`. */
export const previousColumns = { previous: json<CommonRow>().optional() };
