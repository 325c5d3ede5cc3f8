import type { Limit } from "@keyhold/core";

/** One computer runs all browsers of the demo, so its limits are higher than the default for one IP address. */
const often: Limit = { windowSeconds: 60, max: 60 };

export const limits: Readonly<Record<string, Limit>> = {
  "/sign-up/email": often,
  "/sign-in/email": often,
  "/sign-in/username": often,
  "/sign-in/anonymous": often,
  "/change-password": often,
  "/change-email": often,
  "/delete-user": often,
  "/request-password-reset": often,
  "/two-factor/enable": often,
  "/two-factor/disable": often,
  "/two-factor/generate-backup-codes": often,
};
