import { text, userModel, withColumns } from "@keyhold/core/plugin";

/** The column of `storeInDatabase`. No input sets the column. */
export const userColumns = { lastLoginMethod: text().optional().atMost(64) };

/** The user with the column of this plugin. */
export const methodUserModel = withColumns(userModel, userColumns);
