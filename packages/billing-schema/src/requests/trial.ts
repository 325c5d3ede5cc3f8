import { choice } from "../schema/field.js";

export const trialInterval = /* @__PURE__ */ choice("TrialInterval", ["day", "week", "month", "year"]);
