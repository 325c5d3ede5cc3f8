import { relations } from "drizzle-orm";
import { boolean, index, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";

const date = () => timestamp({ withTimezone: true });

export const users = pgTable("users", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: boolean().notNull(),
  image: text(),
  createdAt: date().notNull(),
  updatedAt: date().notNull(),
});

const userId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const sessions = pgTable("sessions", {
  id: uuid().primaryKey(),
  userId: userId(),
  token: text().notNull().unique(),
  expiresAt: date().notNull(),
  ipAddress: text(),
  userAgent: text(),
  createdAt: date().notNull(),
  updatedAt: date().notNull(),
});

export const accounts = pgTable(
  "accounts",
  {
    id: uuid().primaryKey(),
    userId: userId(),
    accountId: text().notNull(),
    providerId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: date(),
    refreshTokenExpiresAt: date(),
    scope: text(),
    password: text(),
    createdAt: date().notNull(),
    updatedAt: date().notNull(),
  },
  (table) => [unique().on(table.providerId, table.accountId), index().on(table.userId)],
);

export const verifications = pgTable("verifications", {
  id: text().primaryKey(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: date().notNull(),
  createdAt: date(),
  updatedAt: date(),
});

export const usersRelations = relations(users, ({ many }) => ({ sessions: many(sessions) }));
export const sessionsRelations = relations(sessions, ({ one }) => ({
  user: one(users, { fields: [sessions.userId], references: [users.id] }),
}));
