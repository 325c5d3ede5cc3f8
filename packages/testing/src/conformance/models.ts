import { coreModels, mergeSchema, type Schema } from "@keyhold/core/adapter";
import {
  bool,
  counter,
  date,
  defineChild,
  defineModel,
  defineOneTime,
  id,
  integer,
  json,
  state,
  text,
  userModel,
  withColumns,
} from "@keyhold/core/plugin";

/** A column of the user that a plugin adds: an optional, unique name. */
const handleColumn = text().optional().unique();
export const userWithHandle = withColumns(userModel, { handle: handleColumn });

/** A parent with a counter. */
export const clubModel = defineModel("club", {
  id: id(),
  name: text(),
  slug: text().unique(),
  motto: text().optional(),
  seats: counter(),
});

/** A child that other rows reference without being children of this row. */
export const teamModel = defineChild("clubTeam", clubModel, {
  id: id(),
  clubId: text().references(clubModel),
  name: text(),
});

/** A child: unique by two columns together, with a state and a counter. */
export const memberModel = defineChild(
  "clubMember",
  clubModel,
  {
    id: id(),
    clubId: text().references(clubModel),
    userId: text().references(userModel),
    teamId: text().clearedWith(teamModel),
    role: text().initially(() => "member"),
    status: state("pending", "accepted", "rejected", "canceled"),
    visits: counter(),
  },
  { uniques: [["clubId", "userId"]] },
);

/** A child of a child, with an optional second reference. */
export const noteModel = defineChild("clubNote", memberModel, {
  id: id(),
  memberId: text().references(memberModel),
  readerId: text().references(userModel).optional(),
  body: text(),
});

/** The removal of a badge removes no other row, but clears a column of others. */
export const badgeModel = defineModel("badge", { id: id(), name: text() });

/**
 * Columns with ids of rows that may be removed first: a row, a child, the child's parent, and a row of their own model.
 */
export const guestModel = defineModel("visitor", {
  id: id(),
  name: text(),
  badgeId: text().clearedWith(badgeModel).unique(),
  clubId: text().clearedWith(clubModel),
  teamId: text().clearedWith(teamModel),
  hostId: text().clearedWith({ name: "visitor" }),
});

/** Columns for searches by prefix: a unique, a required and an optional column. */
export const bookModel = defineModel(
  "book",
  { id: id(), shelf: text().indexed(), code: text().unique(), title: text(), subtitle: text().optional() },
  { searched: ["code", "title", "subtitle"] },
);

/** Every kind of column, with and without a value. */
export const specimenModel = defineModel("specimen", {
  id: id(),
  mark: text().indexed(),
  body: text().initially(() => ""),
  remark: text().optional(),
  isSmall: bool().initially(() => false),
  isRare: bool().optional(),
  foundAt: date().initially(() => new Date(0)),
  lostAt: date().optional(),
  weight: integer().initially(() => 0),
  height: integer().optional(),
  document: json<unknown>().optional(),
  serial: text().optional().unique(),
});

/** A name and columns that are words of SQL. */
export const orderModel = defineModel(
  "order",
  { id: id(), group: text(), select: text().optional(), limit: integer(), from: date(), primary: bool() },
  { uniques: [["group", "limit"]], indexes: [["group", "from"]] },
);

export const voucherModel = defineOneTime("voucher", {
  id: text().initially(() => crypto.randomUUID()),
  identifier: text().indexed(),
  value: text(),
  expiresAt: date().indexed(),
});

/** The models of the suite and of core, merged as by `createAuth`. */
export function conformanceSchema(): Schema {
  const { schema, clashes } = mergeSchema([
    { from: "core", models: coreModels, extends: {} },
    {
      from: "conformance",
      models: [
        clubModel,
        teamModel,
        memberModel,
        noteModel,
        badgeModel,
        guestModel,
        bookModel,
        specimenModel,
        orderModel,
        voucherModel,
      ],
      extends: { user: { columns: { handle: handleColumn } } },
    },
  ]);
  if (clashes.length > 0) throw new Error(clashes.join("; "));
  return schema;
}
