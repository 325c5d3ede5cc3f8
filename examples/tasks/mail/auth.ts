import { createAuth } from "@keyhold/core";
import { nodemailer } from "@keyhold/mail/nodemailer";
import { createTransport } from "nodemailer";
import { config } from "../email/auth.ts";

export const auth = createAuth({
  ...config,
  mail: nodemailer(createTransport(process.env.SMTP_URL), { from: "Tea Shop <no-reply@example.com>" }),
});
