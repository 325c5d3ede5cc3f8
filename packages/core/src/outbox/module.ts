import type { OutboxModule } from "../contract/outbox.js";
import { workWhenDue } from "./entry/work.js";
import { outboxPlugin } from "./plugin.js";

/** What every kind refers to, and core opens if a plugin lists a kind. */
export const outboxModule: OutboxModule = {
  plugin: outboxPlugin,
  open: (kinds) => ({ kinds, workWhenDue }),
};
