import { date, defineModel, id, originColumns, sessionModel, text, withColumns } from "@keyhold/core/plugin";

/** A browser with sessions of one or more users. The row is locked while the sessions of the browser change. */
export const deviceModel = defineModel("device", {
  id: id(),
  /** The hash of the newest key of the browser: each sign-in makes a new key. */
  browserHash: text().atMost(43),
  firstSeenAt: date(),
  /** The last sign-in or switch. */
  lastSeenAt: date().indexed(),
  ...originColumns,
});

/** The added columns of sessions. */
export const deviceColumns = {
  /** The browser of the session: a row of the table `device`. Null: a session outside of the plugin. */
  deviceId: text().optional().atMost(36).indexed().secret(),
  /** The hash of the key. Only a browser with the key has the session. */
  deviceKey: text().optional().atMost(43).secret(),
};

/** A session with the added columns. */
export const deviceSessionModel = withColumns(sessionModel, deviceColumns);
