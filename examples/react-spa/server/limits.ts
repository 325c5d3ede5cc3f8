import type { Limit } from "@keyhold/core";

/** Here one computer plays all visitors, so it may do at once what by default one address may not. */
const often: Limit = { windowSeconds: 60, max: 60 };

export const limits: Readonly<Record<string, Limit>> = {
  "/sign-up/email": often,
  "/sign-in/email": often,
  "/sign-in/username": often,
  "/change-password": often,
  "/change-email": often,
  "/delete-user": often,
  "/request-password-reset": often,
};
